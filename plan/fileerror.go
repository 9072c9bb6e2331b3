package plan

import "fmt"

// FileError says what is wrong with a file or a folder.
type FileError struct {
	// File is its path as people spell it.
	File string
	// Line is 1-based; 0 is the whole file, or a line that is not known.
	Line int
	Err  error
}

// FileErrorf returns a FileError of a whole file; the rest is as in fmt.Errorf.
func FileErrorf(file, format string, args ...any) error {
	return &FileError{File: file, Err: fmt.Errorf(format, args...)}
}

// Error is what is wrong, after the place.
func (e *FileError) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Err.Error()
	}
	return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
}

// Unwrap returns what is wrong.
func (e *FileError) Unwrap() error { return e.Err }

// Place returns File and Line.
func (e *FileError) Place() (file string, line int) { return e.File, e.Line }

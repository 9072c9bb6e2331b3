package confine

import "path/filepath"

// ReadPath reads the plain file that an OS path leads to, by links too. Like Root.ReadFile it never
// waits for a pipe.
func ReadPath(path string) ([]byte, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	root, err := Open(filepath.Dir(real))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	data, _, err := root.ReadFile(filepath.Base(real))
	return data, err
}

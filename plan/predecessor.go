package plan

// Predecessor is another installer of the same pack whose work a run takes over: what it
// leaves on disk, as data. All paths are relative to a mount.
type Predecessor struct {
	// Name is that of the pack whose own installer it is.
	Name string `toml:"name"`
	// Manifest is the JSON file in which it records what it has put there: Files is the
	// key of an object of paths and sums, Version that of a text, Time that of the moment
	// at which it was written.
	Manifest string `toml:"manifest"`
	Files    string `toml:"files"`
	Version  string `toml:"version"`
	Time     string `toml:"time"`
	// State are patterns of its own records besides; these go, whatever is in them. Only the
	// last word of a pattern may be one of package path.
	State []string `toml:"state"`
	// Folders are directories that it may leave empty.
	Folders []string `toml:"folders"`
	// Residue are files that it writes and does not record.
	Residue []Residue `toml:"residue"`
	// Owned are files and folders that are the user's, even if they are recorded.
	Owned []string `toml:"owned"`
	// Marks are beginnings of names like its own: what has such a name, or lies in a folder
	// that has, and is nobody's stays, and is told of.
	Marks []string `toml:"marks"`
	// Beyond says, as a note, what it leaves outside the folders of hosts.
	Beyond string `toml:"beyond"`
	// Elsewhere says, as a note, what it leaves in a project itself, if its manifest is there.
	Elsewhere string `toml:"elsewhere"`
	// Entries are what it puts into files of the user's.
	Entries []Entries `toml:"entries"`
	// Finder is the shell's text that its commands may begin with in the place of a program.
	Finder Finder `toml:"finder"`
}

// Finder is a command substitution that looks for a program: how it begins and ends. Whatever
// is between belongs to it.
type Finder struct {
	Begin string `toml:"begin"`
	End   string `toml:"end"`
}

// Residue is files that a predecessor writes and does not record.
type Residue struct {
	// Paths may have "{name}" in them, which stands for the name of an item that it does
	// record.
	Paths []string `toml:"paths"`
	// Text, if not nil, is all that is in such a file. Any is known by having been written in
	// the run that wrote the manifest.
	Text *string `toml:"text"`
}

// Entries are what a predecessor puts into files of the user's, besides what names one of
// its files: that is known by itself.
type Entries struct {
	// Files are the names of the files below a mount.
	Files  []string `toml:"files"`
	Format Format   `toml:"format"`
	// Pieces go where they are as it puts them in.
	Pieces []ForeignPiece `toml:"pieces"`
	// Lines are whole lines, which go with the blank ones that follow.
	Lines []string `toml:"lines"`
	// Blocks are runs of lines in a text.
	Blocks []ForeignBlock `toml:"blocks"`
}

// ForeignPiece is a value at a key.
type ForeignPiece struct {
	// Kind is Set or Append.
	Kind OpKind `toml:"kind"`
	// Key leads to it. "{root}" in a word of it, and in the value, is a folder of the
	// predecessor's as that spells it.
	Key []string `toml:"key"`
	// Value is JSON.
	Value string `toml:"value"`
	// Line, if not empty, is a line that has to be in the file.
	Line string `toml:"line"`
	// Last reports that the piece goes only if nothing else is left.
	Last bool `toml:"last"`
}

// ForeignBlock is a run of lines with all that is between.
type ForeignBlock struct {
	Begin string `toml:"begin"`
	// Ends are the lines that may end it.
	Ends []string `toml:"ends"`
	// Sums are those of its known texts, without white space around; another was edited.
	Sums []Sum `toml:"sums"`
}

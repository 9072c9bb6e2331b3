package plan

import "testing"

func TestDevices(t *testing.T) {
	for name, want := range map[string]bool{
		"con": true, "CON": true, "Con.txt": true, "con .txt": true, "nul.tar.gz": true, "aux": true, "prn": true,
		"com1": true, "COM0": true, "com¹": true, "lpt3.md": true, "conin$": true, "conout$": true,
		"console": false, "com": false, "com10": false, "lpt": false, "null": false, "a.con": false, ".con": false, "comx": false,
	} {
		if got := device(name); got != want {
			t.Errorf("device(%q) = %v", name, got)
		}
	}
}

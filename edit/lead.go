package edit

import "bytes"

// Lead is what was put between the user's text and a piece after it.
type Lead struct {
	// Ended reports that the last line got the newline that it lacked.
	Ended bool `json:"ended,omitempty"`
	// Parted reports that an empty line was put there.
	Parted bool `json:"parted,omitempty"`
}

// leadAfter is what a piece needs that begins a paragraph at the end of b.
func leadAfter(b []byte) Lead {
	body := b[start(b):]
	if len(body) == 0 {
		return Lead{}
	}
	last := bytes.TrimSuffix(body, []byte("\n"))
	last = last[lineStart(last, len(last)):]
	return Lead{
		Ended:  !bytes.HasSuffix(body, []byte("\n")),
		Parted: len(bytes.Trim(last, " \t\r")) > 0,
	}
}

func (l Lead) text(newline string) string {
	s := ""
	if l.Ended {
		s += newline
	}
	if l.Parted {
		s += newline
	}
	return s
}

// size is how many bytes of l are still there before a piece that stands at [from,
// to). The newline that ends the user's last line stays if something follows the piece.
func (l Lead) size(b []byte, from, to int) int {
	head := b[start(b):from]
	rest := head
	if l.Parted && bytes.HasSuffix(cutNewline(rest), []byte("\n")) {
		rest = cutNewline(rest)
	}
	if l.Ended && to == len(b) {
		rest = cutNewline(rest)
	}
	return len(head) - len(rest)
}

// cutNewline is b without the newline at its end.
func cutNewline(b []byte) []byte {
	if line, ok := bytes.CutSuffix(b, []byte("\n")); ok {
		return bytes.TrimSuffix(line, []byte("\r"))
	}
	return b
}

package main

// The colours of plan lines.
const (
	plain  = ""
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
	red    = "\x1b[31m"
	faint  = "\x1b[2m"
	bold   = "\x1b[1m"
	reset  = "\x1b[0m"
)

// painter colours text for one stream, or leaves it plain.
type painter bool

// painter is the one for a stream.
func (a *app) painter(o *output) painter { return painter(o.coloured) }

// paints reports whether a stream shows colours, and its person wants them.
func (a *app) paints(o *output) bool {
	return isTerminal(o) && a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb"
}

func (p painter) paint(colour, text string) string {
	if !p || colour == plain {
		return text
	}
	return colour + text + reset
}

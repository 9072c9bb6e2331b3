package main

import (
	"fmt"
	"io"
)

// printDegradations says what of the pack works otherwise on the host, and below each who says
// that the host is so.
func printDegradations(w io.Writer, o outcome) {
	for _, d := range o.Degradations {
		fmt.Fprintf(w, "  %s %s: %s\n", d.Point, d.Level, d.Effect)
		why := d.Axis + " is " + d.Declared
		if d.Effective != d.Declared {
			why += ", taken as " + d.Effective
		}
		if d.Source != "" {
			why += ": " + d.Source
		}
		fmt.Fprintf(w, "    %s\n", why)
	}
}

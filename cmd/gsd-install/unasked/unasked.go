// Package unasked keeps the library that draws questions from asking the terminal for its
// background at the start of every run. bubbletea does so while it is initialized, whether or not
// there will be a question: what is typed ahead is lost, ctrl-c leaves the terminal without echo,
// and one that does not answer is waited for, for five seconds. Nothing here has a colour that
// depends on the answer.
//
// Go initializes packages whose imports are initialized in the order of their paths. This one
// imports nothing else than package os, and so comes before termenv, which would ask.
package unasked

import "os"

// variable is the one that keeps termenv from asking; it stands for a run that nobody looks at.
const variable = "CI"

var value, found = os.LookupEnv(variable)

func init() {
	if value == "" {
		os.Setenv(variable, "1")
	}
}

// Over gives the environment back as it was.
func Over() {
	if value != "" {
		return
	}
	if found {
		os.Setenv(variable, value)
	} else {
		os.Unsetenv(variable)
	}
}

package unasked

import (
	"os"
	"testing"
)

func TestOver(t *testing.T) {
	if os.Getenv(variable) == "" {
		t.Errorf("$%s is not set", variable)
	}
	Over()
	if got, ok := os.LookupEnv(variable); got != value || ok != found {
		t.Errorf("$%s is %q, %v; it was %q, %v", variable, got, ok, value, found)
	}
}

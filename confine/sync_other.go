//go:build !windows

package confine

const syncsDirs = true

//go:build !unix

package confine

const openFlags = 0

//go:build unix

package emit

const canSyncDirs = true

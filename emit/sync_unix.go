//go:build unix && !linux

package emit

const canSyncDirs = true

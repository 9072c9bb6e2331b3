package emit

const canSyncDirs = false

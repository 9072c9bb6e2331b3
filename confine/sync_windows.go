package confine

const syncsDirs = false

package project

import (
	"strconv"
	"sync"
)

// Cache keeps rendered files, so that hosts which share a result share the
// work. The zero Cache is ready; it may be used by several goroutines. It is for
// one pack: another one's files are other keys and only take room.
type Cache struct {
	mu      sync.Mutex
	entries map[cacheKey]*cacheEntry
}

// cacheKey is the item or file rendered, by its address, and everything about
// the host that the result depends on.
type cacheKey struct {
	source  any
	context string
}

type cacheEntry struct {
	once   sync.Once
	result rendered
}

// do returns the result for key and calls f for it at most once. A nil Cache
// always calls f.
func (c *Cache) do(key cacheKey, f func() rendered) rendered {
	if c == nil {
		return f()
	}
	c.mu.Lock()
	if c.entries == nil {
		c.entries = map[cacheKey]*cacheEntry{}
	}
	e := c.entries[key]
	if e == nil {
		e = &cacheEntry{}
		c.entries[key] = e
	}
	c.mu.Unlock()
	e.once.Do(func() { e.result = f() })
	return e.result
}

// key names the result of the task. A verbatim file is the same everywhere, a
// shared one the same for all hosts that share.
func (t task) key() cacheKey {
	if t.File != nil {
		return cacheKey{t.File, t.fileContext()}
	}
	return cacheKey{t.Item, t.spelling.id + "\x00" + t.From + "\x00" + string(t.Part) + "\x00" + strconv.Itoa(t.listing)}
}

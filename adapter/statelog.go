package adapter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
)

var errEntry = errors.New("an entry of the session's log cannot be read")

// sessionLog is a Log as a store: each entry says of one key what is at it from then on.
type sessionLog struct{ Log }

// entry is one entry, as JSON.
type entry struct {
	Key string `json:"key"`
	// Data is nil where the key was taken away; no data is empty.
	Data *[]byte `json:"data"`
}

func (sessionLog) open() error  { return nil }
func (sessionLog) close() error { return nil }

// replay is what is at each key by all entries.
func (s sessionLog) replay(ctx context.Context) (map[string][]byte, error) {
	var raw [][]byte
	err := guard("Backend.Log.Entries", func() (err error) {
		raw, err = s.Entries(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	state := map[string][]byte{}
	for i, b := range raw {
		var e entry
		if err := json.Unmarshal(b, &e); err != nil || !fs.ValidPath(e.Key) {
			return nil, fmt.Errorf("entry %d: %w", i+1, errEntry)
		}
		if e.Data == nil {
			delete(state, e.Key)
			continue
		}
		state[e.Key] = *e.Data
	}
	return state, nil
}

func (s sessionLog) add(ctx context.Context, e entry) error {
	b, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return guard("Backend.Log.Append", func() error { return s.Append(ctx, b) })
}

func (s sessionLog) read(ctx context.Context, key string) ([]byte, error) {
	state, err := s.replay(ctx)
	if err != nil {
		return nil, err
	}
	data, ok := state[key]
	if !ok {
		return nil, notThere("read", key)
	}
	return data, nil
}

func (s sessionLog) write(ctx context.Context, key string, data []byte) error {
	data = append([]byte{}, data...)
	return s.add(ctx, entry{key, &data})
}

func (s sessionLog) remove(ctx context.Context, key string) error {
	if _, err := s.read(ctx, key); err != nil {
		return err
	}
	return s.add(ctx, entry{Key: key})
}

func (s sessionLog) list(ctx context.Context) ([]string, error) {
	state, err := s.replay(ctx)
	return slices.Collect(maps.Keys(state)), err
}

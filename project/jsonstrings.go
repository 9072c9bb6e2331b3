package project

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// respellStrings puts other texts in the place of the strings in JSON that respell changes.
// The names of keys and everything else stay as they are written.
func respellStrings(text []byte, respell func(string) string) (json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	r := replacer{s: string(text)}
	for last := 0; ; last = int(dec.InputOffset()) {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return json.RawMessage(r.String()), nil
		}
		if err != nil {
			return nil, err
		}
		was, ok := token.(string)
		end := int(dec.InputOffset())
		if !ok || bytes.HasPrefix(bytes.TrimSpace(text[end:]), []byte(":")) {
			continue
		}
		if now := respell(was); now != was {
			quoted, err := compact(now)
			if err != nil {
				return nil, err
			}
			r.put(last+bytes.IndexByte(text[last:], '"'), end, string(quoted))
		}
	}
}

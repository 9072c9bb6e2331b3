package hostapi_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/gsd-install/gsd-install/hostapi"
)

// answered is a response as a host would read it.
type answered struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  *hostapi.Agreement
	Error   *struct {
		Code    int
		Message string
	}
}

func shake(t *testing.T, message string) answered {
	t.Helper()
	b := hostapi.Handshake([]byte(message), hostapi.DefaultEngine())
	if !bytes.HasSuffix(b, []byte("\n")) || bytes.Count(b, []byte("\n")) != 1 {
		t.Fatalf("%.200q is answered with %q, which is not one line", message, b)
	}
	var a answered
	if err := json.Unmarshal(b, &a); err != nil {
		t.Fatal(err)
	}
	if a.Version != "2.0" || (a.Result == nil) == (a.Error == nil) {
		t.Fatalf("%.200q is answered with %s", message, b)
	}
	return a
}

// A host that sends its declaration gets what the call in one process gives.
func TestHandshakeAgreesWithNegotiate(t *testing.T) {
	for _, v := range vectors(t) {
		message, err := hostapi.HandshakeRequest(7, v.In)
		if err != nil {
			t.Fatal(err)
		}
		a := shake(t, string(message))
		if a.Error != nil || string(a.ID) != "7" {
			t.Fatalf("%s: id %s, error %v", message, a.ID, a.Error)
		}
		got, err := json.Marshal(a.Result)
		if err != nil {
			t.Fatal(err)
		}
		want, err := json.Marshal(hostapi.Negotiate(v.In, hostapi.DefaultEngine()))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s:\n%s, want\n%s", message, got, want)
		}
	}
}

func TestHandshakeRefuses(t *testing.T) {
	ask := func(params string) string {
		return `{"jsonrpc":"2.0","id":"a","method":"gsd/host-initialize","params":` + params + `}`
	}
	for name, c := range map[string]struct {
		message string
		code    int
		id      string
	}{
		"no JSON":         {"hello", -32700, "null"},
		"cut off":         {`{"jsonrpc":"2.0","id":1`, -32700, "null"},
		"two on a line":   {ask(`{"axes":{}}`) + ask(`{"axes":{}}`), -32700, "null"},
		"binary":          {"\x00\xff\xfe{}", -32700, "null"},
		"not UTF-8":       {ask("{\"axes\":{\"runtime\":\"\xff\"}}"), -32700, "null"},
		"huge":            {ask(`{"axes":{"runtime":"` + strings.Repeat("x", hostapi.HandshakeLimit) + `"}}`), -32600, "null"},
		"deep":            {ask(`{"axes":{"x":` + strings.Repeat("[", 100000) + strings.Repeat("]", 100000) + `}}`), -32600, "null"},
		"deep and broken": {strings.Repeat("[", 100000), -32600, "null"},
		"a number":        {"1", -32600, "null"},
		"null":            {"null", -32600, "null"},
		"a batch":         {"[" + ask(`{"axes":{}}`) + "]", -32600, "null"},
		"id an object":    {`{"jsonrpc":"2.0","id":{},"method":"gsd/host-initialize","params":{"axes":{}}}`, -32600, "null"},
		"old version":     {`{"jsonrpc":"1.0","id":1,"method":"gsd/host-initialize","params":{"axes":{}}}`, -32600, "1"},
		"no method":       {`{"jsonrpc":"2.0","id":1}`, -32600, "1"},
		"method a number": {`{"jsonrpc":"2.0","id":1,"method":1}`, -32600, "1"},
		"other method":    {`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"axes":{}}}`, -32601, "1"},
		"no params":       {`{"jsonrpc":"2.0","id":1,"method":"gsd/host-initialize"}`, -32602, "1"},
		"params a list":   {ask("[]"), -32602, `"a"`},
		"no axes":         {ask("{}"), -32602, `"a"`},
		"axes a string":   {ask(`{"axes":"all"}`), -32602, `"a"`},
		"axes null":       {ask(`{"axes":null}`), -32602, `"a"`},
	} {
		a := shake(t, c.message)
		if a.Error == nil || a.Error.Code != c.code || string(a.ID) != c.id || a.Error.Message == "" {
			t.Errorf("%s: error %v, id %s, want code %d, id %s", name, a.Error, a.ID, c.code, c.id)
		}
	}
}

// What a message may hold without being refused.
func TestHandshakeTakes(t *testing.T) {
	odd := shake(t, `{"method":"gsd/host-initialize","jsonrpc":"2.0","id":null,"more":1,"params":{"protocolVersion":"x","axes":{"protocolVersion":9,"hookBus":7,"dispatch":{"maxDepth":1e999}},"more":{}}}`)
	if odd.Error != nil || string(odd.ID) != "null" || odd.Result.ProtocolVersion != hostapi.ProtocolVersion || odd.Result.Effective.HookBus != hostapi.BusNone {
		t.Errorf("%+v", odd)
	}
	if !strings.Contains(strings.Join(odd.Result.Warnings, "\n"), "protocolVersion is no number") {
		t.Errorf("warnings %q", odd.Result.Warnings)
	}
	if b := hostapi.Handshake([]byte(`{"jsonrpc":"2.0","method":"gsd/host-initialize","params":{"axes":{}}}`), hostapi.DefaultEngine()); b != nil {
		t.Errorf("a message without an id is answered with %s", b)
	}
}

func TestServeHandshake(t *testing.T) {
	ask := `{"jsonrpc":"2.0","id":1,"method":"gsd/host-initialize","params":{"axes":{}}}`
	long := strings.Repeat("x", 3*hostapi.HandshakeLimit)
	var out bytes.Buffer
	if err := hostapi.ServeHandshake(iotest.HalfReader(strings.NewReader("\n"+ask+"\r\n"+long+"\n  \n{\n"+ask)), &out, hostapi.DefaultEngine()); err != nil {
		t.Fatal(err)
	}
	var codes []int
	for l := range strings.Lines(out.String()) {
		var a answered
		if err := json.Unmarshal([]byte(l), &a); err != nil {
			t.Fatal(err)
		}
		code := 0
		if a.Error != nil {
			code = a.Error.Code
		}
		codes = append(codes, code)
	}
	if want := []int{0, -32600, -32700, 0}; !slices.Equal(codes, want) {
		t.Errorf("codes %v, want %v", codes, want)
	}
	if err := hostapi.ServeHandshake(iotest.ErrReader(os.ErrClosed), &out, hostapi.DefaultEngine()); !errors.Is(err, os.ErrClosed) {
		t.Errorf("error is %v", err)
	}
}

// FuzzHandshake holds that no message makes it panic, and that each answer is one line of JSON.
func FuzzHandshake(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"gsd/host-initialize","params":{"protocolVersion":1,"axes":{"dispatch":{"maxDepth":2}}}}`))
	f.Add([]byte(`[{"id":{}}]`))
	f.Add([]byte("\xff{"))
	f.Fuzz(func(t *testing.T, message []byte) {
		b := hostapi.Handshake(message, hostapi.DefaultEngine())
		if b == nil {
			return
		}
		var a answered
		if err := json.Unmarshal(b, &a); err != nil || bytes.Count(b, []byte("\n")) != 1 || a.Version != "2.0" {
			t.Fatalf("%q is answered with %q (%v)", message, b, err)
		}
	})
}

package hostapi

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"unicode/utf8"
)

// HandshakeMethod is the method of the handshake: negotiation between two processes, as
// JSON-RPC 2.0 (https://www.jsonrpc.org/specification), one message a line. Its params are
// an object: "axes" is the host's declaration, an object by axis, in which whatever is not
// understood counts as not declared; "protocolVersion" is the version of the interface that the
// host speaks, without which the engine's is taken. Its result is an Agreement.
const HandshakeMethod = "gsd/host-initialize"

// HandshakeLimit is how long a message may be, in bytes, HandshakeDepth how deep it may nest.
const (
	HandshakeLimit = 1 << 20
	HandshakeDepth = 64
)

// Codes of errors, by the specification of JSON-RPC.
const (
	codeParse   = -32700
	codeRequest = -32600
	codeMethod  = -32601
	codeParams  = -32602
)

type rpcRequest struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

type rpcResponse struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  *Agreement      `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// HandshakeRequest is the message with which a host begins, as one line. The id is the
// request's own. It is an error if the declaration is no JSON.
func HandshakeRequest(id int, host Declaration) ([]byte, error) {
	axes := Declaration{}
	maps.Copy(axes, host)
	p := map[string]any{"axes": axes}
	if version, ok := host["protocolVersion"]; ok {
		p["protocolVersion"] = version
		delete(axes, "protocolVersion")
	}
	params, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	rawID, err := json.Marshal(id)
	if err != nil {
		return nil, err
	}
	return line(rpcRequest{"2.0", rawID, HandshakeMethod, params})
}

// Handshake answers one message with one line. The result is that of Negotiate for the same
// declaration; whatever cannot be understood is answered with an error object. A message without
// an id asks for no answer, and gets nil.
func Handshake(message []byte, engine Engine) []byte {
	r := rpcResponse{Version: "2.0", ID: json.RawMessage("null")}
	request, fault := parseRequest(message)
	if fault == nil && request.ID == nil {
		return nil
	}
	if request.ID != nil {
		r.ID = request.ID
	}
	if fault == nil {
		r.Result, fault = answer(request, engine)
	}
	r.Error = fault
	b, err := line(r)
	if err != nil {
		b, _ = line(rpcResponse{Version: "2.0", ID: r.ID, Error: &rpcError{-32603, err.Error()}})
	}
	return b
}

// parseRequest reads a message as far as it goes: with a fault there may be an id still.
func parseRequest(message []byte) (rpcRequest, *rpcError) {
	var request rpcRequest
	switch {
	case len(message) > HandshakeLimit:
		return request, &rpcError{codeRequest, "the message is longer than 1 MiB"}
	case !utf8.Valid(message):
		return request, &rpcError{codeParse, "the message is not UTF-8"}
	case depth(message) > HandshakeDepth:
		return request, &rpcError{codeRequest, "the message nests more than 64 levels"}
	case !json.Valid(message):
		return request, &rpcError{codeParse, "the message is not JSON"}
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(message, &members) != nil || members == nil {
		return request, &rpcError{codeRequest, "a message is an object, one a line"}
	}
	if id, ok := members["id"]; ok {
		if !isID(id) {
			return request, &rpcError{codeRequest, "id is no string, number or null"}
		}
		request.ID = id
	}
	if json.Unmarshal(members["jsonrpc"], &request.Version) != nil || request.Version != "2.0" {
		return request, &rpcError{codeRequest, `jsonrpc is not "2.0"`}
	}
	if json.Unmarshal(members["method"], &request.Method) != nil || request.Method == "" {
		return request, &rpcError{codeRequest, "method is no name"}
	}
	request.Params = members["params"]
	return request, nil
}

func isID(id json.RawMessage) bool {
	var v any
	if json.Unmarshal(id, &v) != nil {
		return false
	}
	switch v.(type) {
	case nil, string, float64:
		return true
	}
	return false
}

func answer(request rpcRequest, engine Engine) (*Agreement, *rpcError) {
	if request.Method != HandshakeMethod {
		return nil, &rpcError{codeMethod, "the only method is " + HandshakeMethod}
	}
	var params map[string]json.RawMessage
	if json.Unmarshal(request.Params, &params) != nil || params == nil {
		return nil, &rpcError{codeParams, "params is no object"}
	}
	var host Declaration
	decoder := json.NewDecoder(bytes.NewReader(params["axes"]))
	decoder.UseNumber()
	if decoder.Decode(&host) != nil || host == nil {
		return nil, &rpcError{codeParams, "params.axes is no object"}
	}
	delete(host, "protocolVersion")
	if version, ok := params["protocolVersion"]; ok {
		decoder := json.NewDecoder(bytes.NewReader(version))
		decoder.UseNumber()
		var v any
		if decoder.Decode(&v) != nil {
			return nil, &rpcError{codeParams, "params.protocolVersion is no number"}
		}
		host["protocolVersion"] = v
	}
	agreed := Negotiate(host, engine)
	return &agreed, nil
}

// depth is how deep brackets nest outside of strings; whether they match is not looked at.
func depth(message []byte) int {
	deep, most, quoted := 0, 0, false
	for i := 0; i < len(message); i++ {
		switch c := message[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if deep++; deep > most {
				most = deep
			}
		case c == '}' || c == ']':
			deep--
		}
	}
	return most
}

func line(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

// ServeHandshake answers the messages of r, one a line, on w until r ends. Empty lines are passed
// over. Errors are those of r and w; what a message says is never one.
func ServeHandshake(r io.Reader, w io.Writer, engine Engine) error {
	in := bufio.NewReader(r)
	for {
		message, err := readLine(in)
		if len(bytes.TrimSpace(message)) > 0 {
			if _, werr := w.Write(Handshake(message, engine)); werr != nil {
				return werr
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// readLine reads a line without what ends it. Of one that is too long it keeps what shows that.
func readLine(in *bufio.Reader) ([]byte, error) {
	var all []byte
	for {
		part, err := in.ReadSlice('\n')
		if room := HandshakeLimit + 2 - len(all); len(part) > room {
			part = part[:room]
		}
		all = append(all, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSuffix(bytes.TrimSuffix(all, []byte("\n")), []byte("\r")), err
		}
	}
}

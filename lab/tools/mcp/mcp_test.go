package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"agon/lab/tools"
)

// offer has a tool rules, one that fails, and one that waits until it is canceled.
func offer(waits chan struct{}) *Offer {
	return &Offer{Version: "1", Caller: tools.Table{
		{Name: "rules", About: "the rules", Do: func(context.Context, tools.Input) (tools.Result, error) {
			return tools.Result{Text: "# Rules"}, nil
		}},
		{Name: "fails", About: "fails", Fields: []tools.Field{{Name: "x", Type: tools.Number}},
			Do: func(context.Context, tools.Input) (tools.Result, error) {
				return tools.Result{}, errors.New("no such bot")
			}},
		{Name: "data", About: "data", Do: func(context.Context, tools.Input) (tools.Result, error) {
			return tools.Result{Data: json.RawMessage(`{"games":2}`)}, nil
		}},
		{Name: "waits", About: "waits", Do: func(ctx context.Context, _ tools.Input) (tools.Result, error) {
			waits <- struct{}{}
			<-ctx.Done()
			waits <- struct{}{}
			return tools.Result{}, ctx.Err()
		}},
	}}
}

// hello begins a session as clients do.
const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
	`"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

func TestNonsenseIsAnsweredAndTheSessionGoesOn(t *testing.T) {
	for name, tt := range map[string]struct{ line, want string }{
		"no JSON":              {"nonsense", `"code":-32700`},
		"half a message":       {`{"jsonrpc":"2.0","id":7`, `"code":-32700`},
		"an unclosed text":     {`{"jsonrpc":"2.0","id":7,"method":"tools/l` + "\x00", `"code":-32700`},
		"no message":           {`{"hello":"there"}`, `"code":-32600`},
		"a number":             {`7`, `"code":-32600`},
		"another version":      {`{"jsonrpc":"1.0","id":7,"method":"tools/list"}`, `"code":-32600`},
		"an ID that is a list": {`{"jsonrpc":"2.0","id":[1],"method":"tools/list"}`, `"code":-32600`},
		"a batch":              {`[{"jsonrpc":"2.0","id":7,"method":"tools/list"}]`, `"code":-32600`},
		"an unknown method":    {`{"jsonrpc":"2.0","id":7,"method":"tools/eat"}`, `"id":7,"error":{"code":-32601`},
		"an unknown tool":      {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"eat"}}`, `"id":7,"error":{"code":-32602`},
		"no parameters":        {`{"jsonrpc":"2.0","id":7,"method":"tools/call"}`, `"id":7,"error"`},
		"a wrong parameter":    {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":[]}}`, `"id":7,"error"`},
		"a wrong input": {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"fails","arguments":{"x":"y"}}}`,
			`x: type: y has type`},
		"an answer to nothing": {`{"jsonrpc":"2.0","id":7,"result":{}}`, ``},
		"empty lines":          {"\n\r\n \n", ``},
	} {
		var out bytes.Buffer
		in := hello + tt.line + "\n" + `{"jsonrpc":"2.0","id":99,"method":"tools/call","params":{"name":"rules"}}` // without an end of line
		if err := offer(nil).Serve(t.Context(), strings.NewReader(in), &out); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !strings.Contains(out.String(), tt.want) || !strings.Contains(out.String(), "# Rules") {
			t.Errorf("%s: %s", name, out.String())
		}
		for line := range strings.Lines(out.String()) {
			if !json.Valid([]byte(line)) {
				t.Errorf("%s: it says %q", name, line)
			}
		}
	}
}

// connect returns a session of the SDK's client.
func connect(t *testing.T, o *Offer) *mcp.ClientSession {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- o.Serve(context.Background(), in, out) }()
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	s, err := c.Connect(t.Context(), &mcp.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		if err := <-ended; err != nil {
			t.Errorf("the server ends with %v", err)
		}
	})
	return s
}

func TestClient(t *testing.T) {
	s := connect(t, offer(nil))
	list, err := s.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 4 {
		t.Fatal(list, err)
	}
	r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "data"})
	if err != nil || r.IsError || r.StructuredContent.(map[string]any)["games"] != 2.0 ||
		r.Content[0].(*mcp.TextContent).Text != `{"games":2}` {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "fails"}); err != nil || !r.IsError ||
		r.Content[0].(*mcp.TextContent).Text != "no such bot" {
		t.Errorf("%+v, %v", r, err)
	}
	resources, err := s.ListResources(t.Context(), nil)
	if err != nil || len(resources.Resources) != 1 {
		t.Fatal(resources, err)
	}
	text, err := s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: resources.Resources[0].URI})
	if err != nil || text.Contents[0].Text != "# Rules" {
		t.Errorf("%+v, %v", text, err)
	}
}

func TestACanceledCallEnds(t *testing.T) {
	waits := make(chan struct{})
	s := connect(t, offer(waits))
	ctx, cancel := context.WithCancel(t.Context())
	called := make(chan error, 1)
	go func() {
		_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "waits"})
		called <- err
	}()
	<-waits
	cancel()
	<-waits // its context is done
	if err := <-called; !errors.Is(err, context.Canceled) {
		t.Errorf("the caller gets %v", err)
	}
	if r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "rules"}); err != nil || r.IsError {
		t.Errorf("afterwards: %+v, %v", r, err)
	}
}

/*
Package mcp serves tools to programs by the Model Context Protocol: a client starts agon mcp and writes JSON-RPC messages, one on a line, to
its standard input.

	mcp.go    the server: tools, and texts that are the same for all calls as resources
	lines.go  its input and output

A call that is refused or goes wrong is a result that says so (isError). An unknown tool, an unknown method and a line that is no message
are errors of the protocol, after which the session goes on.
*/
package mcp

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"agon/lab/tools"
)

// An Offer is what a session offers.
type Offer struct {
	Caller       tools.Caller
	Version      string // of agon
	Instructions string // for the model that calls
}

// resources are tools whose text is also a resource, if they can be called without an input.
var resources = []string{"rules", "protocol"}

// Serve serves a session until in ends, all its calls are answered, or ctx is done.
func (o *Offer) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	all, err := o.Caller.Tools(ctx)
	if err != nil {
		return err
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "agon", Title: "agon", Version: o.Version},
		&mcp.ServerOptions{Instructions: o.Instructions, Capabilities: &mcp.ServerCapabilities{}})
	for _, t := range all {
		s.AddTool(&mcp.Tool{Name: t.Name, Description: t.About, InputSchema: t.Input}, o.call)
		for _, name := range resources {
			if t.Name == name && !slices.ContainsFunc(t.Inputs(), func(f tools.Field) bool { return f.Needed }) {
				r := &mcp.Resource{URI: "agon://" + name, Name: name, Description: t.About, MIMEType: "text/markdown"}
				s.AddResource(r, o.read(name))
			}
		}
	}
	l := newLines(in, out)
	err = s.Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(l), Writer: l})
	if ctx.Err() != nil || errors.Is(err, io.EOF) {
		return ctx.Err()
	}
	return err
}

// call calls a tool.
func (o *Offer) call(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	result, err := o.Caller.Call(ctx, r.Params.Name, r.Params.Arguments)
	if errors.Is(err, tools.ErrUnknown) {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: err.Error()}
	}
	if err != nil {
		result = tools.Failure("%v", err)
	}
	answer := &mcp.CallToolResult{IsError: result.Failed, Content: []mcp.Content{&mcp.TextContent{Text: result.Content()}}}
	if len(result.Data) > 0 && result.Data[0] == '{' {
		answer.StructuredContent = result.Data
	}
	return answer, nil
}

// read returns what reads the text of a tool.
func (o *Offer) read(name string) mcp.ResourceHandler {
	return func(ctx context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		result, err := o.Caller.Call(ctx, name, nil)
		if err == nil && result.Failed {
			err = errors.New(result.Text)
		}
		if err != nil {
			return nil, err
		}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{
			{URI: r.Params.URI, MIMEType: "text/markdown", Text: result.Content()}}}, nil
	}
}

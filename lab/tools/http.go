package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// Bounds of requests and answers.
const (
	mostRequest = 1 << 20  // bytes
	mostAnswer  = 64 << 20 // bytes
)

// A request is the body of POST /call.
type request struct {
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input,omitempty"`
}

// Handler serves a caller to another process: GET /tools is a JSON array of its tools, POST /call takes {"name": …, "input": {…}} and
// answers with a result.
func Handler(c Caller) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /tools", func(w http.ResponseWriter, r *http.Request) {
		all, err := c.Tools(r.Context())
		answer(w, all, err)
	})
	mux.HandleFunc("POST /call", func(w http.ResponseWriter, r *http.Request) {
		var asked request
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostRequest)).Decode(&asked); err != nil {
			http.Error(w, `want a JSON object {"name": …, "input": {…}}`, http.StatusBadRequest)
			return
		}
		result, err := c.Call(r.Context(), asked.Name, asked.Input)
		answer(w, result, err)
	})
	return mux
}

func answer(w http.ResponseWriter, value any, err error) {
	switch {
	case errors.Is(err, ErrUnknown):
		http.Error(w, err.Error(), http.StatusNotFound)
	case err != nil:
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	default:
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(value) // who asked may have gone
	}
}

// A Remote calls the tools that a [Handler] serves.
type Remote struct {
	Header http.Header // of its requests; may be nil
	url    string
}

// NewRemote returns a caller of the tools at an address.
func NewRemote(url string) *Remote { return &Remote{url: strings.TrimSuffix(url, "/")} }

// ErrConflict is the error of a call that the [Handler] does not take as things stand there now.
var ErrConflict = errors.New("conflict")

// Tools asks for the tools.
func (r *Remote) Tools(ctx context.Context) (all []Tool, err error) {
	err = r.ask(ctx, http.MethodGet, "/tools", nil, &all)
	return all, err
}

// Call has a tool called.
func (r *Remote) Call(ctx context.Context, name string, input json.RawMessage) (result Result, err error) {
	if len(input) > 0 && !json.Valid(input) {
		return Failure("%s: the input is not a JSON object", name), nil
	}
	body, err := json.Marshal(request{name, input})
	if err != nil {
		return Result{}, err
	}
	err = r.ask(ctx, http.MethodPost, "/call", body, &result)
	return result, err
}

func (r *Remote) ask(ctx context.Context, method, path string, body []byte, into any) error {
	asked, err := http.NewRequestWithContext(ctx, method, r.url+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	maps.Copy(asked.Header, r.Header)
	got, err := http.DefaultClient.Do(asked)
	if err != nil {
		return fmt.Errorf("ask for tools: %w", err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(io.LimitReader(got.Body, mostAnswer))
	switch {
	case err != nil:
		return fmt.Errorf("ask for tools: %w", err)
	case got.StatusCode == http.StatusNotFound:
		return fmt.Errorf("%s: %w", strings.TrimSuffix(strings.TrimSpace(string(text)), ": "+ErrUnknown.Error()), ErrUnknown)
	case got.StatusCode == http.StatusConflict:
		return fmt.Errorf("ask for tools: %w: %s", ErrConflict, strings.TrimSpace(string(text)))
	case got.StatusCode != http.StatusOK:
		return fmt.Errorf("ask for tools: %s", strings.TrimSpace(string(text)))
	}
	return json.Unmarshal(text, into)
}

// A Keeper calls tools, and writes the files of their results into a folder.
type Keeper struct {
	Caller
	Folder string
}

// Call calls a tool. Its result has no files any more.
func (k *Keeper) Call(ctx context.Context, name string, input json.RawMessage) (Result, error) {
	r, err := k.Caller.Call(ctx, name, input)
	if err != nil {
		return Result{}, err
	}
	if err := write(k.Folder, r.Files); err != nil {
		return Failure("%s was done, and what it gives was not written: %v", name, err), nil
	}
	r.Files = nil
	return r, nil
}

// write writes files below a folder, which no link leads out of.
func write(folder string, files map[string][]byte) error {
	if len(files) == 0 {
		return nil
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	for name, content := range files {
		name = filepath.FromSlash(name)
		mode := os.FileMode(0o644)
		if bytes.HasPrefix(content, []byte("#!")) {
			mode = 0o755
		}
		if err := errors.Join(root.MkdirAll(filepath.Dir(name), 0o755), root.WriteFile(name, content, mode)); err != nil {
			return err
		}
	}
	return nil
}

// plain returns the reason of an error of a file.
func plain(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

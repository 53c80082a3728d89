package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
)

// An Engine is docker or podman.
type Engine struct {
	Name    string // "docker", "podman"
	Version string
	Note    func(string) // receives hints for the organiser, once each; nil: discarded
	path    string
	env     []string

	blind    atomic.Bool            // the account of a running container could not be read
	accounts atomic.Pointer[string] // path of a container's account, with %s for its ID
}

// Find finds an engine and checks that it answers.
func Find(ctx context.Context, name string) (*Engine, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return nil, fmt.Errorf("%s is not installed; images play without it as docker-archive:FILE, oci:DIR or docker://NAME", name)
	}
	e := &Engine{Name: name, path: path, env: os.Environ()}
	format := "{{.Server.Version}}"
	if name == "podman" {
		format = "{{.Client.Version}}"
	}
	out, err := e.ask(ctx, "version", "--format", format)
	if err != nil {
		return nil, fmt.Errorf("%s is installed but does not answer: %w", name, err)
	}
	e.Version = strings.TrimSpace(string(out))
	return e, nil
}

// ask runs a command of the engine to its end.
func (e *Engine) ask(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, e.path, append(e.quiet(), args...)...)
	var output bytes.Buffer
	cmd.Stderr, cmd.Env = &output, e.env
	out, err := cmd.Output()
	if err != nil {
		return nil, saying(output.Bytes(), err)
	}
	return out, nil
}

// quiet returns arguments that keep the engine's own warnings out of programs' standard error.
func (e *Engine) quiet() []string {
	if e.Name == "podman" {
		return []string{"--log-level=error"}
	}
	return nil
}

// Limits returns nil if the engine can limit the memory and the tasks of containers, else the reason. Without root on control groups of
// version 1, engines start containers anyway, with a warning at most.
func (e *Engine) Limits(ctx context.Context) error {
	out, err := e.ask(ctx, "info", "--format", "{{json .}}")
	if err != nil {
		return fmt.Errorf("ask %s for its limits: %w", e.Name, err)
	}
	var info struct {
		MemoryLimit, PidsLimit bool // docker's
		Host                   struct{ CgroupControllers []string }
	}
	if err := json.Unmarshal(out, &info); err != nil {
		return fmt.Errorf("ask %s for its limits: %w", e.Name, err)
	}
	memory, tasks := info.MemoryLimit, info.PidsLimit
	for _, c := range info.Host.CgroupControllers {
		memory, tasks = memory || c == "memory", tasks || c == "pids"
	}
	if memory && tasks {
		return nil
	}
	return fmt.Errorf("%s cannot limit the memory and the processes of containers here: run it as root, or on control groups of version "+
		"2 that are delegated to this user", e.Name)
}

// saying returns the last line of an engine's output as an error.
func saying(output []byte, err error) error {
	lines := strings.Split(strings.TrimSpace(strings.ToValidUTF8(string(output), "\ufffd")), "\n")
	if last := lines[len(lines)-1]; last != "" {
		return fmt.Errorf("%.300s", last)
	}
	return err
}

// Facts describe an image, as an engine reports it.
type Facts struct {
	ID         string // "sha256:…"
	Digest     string // of the manifest in its registry; the ID if it has none
	Author     string
	System     string
	Processor  string
	Entrypoint []string
	Cmd        []string
	Labels     map[string]string
}

// ErrNoImage reports an image that the engine does not have.
var ErrNoImage = errors.New("no such image")

// Inspect describes an image.
func (e *Engine) Inspect(ctx context.Context, image string) (*Facts, error) {
	if strings.HasPrefix(image, "-") || image == "" {
		return nil, fmt.Errorf("invalid image name %q", image)
	}
	out, err := e.ask(ctx, "image", "inspect", image)
	if err != nil {
		if lower := strings.ToLower(err.Error()); strings.Contains(lower, "no such image") || strings.Contains(lower, "not known") {
			return nil, fmt.Errorf("%w: %s has no %s; %s pull or %s load adds it", ErrNoImage, e.Name, image, e.Name, e.Name)
		}
		return nil, fmt.Errorf("ask %s for the image: %w", e.Name, err)
	}
	var info []struct {
		ID           string `json:"Id"`
		RepoDigests  []string
		Author       string
		Architecture string
		Os           string
		Config       struct {
			Entrypoint []string
			Cmd        []string
			Labels     map[string]string
		}
	}
	if err := json.Unmarshal(out, &info); err != nil || len(info) != 1 {
		return nil, fmt.Errorf("ask %s for the image: it returned %d images (%v)", e.Name, len(info), err)
	}
	t := info[0]
	f := &Facts{
		ID: "sha256:" + strings.TrimPrefix(t.ID, "sha256:"), Author: t.Author, System: t.Os, Processor: t.Architecture,
		Entrypoint: t.Config.Entrypoint, Cmd: t.Config.Cmd, Labels: t.Config.Labels,
	}
	f.Digest = f.ID
	if len(t.RepoDigests) > 0 {
		if _, digest, ok := strings.Cut(t.RepoDigests[0], "@"); ok {
			f.Digest = digest
		}
	}
	return f, nil
}

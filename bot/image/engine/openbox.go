package engine

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"agon/bot"
	"agon/bot/sandbox"
)

// Names of what an engine keeps for agon.
const (
	emptyImage = "localhost/agon-empty:1"
	boxPrefix  = "agon-"
)

// openTime is what an engine may take to answer a question before it counts as silent.
const openTime = time.Minute

// OpenBox prepares an engine, docker or podman, or whichever of them works where the name is empty. It starts an empty program to see
// that it does, and removes the containers of hosts that were killed.
func OpenBox(ctx context.Context, name string) (*Box, error) {
	names := []string{"docker", "podman"}
	if name != "" {
		names = []string{name}
	}
	var why []string
	for _, name := range names {
		b, err := openBox(ctx, name)
		if err == nil {
			return b, nil
		}
		why = append(why, err.Error())
	}
	return nil, fmt.Errorf("no container engine can start bots here: %s; install docker or podman, start it, or leave --sandbox engine out (agon sandbox shows which levels work without an engine)", strings.Join(why, "; "))
}

func openBox(ctx context.Context, name string) (*Box, error) {
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	if err := bindable(); err != nil {
		return nil, err
	}
	if _, err := exec.LookPath(name); err != nil {
		return nil, fmt.Errorf("%s is not installed", name)
	}
	e, err := Find(ctx, name)
	if err != nil {
		return nil, err
	}
	if err := e.Limits(ctx); err != nil {
		return nil, err
	}
	b := &Box{engine: e, name: sandbox.OwnName() + "-" + rand.Text()[:8]}
	if b.binds, b.bound, err = system(); err != nil {
		return nil, err
	}
	if err := e.haveEmpty(ctx); err != nil {
		return nil, err
	}
	b.removeAll(ctx, sandbox.Abandoned)
	forgetNotes()
	return b, b.try()
}

// forgetNotes removes the folders that hosts which were killed have kept for their containers.
func forgetNotes() {
	folders, _ := filepath.Glob(filepath.Join(os.TempDir(), boxPrefix+"*-container-*"))
	for _, folder := range folders {
		if sandbox.Abandoned(filepath.Base(folder)) {
			os.RemoveAll(folder)
		}
	}
}

// try starts a program that ends at once.
func (b *Box) try() error {
	p, err := b.Start(bot.Command{Path: shell, Args: []string{"-c", "exit 0"}})
	if err != nil {
		return err
	}
	said := bot.NewLog(0)
	p.In().Close()
	said.Drain(p.Err())
	if exit := p.Wait(); exit.Code != 0 || exit.Host != nil {
		return errors.Join(fmt.Errorf("%s cannot run a container: %w", b.engine.Name, saying(said.Take(), fmt.Errorf("it ended with code %d", exit.Code))), exit.Host)
	}
	return nil
}

// haveEmpty makes the empty image where the engine has none. All that is in it is a place for temporary files that anybody may write:
// engines lay their own over it with the rights that they find.
func (e *Engine) haveEmpty(ctx context.Context) error {
	if _, err := e.Inspect(ctx, emptyImage); !errors.Is(err, ErrNoImage) {
		return err
	}
	cmd := exec.CommandContext(ctx, e.path, "import", "-", emptyImage)
	cmd.Stdin, cmd.Env = bytes.NewReader(emptyTar()), e.env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s makes no empty image: %w", e.Name, saying(out, err))
	}
	return nil
}

func emptyTar() []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	w.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: "tmp/", Mode: 0o1777})
	w.Close()
	return b.Bytes()
}

// Close removes what is left of the box's containers.
func (b *Box) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), openTime)
	defer cancel()
	return b.removeAll(ctx, func(name string) bool { return strings.HasPrefix(name, b.name+"-") })
}

// removeAll ends and removes the containers of some names.
func (b *Box) removeAll(ctx context.Context, which func(name string) bool) error {
	out, err := b.engine.ask(ctx, "ps", "--all", "--filter", "name="+boxPrefix, "--format", "{{.Names}}")
	if err != nil {
		return fmt.Errorf("ask %s for its containers: %w", b.engine.Name, err)
	}
	for _, name := range strings.Fields(string(out)) {
		if which(name) {
			b.engine.forget(name)
		}
	}
	return nil
}

// forget ends and removes a container, if there is one of this name.
func (e *Engine) forget(name string) {
	ctx, cancel := context.WithTimeout(context.Background(), openTime)
	defer cancel()
	e.ask(ctx, "rm", "--force", name)
}

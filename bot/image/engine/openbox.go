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

// openTime is the time that an engine may take to answer.
const openTime = time.Minute

// OpenBox prepares an engine, docker or podman, or the first of them that works if name is empty. It runs an empty program as a test, and
// removes the containers of killed hosts.
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
	return nil, fmt.Errorf("no container engine can start bots here: %s; install docker or podman, start it, or use another --sandbox "+
		"level (agon sandbox shows which levels work without an engine)", strings.Join(why, "; "))
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

// forgetNotes removes the folders that killed hosts have left.
func forgetNotes() {
	folders, _ := filepath.Glob(filepath.Join(os.TempDir(), boxPrefix+"*-container-*"))
	for _, folder := range folders {
		if sandbox.Abandoned(filepath.Base(folder)) {
			os.RemoveAll(folder)
		}
	}
}

// try runs a program that ends at once.
func (b *Box) try() error {
	p, err := b.Start(bot.Command{Path: shell, Args: []string{"-c", "exit 0"}})
	if err != nil {
		return err
	}
	output := bot.NewLog(0)
	p.In.Close()
	output.Drain(p.Err)
	p.Wait()
	if exit := p.Close(); exit.Code != 0 || exit.Host != nil {
		return errors.Join(fmt.Errorf("%s cannot run a container: %w", b.engine.Name,
			saying(output.Text(), fmt.Errorf("it ended with code %d", exit.Code))), exit.Host)
	}
	return nil
}

// haveEmpty creates the empty image if the engine does not have it. It contains only a world-writable folder for temporary files, whose
// mode engines copy to the file system that they mount over it.
func (e *Engine) haveEmpty(ctx context.Context) error {
	if _, err := e.Inspect(ctx, emptyImage); !errors.Is(err, ErrNoImage) {
		return err
	}
	cmd := exec.CommandContext(ctx, e.path, "import", "-", emptyImage)
	cmd.Stdin, cmd.Env = bytes.NewReader(emptyTar()), e.env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s could not create an empty image: %w", e.Name, saying(out, err))
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

// removeAll kills and removes the containers whose names which accepts.
func (b *Box) removeAll(ctx context.Context, which func(name string) bool) error {
	out, err := b.engine.ask(ctx, "ps", "--all", "--filter", "name="+boxPrefix, "--format", "{{.Names}}")
	if err != nil {
		return fmt.Errorf("list the containers of %s: %w", b.engine.Name, err)
	}
	for _, name := range strings.Fields(string(out)) {
		if which(name) {
			b.engine.forget(name)
		}
	}
	return nil
}

// forget kills and removes a container, if there is one of this name.
func (e *Engine) forget(name string) {
	ctx, cancel := context.WithTimeout(context.Background(), openTime)
	defer cancel()
	e.ask(ctx, "rm", "--force", name)
}

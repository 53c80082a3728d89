package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"agon/bot/build/inside"
)

// standardGo is a program that imports what bots usually need of Go's standard library.
const standardGo = `package main

import (
	_ "bufio"
	_ "bytes"
	_ "cmp"
	_ "container/heap"
	_ "container/list"
	_ "encoding/json"
	_ "errors"
	_ "fmt"
	_ "io"
	_ "log"
	_ "maps"
	_ "math"
	_ "math/bits"
	_ "math/rand"
	_ "os"
	_ "slices"
	_ "sort"
	_ "strconv"
	_ "strings"
	_ "sync/atomic"
	_ "time"
)

func main() {}
`

// seedGo gives a build the compiled packages of Go's standard library, which would take each build ten seconds and more. They are compiled
// once, from a program of agon's.
func (b *Builder) seedGo(ctx context.Context, p *plan) error {
	gotool := p.standard
	version, err := p.tools.ask(gotool.path, "env", "GOROOT")
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(gotool.mark + version + standardGo))
	dir, err := b.Cache.Keep(ctx, "go", hex.EncodeToString(sum[:16]), func(dir string) error {
		return compileGo(ctx, gotool.path, dir)
	})
	p.job.Copies = append(p.job.Copies, inside.Copy{From: dir, To: goCache})
	if !ofSystem(version) {
		p.readable = append(p.readable, version)
	}
	return err
}

func compileGo(ctx context.Context, gotool, dir string) error {
	scratch := dir + ".scratch"
	if err := os.MkdirAll(scratch, 0o755); err != nil {
		return fmt.Errorf("compile Go's library: %w", err)
	}
	file := filepath.Join(scratch, "all.go")
	if err := os.WriteFile(file, []byte(standardGo), 0o644); err != nil {
		return fmt.Errorf("compile Go's library: %w", err)
	}
	c := exec.CommandContext(ctx, gotool, "build", "-trimpath", "-buildvcs=false", "-o", filepath.Join(scratch, "all"), file)
	c.Dir = scratch
	c.Env = append(os.Environ(), "GOCACHE="+dir)
	for _, e := range goEnv {
		if !strings.HasPrefix(e, "GOCACHE=") {
			c.Env = append(c.Env, strings.ReplaceAll(e, "{scratch}", scratch))
		}
	}
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("compile Go's library: %w: %s", err, show(out))
	}
	return openAll(dir)
}

// openAll makes a folder readable for every user, since go writes for its own user only.
func openAll(dir string) error {
	return filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.Chmod(path, 0o755)
		}
		return os.Chmod(path, 0o644)
	})
}

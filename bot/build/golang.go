package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"agon/bot/build/inside"
)

// planGo builds with go, offline and without cgo: one file, the files of a folder, or its module.
func planGo(p *plan) error {
	gotool, err := p.gotool()
	if err != nil {
		return err
	}
	args := []string{"build", "-trimpath", "-buildvcs=false", "-o", makes()}
	if p.use.Debug {
		args[1] = fmt.Sprintf("-gcflags=all=-N -l '-trimpath=%s=>%s'", inside.Sources, p.source.Root)
	}
	switch {
	case p.source.Single:
		args = append(args, p.entry())
	case p.source.has("go.mod"):
		args = append(args, ".")
	default:
		args = append(args, slices.DeleteFunc(p.sources(".go"), func(name string) bool { return path.Dir(name) != "." })...)
	}
	p.compile(gotool, args...)
	p.job.Env = append(p.job.Env, goEnv...)
	return nil
}

// gotool finds go, and has its standard library compiled in advance.
func (p *plan) gotool() (tool, error) {
	t, err := p.tools.find("Go", "apt-get install golang-go, or https://go.dev/dl", "go")
	if err == nil {
		p.standard = &t
	}
	return t, err
}

// goEnv makes go use only this machine's toolchain and the sources.
var goEnv = []string{
	"GOCACHE={scratch}/" + goCache, "GOPATH={scratch}/go", "GOENV=off", "GOWORK=off", "GOPROXY=off", "GOTOOLCHAIN=local", "GOTELEMETRY=off",
	"GOFLAGS=", "CGO_ENABLED=0",
}

// goCache is the folder with compiled packages of Go's standard library.
const goCache = "go-cache"

// seedGo gives a build the compiled packages of Go's standard library, which would take each build ten seconds and more. They are compiled
// once, from a program of agon's that imports what bots usually need.
func (b *Builder) seedGo(ctx context.Context, p *plan) error {
	gotool := p.standard
	version, err := p.tools.ask(gotool.path, "env", "GOROOT")
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(gotool.mark + version + added(standardGo)))
	dir, err := b.Cache.Keep(ctx, "go", hex.EncodeToString(sum[:16]), func(dir string) error {
		return compileGo(ctx, gotool.path, dir)
	})
	p.job.Copies = append(p.job.Copies, inside.Copy{From: dir, To: goCache})
	if !ofSystem(version) {
		p.readable = append(p.readable, version)
	}
	return err
}

const standardGo = "standard.go.txt"

func compileGo(ctx context.Context, gotool, dir string) error {
	scratch := dir + ".scratch"
	if err := os.MkdirAll(scratch, 0o755); err != nil {
		return fmt.Errorf("compile Go's library: %w", err)
	}
	file := filepath.Join(scratch, "all.go")
	if err := os.WriteFile(file, []byte(added(standardGo)), 0o644); err != nil {
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

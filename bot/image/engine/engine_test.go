package engine_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/v1"

	"agon/bot"
	"agon/bot/build"
	"agon/bot/image"
	"agon/bot/image/engine"
	"agon/bot/image/imagetest"
	"agon/bot/sandbox"
)

// onEngines runs a test with each engine that is installed and answers, and logs the others.
func onEngines(t *testing.T, test func(t *testing.T, e *engine.Engine)) {
	for _, name := range []string{"docker", "podman"} {
		t.Run(name, func(t *testing.T) {
			e, err := engine.Find(context.Background(), name)
			if err != nil {
				t.Skip(err)
			}
			if err := e.Limits(context.Background()); err != nil {
				t.Skip(err)
			}
			t.Logf("%s %s", e.Name, e.Version)
			test(t, e)
		})
	}
}

// loaded loads an image into an engine for the duration of a test.
func loaded(t *testing.T, e *engine.Engine, img v1.Image) *engine.Facts {
	t.Helper()
	tag := fmt.Sprintf("localhost/agon-test/%s:%d", strings.ToLower(filepath.Base(t.Name())), os.Getpid())
	file := filepath.Join(t.TempDir(), "image.tar")
	imagetest.Archive(t, file, img, tag)
	if out, err := exec.Command(e.Name, "load", "--input", file).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Cleanup(func() { exec.Command(e.Name, "rmi", "--force", tag).Run() })
	f, err := e.Inspect(context.Background(), tag)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// result is what a program wrote and how it ended.
type result struct {
	out, err string
	exit     bot.Exit
}

func ran(t *testing.T, l bot.Launcher, c bot.Command, after time.Duration) result {
	t.Helper()
	p, err := l.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	p.In.Close()
	if after > 0 {
		time.AfterFunc(after, p.Kill)
	}
	errs := make(chan string, 1)
	go func() {
		b, _ := io.ReadAll(p.Err)
		errs <- string(b)
	}()
	out, _ := io.ReadAll(p.Out)
	return result{string(out), <-errs, p.Wait()}
}

// TestBothWaysAnswerAlike runs one image in the engine and in the sandbox: equal histories give equal answers.
func TestBothWaysAnswerAlike(t *testing.T) {
	onEngines(t, func(t *testing.T, e *engine.Engine) {
		img := imagetest.Static(t)
		f := loaded(t, e, img)
		if id, _ := img.ConfigName(); e.Name == "docker" && f.ID != id.String() {
			t.Errorf("its ID is %s, want %s", f.ID, id)
		}
		own, command := unpacked(t, img)
		byEngine := &engine.Launcher{Engine: e, Image: f.ID}
		for _, history := range []string{"", "rp2", "rp2;sp1", ";rp2;;--0;-p2"} {
			for player := 1; player <= 2; player++ {
				c := command
				c.Args, c.Env = append(c.Args, history), append(c.Env, fmt.Sprint("PLAYER_NUMBER=", player))
				here := ran(t, own, c, 0)
				there := ran(t, byEngine, bot.Command{Args: []string{history}, Env: c.Env}, 0)
				if here.out != there.out || here.exit.Code != there.exit.Code || here.out == "" {
					t.Errorf("%q as player %d: the sandbox has %+v, the engine %+v", history, player, here, there)
				}
			}
		}
	})
}

// unpacked returns the image as the sandbox runs it.
func unpacked(t *testing.T, img v1.Image) (bot.Launcher, bot.Command) {
	t.Helper()
	level, err := sandbox.Best()
	if err != nil {
		t.Fatal(err)
	}
	if level < sandbox.Namespaces {
		t.Skipf("the best sandbox here is %v", level)
	}
	own, err := sandbox.Open(level)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { own.Close() })
	dir := t.TempDir()
	os.Chmod(dir, 0o755)
	cache, err := build.OpenCache(dir)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "image.tar")
	imagetest.Archive(t, file, img, "bot:1")
	s := image.Store{Cache: cache}
	m, root, err := s.Get(context.Background(), image.Ref{Form: image.Archive, Path: file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := m.Program(root, true, bot.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return own, c
}

// probe is a program that does what its first argument says.
const probe = `package main

import (
	"fmt"
	"net"
	"os"
	"syscall"
	"time"
)

func main() {
	switch os.Args[1] {
	case "world":
		_, root := os.Create("/x")
		_, tmp := os.Create("/tmp/x")
		faces, _ := net.Interfaces()
		up := 0
		for _, f := range faces {
			if f.Name != "lo" {
				up++
			}
		}
		fmt.Println(root != nil, tmp != nil, up, os.Getenv("A"), os.Getuid())
		for _, family := range []int{syscall.AF_UNIX, syscall.AF_INET, 38, 40} { // crypto, virtual machines
			_, err := syscall.Socket(family, syscall.SOCK_STREAM, 0)
			fmt.Print(err != nil, " ")
		}
		fmt.Println(syscall.Unshare(syscall.CLONE_NEWUSER) == syscall.EPERM)
	case "exit":
		fmt.Fprintln(os.Stderr, "why")
		os.Exit(7)
	case "like the engine":
		os.Exit(125)
	case "memory":
		for all := [][]byte{}; ; {
			b := make([]byte, 1<<20)
			for i := range b {
				b[i] = 1
			}
			all = append(all, b)
		}
	case "sleep":
		fmt.Println("asleep")
		time.Sleep(time.Hour)
	}
}
`

func TestContainers(t *testing.T) {
	onEngines(t, func(t *testing.T, e *engine.Engine) {
		program := imagetest.Built(t, probe)
		f := loaded(t, e, imagetest.Image(t, v1.Config{Entrypoint: []string{"/bot"}, User: "1234"},
			imagetest.Layer(t, imagetest.File{Name: "bot", Text: string(program), Mode: 0o755})))
		l := &engine.Launcher{Engine: e, Image: f.ID}
		do := func(what string, after time.Duration) result {
			return ran(t, l, bot.Command{Args: []string{what}, Env: []string{"A=a b"}, Limits: bot.Limits{Memory: 64 << 20}}, after)
		}
		if s := do("world", 0); s.out != "true false 0 a b 1234\nfalse true true true true\n" || s.exit.Code != 0 {
			t.Errorf("its world: %+v", s)
		}
		if s := do("exit", 0); s.exit.Code != 7 || s.err != "why\n" || s.out != "" {
			t.Errorf("an exit code: %+v", s)
		}
		if s := do("like the engine", 0); s.exit.Code != 125 || s.exit.Host != nil {
			t.Errorf("a bot that ends with the code of a failing engine: %+v", s)
		}
		if s := do("memory", 0); s.exit.Cause() != bot.MemoryLimit || !strings.Contains(s.exit.Fault, "64 MiB") {
			t.Errorf("memory: %+v", s)
		}
		if s := do("sleep", time.Second); s.out != "asleep\n" || s.exit.Code == 0 {
			t.Errorf("killed: %+v", s)
		}
		left, err := exec.Command(e.Name, "ps", "--all", "--quiet", "--filter", "ancestor="+f.ID).Output()
		if err != nil || len(strings.TrimSpace(string(left))) > 0 {
			t.Errorf("containers are left: %s %v", left, err)
		}
		l.Image = "sha256:" + strings.Repeat("0", 64)
		if _, err := l.Start(bot.Command{}); err == nil || !strings.Contains(err.Error(), "could not create a container") {
			t.Errorf("an image that has vanished: %v", err)
		}
		if _, err := e.Inspect(context.Background(), "agon-test/none:1"); !errors.Is(err, engine.ErrNoImage) {
			t.Errorf("an image that does not exist: %v", err)
		}
	})
}

func TestAbsentEngine(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := engine.Find(context.Background(), "docker")
	if err == nil || err.Error() != "docker is not installed; images play without it as docker-archive:FILE, oci:DIR or docker://NAME" {
		t.Error(err)
	}
}

func TestSilentEngine(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "docker"),
		[]byte("#!/bin/sh\necho first >&2; echo Cannot connect to the daemon >&2; exit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	_, err := engine.Find(context.Background(), "docker")
	if err == nil || err.Error() != "docker is installed but does not answer: Cannot connect to the daemon" {
		t.Error(err)
	}
}

// fake returns an engine that is a script.
func fake(t *testing.T, script string) *engine.Engine {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "docker"), []byte("#!/bin/sh\ncd "+dir+"\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	e, err := engine.Find(context.Background(), "docker")
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// made writes the container's ID to the requested file.
const made = `while [ "$1" != --cidfile ]; do shift; done; echo 77 > "$2"` + "\n"

// TestWhoseFaultItIs: a bot that ends with an engine's error code is no failing engine.
func TestWhoseFaultItIs(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		host         bool
	}{
		{"the engine still answers: the bot failed", `[ "$1" = version ] && { echo 1; exit; }` + "\n" + made + "exit 125", false},
		{"the engine is gone: the host failed",
			`[ "$1" = version ] && { [ -e gone ] && exit 1; echo 1; exit; }` + "\n" + made + "touch gone; exit 125", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := &engine.Launcher{Engine: fake(t, tt.script), Image: "x"}
			if s := ran(t, l, bot.Command{}, 0); (s.exit.Host != nil) != tt.host || s.exit.Code != 125 {
				t.Errorf("%+v", s)
			}
		})
	}
}

// TestLimits: an engine that cannot limit containers starts no bot.
func TestLimits(t *testing.T) {
	for _, tt := range []struct {
		name, info string
		can        bool
	}{
		{"docker of root", `{"MemoryLimit":true,"PidsLimit":true}`, true},
		{"rootless docker on control groups 1", `{"MemoryLimit":false,"PidsLimit":false}`, false},
		{"podman of root", `{"host":{"cgroupVersion":"v1","cgroupControllers":["cpu","memory","pids"]}}`, true},
		{"rootless podman on control groups 1", `{"host":{"cgroupVersion":"v1","cgroupControllers":[]}}`, false},
		{"rootless podman without the controller of tasks", `{"host":{"cgroupVersion":"v2","cgroupControllers":["memory"]}}`, false},
	} {
		e := fake(t, `[ "$1" = version ] && { echo 1; exit; }`+"\necho '"+tt.info+"'\n")
		err := e.Limits(context.Background())
		if (err == nil) != tt.can || err != nil &&
			!strings.Contains(err.Error(), "cannot limit the memory and the processes of containers here") {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// TestCommandLine: the arguments that every container is started with.
func TestCommandLine(t *testing.T) {
	e := fake(t, `[ "$1" = version ] && { echo 1; exit; }`+"\n"+`for a; do echo "$a"; done`+"\n"+made)
	l := &engine.Launcher{Engine: e, Image: "sha256:1"}
	s := ran(t, l, bot.Command{Args: []string{"", "--privileged"}, Env: []string{"PLAYER_NUMBER=2"}}, 0)
	for _, want := range []string{
		"run\n--rm\n--pull=never\n", "--network=none\n--read-only\n--cap-drop=ALL\n",
		"--pids-limit=128\n--memory=536870912\n--memory-swap=536870912\n",
		"no-new-privileges\n", "seccomp=/", "--env\nPLAYER_NUMBER=2\nsha256:1\n\n--privileged\n",
	} {
		if !strings.Contains(s.out, want) {
			t.Errorf("%q is not in %q", want, s.out)
		}
	}
}

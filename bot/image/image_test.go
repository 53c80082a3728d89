package image_test

import (
	"context"
	"io"
	"log"
	"os"
	"path/filepath"
	"testing"

	"agon/bot"
	"agon/bot/build"
	"agon/bot/image"
	"agon/bot/image/imagetest"
	"agon/bot/sandbox"
)

// store returns an empty cache for a test.
func store(t testing.TB) *image.Store {
	t.Helper()
	dir := t.TempDir()
	os.Chmod(dir, 0o755)
	cache, err := build.OpenCache(dir)
	if err != nil {
		t.Fatal(err)
	}
	return &image.Store{Cache: cache}
}

// opened unpacks the image of a reference.
func opened(t testing.TB, s *image.Store, ref string) (*image.Image, string) {
	t.Helper()
	r, ok := image.Parse(ref)
	if !ok {
		t.Fatalf("%s is not a reference to an image", ref)
	}
	m, root, err := s.Get(context.Background(), r, nil)
	if err != nil {
		t.Fatalf("%s: %v", ref, err)
	}
	return m, root
}

// box returns a launcher that supports programs with a root of their own.
func box(t testing.TB) *sandbox.Sandbox {
	t.Helper()
	level, err := sandbox.Best()
	if err != nil {
		t.Fatal(err)
	}
	if level < sandbox.Namespaces {
		t.Skipf("the best sandbox here is %v, and images need level namespaces", level)
	}
	c, err := sandbox.Open(level)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// ran runs a program with additional arguments and variables, and returns its output and how it ended.
func ran(t testing.TB, l bot.Launcher, c bot.Command, args, env []string) (out, err string, exit bot.Exit) {
	t.Helper()
	c.Args, c.Env = append(c.Args, args...), append(c.Env, env...)
	p, fault := l.Start(c)
	if fault != nil {
		t.Fatal(fault)
	}
	p.In.Close()
	errs := make(chan string)
	go func() {
		b, _ := io.ReadAll(p.Err)
		errs <- string(b)
	}()
	b, _ := io.ReadAll(p.Out)
	err = <-errs
	return string(b), err, p.Wait()
}

func TestStaticImage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bot.tar")
	imagetest.Archive(t, file, imagetest.Static(t), "team/bot:1")
	m, root := opened(t, store(t), "docker-archive:"+file)
	c, err := m.Program(root, true, bot.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	l := box(t)
	for _, tt := range []struct{ history, number, want string }{
		{"", "1", "{\"move\": \"ROCK\", \"art\": [\"2\"]}\n"},
		{"rp2", "1", "{\"move\": \"SCISSORS\", \"art\": [\"2\"]}\n"},
		{"rp2", "2", "{\"move\": \"PAPER\", \"art\": [\"2\"]}\n"},
	} {
		if out, errs, exit := ran(t, l, c, []string{tt.history}, []string{"PLAYER_NUMBER=" + tt.number}); out != tt.want || exit.Code != 0 {
			t.Errorf("%q as player %s: %q, %q, %+v", tt.history, tt.number, out, errs, exit)
		}
	}
}

func TestPythonImage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bot.tar")
	imagetest.Archive(t, file, imagetest.Python(t,
		"import json, os, sys\nprint(json.dumps([sys.argv[1], os.environ['PLAYER_NUMBER'], os.getcwd(), sorted(os.listdir('/'))]))\n"),
		"py:1")
	m, root := opened(t, store(t), "docker-archive:"+file)
	c, err := m.Program(root, true, bot.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	out, errs, exit := ran(t, box(t), c, []string{"rp2"}, []string{"PLAYER_NUMBER=2"})
	if want := `["rp2", "2", "/", ["bot.py", "dev", "etc", "lib", "lib64", "proc", "tmp", "usr"]]` + "\n"; out != want {
		t.Errorf("%q %q %+v", out, errs, exit)
	}
}

// quiet discards what a registry logs.
var quiet = log.New(io.Discard, "", 0)

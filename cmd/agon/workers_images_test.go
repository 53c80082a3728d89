package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/bot/image/imagetest"
	"agon/bot/sandbox"
	"agon/games/all"
	"agon/internal/tier"
)

// dealt is a contest between two bots in one container image and one that came with the kind.
const dealt = `
kind = "rps"
name = "Dealt"
seed = 5
[options]
rounds = 7
[[bots]]
ref = "One=docker-archive:bot.tar"
[[bots]]
ref = "Two=docker-archive:bot.tar"
[[bots]]
ref = "builtin:%s"
[[stages]]
name = "all"
format = "round-robin"
games = 2
`

// TestImagesAtAWorker: container images travel to a worker on a machine that has never seen them, by its invitation alone.
func TestImagesAtAWorker(t *testing.T) {
	tier.Long(t)
	if level, err := sandbox.Best(); err != nil || level < sandbox.Namespaces {
		t.Skipf("the best sandbox here is %v, and images need level namespaces (%v)", level, err)
	}
	rock, err := all.Find("rps")
	if err != nil {
		t.Fatal(err)
	}
	f := newFleetTest(t, 1)
	imagetest.Archive(t, filepath.Join(f.dir, "bot.tar"), imagetest.Static(t), "bot:1")
	for _, name := range []string{"here.toml", "away.toml"} {
		if err := os.WriteFile(filepath.Join(f.dir, name), fmt.Appendf(nil, dealt, rock.Builtins[0].Name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := f.run("here.toml")
	worker := f.command("worker", f.invite("fresh"), "--cores", "1", "--cache", filepath.Join(f.dir, "files"))
	elsewhere := filepath.Join(f.dir, "elsewhere")
	worker.Env = append(os.Environ(), "XDG_CACHE_HOME="+elsewhere)
	var out bytes.Buffer
	worker.Stdout, worker.Stderr = &out, &out
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		worker.Process.Kill()
		worker.Wait()
		t.Logf("worker: %s", &out)
	})
	if got := f.run("away.toml", "--no-cores", "--workers", f.address); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if unpacked, _ := filepath.Glob(filepath.Join(elsewhere, "agon", "images", "sha256-*")); len(unpacked) != 1 {
		t.Errorf("the worker has unpacked %q, want one image", unpacked)
	}
	if text, err := f.command("verify", "away").CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, strings.TrimSpace(string(text)))
	}
}

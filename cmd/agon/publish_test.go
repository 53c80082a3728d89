package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"image/png"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"agon/record/replay"
)

// planted is a contest of bots that print, answer and are secrets.
const planted = `
name = "Planted"
kind = "colour-battle"
seed = 918273645012345
secret = "PLANTED-contest-secret-0123456789abcdef"
[options]
rounds = 30
[[bots]]
ref = "bots/PLANTEDfolder.py"
[[bots]]
ref = "builtin:steve"
[[bots]]
ref = "builtin:rambo"
[[stages]]
name = "all"
`

// leaks is a file with a bot that plays badly and one that does not start.
const leaks = `from ..bot_control import Move
import sys

class Leaks:  # PLANTED source
    def get_name(self): return "Leaks"
    def get_contributor(self): return "Ann <ann@PLANTED.example>"
    def determine_next_move(self, grid, enemies, game_info):
        print("PLANTED output", file=sys.stderr)
        if game_info.current_round == 3:
            return "PLANTED answer"
        if game_info.current_round == 5:
            raise ValueError("PLANTED exception")
        return Move.UP

class Unborn:
    def __init__(self): raise ValueError("PLANTED reason")
    def get_name(self): return "Unborn"
    def get_contributor(self): return "ben@PLANTED.example"
    def determine_next_move(self, grid, enemies, game_info): return Move.UP
`

var reelIn = regexp.MustCompile(`id="reel">([^<]+)<`)

// everything returns all that a folder has, with what is packed in pages and replays unpacked, by the file's name.
func everything(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	if err := filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(at)
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, at)
		all[name] = string(text)
		if strings.HasSuffix(name, ".agon") {
			r, err := replay.Decode(text)
			if err != nil {
				return err
			}
			all[name] = fmt.Sprintf("%+v %+v", *r, *r.Record)
		}
		if reel := reelIn.FindSubmatch(text); reel != nil {
			packed, err := base64.StdEncoding.DecodeString(string(reel[1]))
			if err != nil {
				return err
			}
			z, err := gzip.NewReader(bytes.NewReader(packed))
			if err != nil {
				return err
			}
			plain, err := io.ReadAll(z)
			all[name] += string(plain)
			return err
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestPublish: a contest that goes on and one that is over are published, and nothing private is in them.
func TestPublish(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("needs a Python")
	}
	agon := program(t)
	for name, tt := range map[string]struct {
		stage string
		run   []string
		over  bool
	}{
		"it goes on": {"format = \"ladder\"\n", []string{"--rounds", "3"}, false},
		"it is over": {"format = \"arena\"\ngames = 12\n", nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.Mkdir(filepath.Join(dir, "bots"), 0o755); err != nil {
				t.Fatal(err)
			}
			for file, text := range map[string]string{"cup.toml": planted + tt.stage, "bots/PLANTEDfolder.py": leaks} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			command := func(code int, args ...string) string {
				t.Helper()
				cmd := exec.Command(agon, args...)
				cmd.Dir = dir
				out, _ := cmd.CombinedOutput()
				if got := cmd.ProcessState.ExitCode(); got != code {
					t.Fatalf("agon %v exits with %d: %s", args, got, out)
				}
				return string(out)
			}
			command(exitDone, append([]string{"run", "cup.toml", "--sandbox", "none", "--jobs", "1"}, tt.run...)...)
			private := fmt.Sprint(everything(t, filepath.Join(dir, "cup")))
			for _, secret := range []string{"PLANTED output", "PLANTED reason", "PLANTED answer", "918273645012345", "PLANTED.example"} {
				if !strings.Contains(private, secret) {
					t.Errorf("the contest itself has no %q: the test proves nothing", secret)
				}
			}
			out := filepath.Join(dir, "public")
			command(exitDone, "publish", "cup.toml", out, "--base", "https://site.example/cup/")
			all := everything(t, out)
			for file, text := range all {
				for _, secret := range []string{"PLANTED", dir, "0123456789abcdef"} {
					if at := strings.Index(text, secret); at >= 0 {
						t.Errorf("%s has %q: %.200s", file, secret, text[max(0, at-80):])
					}
				}
				if !tt.over && strings.Contains(text, "918273645012345") {
					t.Errorf("%s has the seed of the contest", file)
				}
			}
			kept, err := filepath.Glob(filepath.Join(dir, "cup", "report", "replays", "*.agon"))
			if err != nil || len(kept) < 5 {
				t.Fatal(kept, err)
			}
			for _, at := range kept {
				packed, err := os.ReadFile(at)
				if err != nil {
					t.Fatal(err)
				}
				own, err := replay.Decode(packed)
				if err != nil {
					t.Fatal(err)
				}
				for file, text := range all {
					if !tt.over && strings.Contains(text, fmt.Sprint(own.Record.Seed)) {
						t.Errorf("%s has the seed of the game in %s", file, at)
					}
				}
			}
			if !strings.Contains(all["index.html"], `<meta property="og:image" content="https://site.example/cup/card.png">`) {
				t.Error("the page has no picture for links")
			}
			if picture, err := png.DecodeConfig(strings.NewReader(all["card.png"])); err != nil || picture.Width != 1200 ||
				picture.Height != 630 {
				t.Errorf("the picture for links: %+v, %v", picture, err)
			}
			if _, ok := all["games/1.html"]; !ok {
				t.Error("no game has a page")
			}
			if _, ok := all["replays/1.agon"]; ok != tt.over {
				t.Errorf("a game has a replay: %v", ok)
			}
			if tt.over {
				command(exitDone, "verify", filepath.Join(out, "replays", "1.agon"))
			}
			// It is published again over itself, and not over another folder.
			command(exitDone, "publish", "cup", out)
			if text := command(exitHost, "publish", "cup.toml", dir); !strings.Contains(text, "other files than a published contest") {
				t.Error(text)
			}
			if message := command(exitUsage, "publish", "none.toml", out); !strings.Contains(message, "has not started") {
				t.Error(message)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, ".agon-*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

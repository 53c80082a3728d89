package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"agon/bot/sandbox"
	gamefolder "agon/games/folder"
	"agon/site/wire"
)

// engineSite is a site with a contest of an engine that is talked to, and one of an engine that reads its bots as files.
func engineSite(t *testing.T) *servedSite {
	t.Helper()
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	contest := "kind = \"./game\"\nname = %q\nseed = 7\n[[bots]]\nfolder = \"entries\"\n[[stages]]\nformat = \"round-robin\"\n" +
		"seats = 2\ngames = 4\n"
	for name, files := range map[string]map[string]string{
		"talks": {
			"game.toml": "name = \"sums\"\ntitle = \"Sums\"\nversion = \"1\"\nseats = \"2\"\nmoves = [\"1\", \"2\"]\n[engine]\n" +
				"run = \"./engine\"\nprotocol = \"agon\"\nfiles = [\"engine\", \"lib\"]\n",
			"engine": strings.ReplaceAll(outsider, "PAUSE", "0"), "lib/bonus.txt": "3\n",
		},
		"reads": {
			"game.toml": "name = \"lengths\"\ntitle = \"Lengths\"\nversion = \"1\"\nseats = \"2\"\n[engine]\n" +
				"run = \"python3 judge.py {bots}\"\nprotocol = \"files\"\nsuffix = \".red\"\n" +
				"scores = '(?m)^(?P<score>\\d+)$'\nfiles = [\"judge.py\"]\n",
			"judge.py": "import sys\nfor path in sys.argv[1:]:\n    print(len(open(path).read()))\n",
		},
	} {
		s.writeContest(name, fmt.Sprintf(contest, "The "+name))
		for file, text := range files {
			path := filepath.Join(s.dir, "contests", name, "game", filepath.FromSlash(file))
			os.MkdirAll(filepath.Dir(path), 0o755)
			if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	s.start()
	return s
}

// over plays a contest to its end, and returns its folder.
func (s *servedSite) over(by *caller, contest string) string {
	s.t.Helper()
	if code, text := by.call("POST", "/api/v1/contests/"+contest+"/start", nil); code != 200 {
		s.t.Fatal(code, text)
	}
	by.contest(contest, func(c *wire.Contest) bool {
		if c.State == "failed" {
			s.t.Fatalf("%+v", c)
		}
		return c.State == "over"
	})
	return filepath.Join(s.dir, "contests", contest)
}

// verified verifies a contest that the site has played.
func (s *servedSite) verified(folder, want string) {
	s.t.Helper()
	cmd := exec.Command(s.agon, "verify", filepath.Join(folder, "contest"))
	if out, err := cmd.Output(); err != nil || !strings.HasPrefix(string(out), want) {
		s.t.Errorf("%v: %s", err, out)
	}
}

// A site plays a contest whose game is somebody else's engine, with bots that are handed in: pages, replays, logs and verify are those of
// other games.
func TestSiteOfAnEngine(t *testing.T) {
	t.Parallel()
	s := engineSite(t)
	visitor := s.join(s.invited, "Olga")
	token := visitor.token()
	olga := &caller{t: t, at: s.address, token: token}
	bots := t.TempDir()
	for name, answer := range map[string]string{"low": "1", "high": "9"} {
		text := fmt.Sprintf("import sys\nwhile True:\n    input(), input()\n    print('my answer is', %s, file=sys.stderr)\n"+
			"    print(%s)\n    print(%s, flush=True)\n", answer, answer, answer)
		path := filepath.Join(bots, name+".py")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		s.submits(token, "talks", path, name+", version 1: passed")
	}
	folder := s.over(olga, "talks")
	for path, want := range map[string]string{
		"/c/talks":                           "high",
		"/c/talks/guide":                     "Sums",
		"/c/talks/games/1/":                  "Sums",
		"/c/talks/games/1/log?seat=0&turn=3": "my answer is",
	} {
		if text := visitor.text(path); !strings.Contains(text, want) {
			t.Errorf("%s has no %q:\n%s", path, want, text)
		}
	}
	replay := filepath.Join(t.TempDir(), "one.agon")
	if err := os.WriteFile(replay, []byte(visitor.text("/c/talks/games/1/replay")), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(s.agon, "verify", replay)
	cmd.Env = append(os.Environ(), "AGON_GAMES="+filepath.Join(folder, "game"))
	if out, err := cmd.CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "1 game verified") {
		t.Errorf("%v: %s", err, out)
	}
	s.verified(folder, "8 games verified, 0 refused")
}

// submits hands a bot in by agon submit.
func (s *servedSite) submits(token, contest, path, want string) {
	s.t.Helper()
	cmd := exec.Command(s.agon, "submit", s.address+"/c/"+contest, path)
	cmd.Env = append(os.Environ(), tokenVariable+"="+token)
	if out, err := cmd.CombinedOutput(); !strings.Contains(string(out), want) {
		s.t.Errorf("%s: %v: %s", path, err, out)
	}
}

// Bots that are files of an engine are handed in as files of any name, alone or in an archive, and the pages say that they share a sandbox.
func TestSiteOfBotsThatAreFiles(t *testing.T) {
	t.Parallel()
	s := engineSite(t)
	visitor := s.join(s.invited, "Olga")
	token := visitor.token()
	olga := &caller{t: t, at: s.address, token: token}
	var archive bytes.Buffer
	packer := zip.NewWriter(&archive)
	if w, err := packer.Create("long.red"); err != nil {
		t.Fatal(err)
	} else if _, err := w.Write([]byte("ADD #4, 3\nMOV 2, @2\n")); err != nil {
		t.Fatal(err)
	}
	packer.Close()
	two := t.TempDir()
	for path, text := range map[string]string{"imp.red": "MOV 0, 1\n", "long.zip": archive.String(), "bytes.red": "\xff\xfe",
		"big.red": strings.Repeat("x", 1<<20+1), "pair/one.red": "MOV 0, 1\n", "pair/two.red": "MOV 0, 1\n"} {
		path = filepath.Join(two, filepath.FromSlash(path))
		os.MkdirAll(filepath.Dir(path), 0o755)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for file, want := range map[string]string{
		"imp.red": "imp, version 1: passed", "long.zip": "long, version 1: passed", "bytes.red": "its text is not UTF-8",
		"big.red": "larger than 1048576 bytes", "pair": "a bot is one file, which the game's engine reads, and the folder has 2",
	} {
		s.submits(token, "reads", filepath.Join(two, file), want)
	}
	if text := visitor.text("/c/reads"); !strings.Contains(text, "One file, which the game's engine reads") {
		t.Error(text)
	}
	folder := s.over(olga, "reads")
	for path, want := range map[string]string{
		"/c/reads":          "imp",
		"/c/reads/guide":    "the bots of a game are files in one sandbox with its engine",
		"/c/reads/games/1/": "the bots of a game are files in one sandbox with its engine",
	} {
		if text := visitor.text(path); !strings.Contains(text, want) {
			t.Errorf("%s has no %q:\n%s", path, want, text)
		}
	}
	s.verified(folder, "8 games verified, 0 refused")
}

// An engine that an organiser hands in by her browser or a program is refused if it wants more than others, and else played in the sandbox.
func TestSiteIsHandedAnEngine(t *testing.T) {
	t.Parallel()
	if level, err := sandbox.Best(); err != nil || level == sandbox.None {
		t.Skip("a site without a sandbox takes no games:", err)
	}
	s := engineSite(t)
	olga := &caller{t: t, at: s.address, token: s.join(s.invited, "Olga").token()}
	own := filepath.Join(s.dir, "contests", "talks", "game")
	text, err := os.ReadFile(filepath.Join(own, "game.toml"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(own)); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		code int
		more string
		says string
	}{
		"long":  {422, "start = \"100h\"", "of an engine that is handed in are"},
		"hosts": {422, "run = \"/bin/sh -c id\"", "name a program on the PATH"},
		"night": {200, "run = \"python3 engine\"", ""},
	} {
		game := strings.Replace(string(text), "run = \"./engine\"", tt.more, 1)
		if strings.HasPrefix(tt.more, "start") {
			game = string(text) + tt.more + "\n"
		}
		if err := os.WriteFile(filepath.Join(dir, "game.toml"), []byte(game), 0o644); err != nil {
			t.Fatal(err)
		}
		archive, err := os.ReadFile(packed(t, dir))
		if err != nil {
			t.Fatal(err)
		}
		code, answer := olga.call("POST", "/api/v1/games?name="+name+"&file=game.zip", archive)
		if code != tt.code || !strings.Contains(answer, tt.says) {
			t.Errorf("%s: %d %s", name, code, answer)
		}
	}
	bot := filepath.Join(t.TempDir(), "one.py")
	if err := os.WriteFile(bot, []byte("while True:\n    input(), input()\n    print(1)\n    print(1, flush=True)\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.submits(olga.token, "night", bot, "one, version 1: passed")
	folder := s.over(olga, "night")
	if _, err := os.Stat(filepath.Join(folder, "game", gamefolder.HandedIn)); err != nil {
		t.Error(err)
	}
	cmd := exec.Command(s.agon, "verify", filepath.Join(folder, "contest"))
	if out, err := cmd.Output(); err != nil || !strings.Contains(string(out), "games verified, 0 refused") {
		t.Errorf("%v: %s", err, out)
	}
}

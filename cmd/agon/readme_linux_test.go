package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// fenced matches what a page of documentation says to type, and a file that it says to save.
var fenced = regexp.MustCompile("(?ms)(?:^Save this as `([^`]+)`:\n\n)?^```(sh|toml)\n(.*?)^```$")

// TestReadme types the commands of the README in their order, in one folder, as somebody does who reads it from its beginning to its end.
// Two things differ: the site listens at a free port, and what is done on its pages is done by the forms behind them.
func TestReadme(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"sh", "python3"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("needs ", name)
		}
	}
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	agon, dir := program(t), t.TempDir()
	os.Chmod(dir, 0o755) // bots run as other users
	r := &reader{t: t, dir: dir, env: append(os.Environ(), "HOME="+dir, "AGON_CACHE="+filepath.Join(dir, ".cache"),
		"PATH="+filepath.Dir(agon)+string(os.PathListSeparator)+os.Getenv("PATH"))}
	for _, block := range fenced.FindAllStringSubmatch(string(page), -1) {
		if file := block[1]; file != "" {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(block[3]), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		for line := range strings.Lines(block[3]) {
			command, _, _ := strings.Cut(line, " #")
			r.types(strings.TrimSpace(command))
		}
	}
	if r.site == nil {
		t.Error("no site is served")
	}
	for _, made := range []string{"game.html", "contest/report/index.html", "public/index.html", "site-monday.tar.zst"} {
		if _, err := os.Stat(filepath.Join(dir, made)); err != nil {
			t.Error(err)
		}
	}
}

// A reader is somebody who types what a page says.
type reader struct {
	t    *testing.T
	dir  string
	env  []string
	site *servedSite // nil: it has not been started yet
}

// types types a line.
func (r *reader) types(command string) {
	r.t.Helper()
	target, makes := strings.CutPrefix(command, "make ")
	variable, exports := strings.CutPrefix(command, "export ")
	switch {
	case makes:
		if text, err := os.ReadFile("../../Makefile"); err != nil || !strings.Contains(string(text), "\n"+target+":") {
			r.t.Errorf("%s: the Makefile has no such target: %v", command, err)
		}
	case strings.HasPrefix(command, "agon serve "):
		r.serves(command)
	case strings.HasPrefix(command, "agon debug "):
		r.debugs(strings.Fields(command)[1:])
	case exports:
		name, _, _ := strings.Cut(variable, "=")
		r.env = append(r.env, name+"="+r.begins())
	default:
		if r.site != nil {
			command = strings.ReplaceAll(command, "http://127.0.0.1:8000", r.site.address)
		}
		if out, err := r.shell(command).CombinedOutput(); err != nil {
			r.t.Errorf("%s: %v\n%s", command, err, out)
		}
	}
}

// debugs lets the bot of a game go on in its debugger, and ends it in its next turn, at a terminal.
func (r *reader) debugs(words []string) {
	r.t.Helper()
	if shown, code := talk(r.t, r.dir, []line{{"(Pdb) ", "c"}, {"Enter stops it in round", "q"}}, words...); code != 0 {
		r.t.Errorf("agon %s ends with %d:\n%s", strings.Join(words, " "), code, shown)
	}
}

func (r *reader) shell(command string) *exec.Cmd {
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir, cmd.Env = r.dir, r.env
	return cmd
}

// serves starts a site.
func (r *reader) serves(command string) {
	r.t.Helper()
	r.site = &servedSite{t: r.t, cmd: r.shell("exec " + command + " --listen 127.0.0.1:0")}
	r.site.await()
	r.t.Cleanup(r.site.stop)
}

// begins makes the organiser's account and a contest, and returns a token.
func (r *reader) begins() string {
	r.t.Helper()
	organiser := r.site.join(r.site.invited, "Olga")
	organiser.post("/new", "kind", "colour-battle", "name", "cup", "title", "Cup", "per_author", "1", "builtin", "rambo")
	return organiser.token()
}

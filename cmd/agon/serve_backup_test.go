package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"agon/internal/tier"
)

// backedUp is a contest of built-in bots that lasts some seconds.
const backedUp = `
name = "Backed up"
kind = "colour-battle"
seed = 78
[options]
rounds = 250
[[bots]]
ref = "one=builtin:steve"
[[bots]]
ref = "two=builtin:rambo"
[[bots]]
ref = "three=builtin:steve"
[[stages]]
name = "all"
format = "arena"
seats = 2
games = 4000
`

// writeContest writes a contest into a site's folder.
func (s *servedSite) writeContest(name, text string) {
	s.t.Helper()
	os.Chmod(s.dir, 0o755) // bots run as other users
	folder := filepath.Join(s.dir, "contests", name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "contest.toml"), []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

// stop ends the server as a signal does.
func (s *servedSite) stop() {
	s.cmd.Process.Signal(os.Interrupt)
	s.cmd.Wait()
}

// A visitor is a person's browser without pages.
type visitor struct {
	t *testing.T
	*http.Client
	at string
}

// join makes an account with an invitation.
func (s *servedSite) join(link, name string) *visitor {
	s.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	c := &visitor{s.t, &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
		s.address}
	c.post(strings.TrimPrefix(link, s.address), "name", name, "password", "three words in a row")
	return c
}

// post sends a form, which must be answered by a redirection.
func (c *visitor) post(path string, values ...string) {
	c.t.Helper()
	form := url.Values{}
	for i := 0; i < len(values); i += 2 {
		form.Set(values[i], values[i+1])
	}
	resp, err := c.PostForm(c.at+path, form)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusSeeOther {
		var text bytes.Buffer
		text.ReadFrom(resp.Body)
		c.t.Fatalf("%s: %d %s", path, resp.StatusCode, text.String())
	}
}

// finished runs a site's contest to its end and returns its table without the times of moves. Something of it must have been left to play.
func finished(t *testing.T, agon, contest string) (standings any) {
	t.Helper()
	cmd := exec.Command(agon, "run", contest, "--json", "--pages", "1", "--jobs", "1")
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, complaint.String())
	}
	var run struct {
		Finished bool
		Games    int
		Rounds   int // of this run
		Stages   []struct{ Standings []map[string]any }
	}
	if err := json.Unmarshal(out, &run); err != nil {
		t.Fatal(err)
	}
	if !run.Finished || run.Games != 4000 || run.Rounds == 0 {
		t.Fatalf("finished %v with %d games; %d rounds now", run.Finished, run.Games, run.Rounds)
	}
	for _, line := range run.Stages[0].Standings {
		for _, timed := range []string{"avg_us", "cpu_us", "processor_seconds", "score_per_us", "clock_disagrees"} {
			delete(line, timed)
		}
	}
	return run.Stages[0].Standings
}

// TestBackups: a site that plays is backed up, and killed while it is backed up again; each backup is restored, verified and played to its
// end, and the tables are those of a contest that nothing disturbed.
func TestBackups(t *testing.T) {
	tier.Alone(t)
	agon := program(t)
	alone := &servedSite{t: t, agon: agon, dir: t.TempDir()}
	alone.writeContest("cup", backedUp)
	want := finished(t, agon, filepath.Join(alone.dir, "contests", "cup", "contest.toml"))

	s := &servedSite{t: t, agon: agon, dir: t.TempDir()}
	s.writeContest("cup", backedUp)
	s.start()
	olga := s.join(s.invited, "Olga")
	olga.post("/c/cup/start")
	segment := filepath.Join(s.dir, "contests", "cup", "contest", "replays", "segment-0001")
	for begun := time.Now(); ; { // until games are in the archive
		if found, _ := filepath.Glob(strings.TrimSuffix(segment, "0001") + "*"); len(found) > 0 {
			break
		}
		if time.Since(begun) > patience {
			t.Fatal("no game is played")
		}
	}
	backups := t.TempDir()
	playing, killed := filepath.Join(backups, "playing.tar.zst"), filepath.Join(backups, "killed.tar.zst")
	if out, err := exec.Command(agon, "backup", playing, s.dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if info, err := os.Stat(playing); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v: others may read the backup: %v", err, info)
	}
	second := exec.Command(agon, "backup", killed, s.dir)
	var messages bytes.Buffer
	second.Stderr = &messages
	if err := second.Start(); err != nil {
		t.Fatal(err)
	}
	s.cmd.Process.Kill()
	s.cmd.Wait()
	if err := second.Wait(); err != nil {
		t.Fatalf("%v: %s", err, messages.String())
	}
	for name, file := range map[string]string{"of a site that plays": playing, "of a site that is killed": killed} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "site")
			if out, err := exec.Command(agon, "restore", file, dir).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			contest := filepath.Join(dir, "contests", "cup", "contest.toml")
			if got := finished(t, agon, contest); !reflect.DeepEqual(got, want) {
				t.Errorf("the table is\n%v, not\n%v", got, want)
			}
			if out, err := exec.Command(agon, "verify", strings.TrimSuffix(contest, ".toml")).CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
			again := &servedSite{t: t, agon: agon, dir: dir}
			again.address = s.address // Olga's account is there, so no invitation is printed
			again.invited = "none"
			again.start()
			defer again.stop()
			resp, err := olga.Get(again.address + "/account")
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode != 200 {
				t.Errorf("Olga's session is answered with %d", resp.StatusCode)
			}
		})
	}
	if left, _ := filepath.Glob(filepath.Join(backups, ".agon*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

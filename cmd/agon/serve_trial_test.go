package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/internal/tier"
	"agon/site/wire"
)

// gated is a contest whose gate new versions of bots pass.
const gated = `
kind = "colour-battle"
name = "Gated"
promote = "better"
[options]
rounds = 30
[[bots]]
folder = "entries"
[[bots]]
ref = "house=builtin:rambo"
[[stages]]
format = "arena"
seats = 2
games = 100
`

// Bodies of siteWalker: it stands still, walks to a random side, and fails when another has stood still for ten rounds.
const (
	stander  = "return Move.STAY"
	wanderer = "return random.choice([Move.UP, Move.DOWN, Move.LEFT, Move.RIGHT])"
	failing  = `seen = getattr(self, "seen", {})
        self.seen = {e["id"]: seen.get(e["id"], set()) | {tuple(map(int, e["position"]))} for e in enemies}
        if game_info.current_round > 10 and any(len(seen[e]) == 1 for e in seen if e != self.id):
            raise ValueError("nobody moves")
        return random.choice([Move.UP, Move.DOWN, Move.LEFT, Move.RIGHT])`
)

// tries hands a version in with a body of siteWalker, and returns what the command prints of it.
func (s *servedSite) tries(token, contest, name, body string, more ...string) *wire.Version {
	s.t.Helper()
	path := filepath.Join(s.t.TempDir(), "bot.py")
	text := "import random\n" + fmt.Sprintf(siteWalker, body)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
	args := append([]string{"submit", s.address + "/c/" + contest, path, "--name", name, "--json"}, more...)
	cmd := exec.Command(s.agon, args...)
	cmd.Env = append(os.Environ(), tokenVariable+"="+token)
	out, err := cmd.Output()
	var v wire.Version
	if err != nil || json.Unmarshal(out, &v) != nil || v.Trial == nil {
		s.t.Fatalf("%v: %s", err, out)
	}
	return &v
}

// version returns a version of the first bot when a condition holds.
func (c *caller) version(contest string, number int, holds func(v *wire.Version) bool) *wire.Version {
	c.t.Helper()
	for begun := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		_, text := c.call("GET", "/api/v1/contests/"+contest+"/bots/1/versions", nil)
		var all []wire.Version
		if err := json.Unmarshal([]byte(text), &all); err != nil {
			c.t.Fatal(err, text)
		}
		if v := &all[len(all)-number]; holds(v) {
			return v
		}
		if time.Since(begun) > patience {
			c.t.Fatalf("never: %s", text)
		}
	}
}

func ended(v *wire.Version) bool { return v.Trial.State != "tried" }

// TestGate: in a contest with a gate a first version enters at once, a worse one does not take its place, its games are shown to its author,
// who may insist; a better one does, and a trial goes on after the server was killed.
func TestGate(t *testing.T) {
	tier.Long(t)
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	os.Chmod(s.dir, 0o755) // bots run as other users
	s.writeContest("gated", gated)
	s.start()
	token := s.join(s.invited, "Olga").token()
	olga := &caller{t: t, at: s.address, token: token}
	plays := func(number int) {
		t.Helper()
		olga.version("gated", number, func(v *wire.Version) bool { return v.Plays })
	}

	if v := s.tries(token, "gated", "Hand", wanderer); v.Trial.State != "entered" || !v.Plays ||
		!strings.Contains(v.Trial.Told, "no version of the bot played before") {
		t.Fatalf("%+v %+v", v, v.Trial)
	}
	if v := s.tries(token, "gated", "Hand", stander); v.Trial.State != "tried" || v.Plays {
		t.Fatalf("%+v %+v", v, v.Trial)
	}
	worse := olga.version("gated", 2, ended)
	if worse.Trial.State != "refused" || worse.Plays || len(worse.Trial.Parts) == 0 || !strings.Contains(worse.Trial.Told, "worse") {
		t.Fatalf("%+v", worse.Trial)
	}
	plays(1)
	part := worse.Trial.Parts[0]
	if code, text := olga.call("GET", fmt.Sprintf("%s/%d/", part.Page, part.Games), nil); code != http.StatusOK ||
		!strings.Contains(text, "Hand v2") {
		t.Errorf("the last of %d games: %d %s", part.Games, code, text)
	}
	if code, _ := (&caller{t: t, at: s.address, token: "none"}).call("GET", part.Page+"/1/", nil); code == http.StatusOK {
		t.Error("others see a game of a trial")
	}
	if code, text := olga.call("POST", "/api/v1/contests/gated/bots/1/versions/2/activate", nil); code != http.StatusOK {
		t.Fatal(code, text)
	}
	if v := olga.version("gated", 2, ended); !v.Plays || v.Trial.State != "insisted" {
		t.Errorf("%+v %+v", v, v.Trial)
	}

	// The server is killed while a better version is tried.
	s.tries(token, "gated", "Hand", wanderer)
	s.cmd.Process.Kill()
	s.cmd.Wait()
	s.start()
	better := olga.version("gated", 3, ended)
	if better.Trial.State != "promoted" || !better.Plays || !strings.Contains(better.Trial.Told, "is better than Hand v2") {
		t.Errorf("%+v %+v", better, better.Trial)
	}
	if v := s.tries(token, "gated", "Hand", stander, "--insist"); v.Trial.State != "insisted" || !v.Plays {
		t.Errorf("%+v %+v", v, v.Trial)
	}
	plays(4)
	if found, err := filepath.Glob(filepath.Join(s.dir, "contests", "gated", "contest*")); err != nil || len(found) != 1 {
		t.Errorf("the trials left %v beside the contest's file: %v", found, err)
	}

	// One that crashes against the bots of its trial, and not in its check, is refused with that reason.
	s.tries(token, "gated", "Hand", failing)
	crashing := olga.version("gated", 5, ended)
	if crashing.Trial.State != "refused" || !strings.Contains(crashing.Trial.Told, "crashed") {
		t.Errorf("%+v", crashing.Trial)
	}
	s.stop()
}

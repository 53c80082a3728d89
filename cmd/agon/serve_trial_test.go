package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

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

// submitting starts agon submit for a version with a body of siteWalker.
func (s *servedSite) submitting(token, body string, more ...string) (cmd *exec.Cmd, out *bytes.Buffer) {
	s.t.Helper()
	path := filepath.Join(s.t.TempDir(), "bot.py")
	if err := os.WriteFile(path, []byte("import random\n"+fmt.Sprintf(siteWalker, body)), 0o644); err != nil {
		s.t.Fatal(err)
	}
	cmd = exec.Command(s.agon, append([]string{"submit", s.address + "/c/gated", path, "--name", "Hand", "--json"}, more...)...)
	cmd.Env = append(os.Environ(), tokenVariable+"="+token)
	out = &bytes.Buffer{}
	cmd.Stdout = out
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	return cmd, out
}

// tries hands a version in, and returns what is known when its trial has ended: the command exits with a code, and tells why.
func (s *servedSite) tries(token, body string, code int, why string, more ...string) *wire.Version {
	s.t.Helper()
	cmd, out := s.submitting(token, body, more...)
	cmd.Wait()
	var v wire.Version
	if err := json.Unmarshal(out.Bytes(), &v); err != nil {
		s.t.Fatalf("%v: %s", err, out)
	}
	told := v.Findings[len(v.Findings)-1]
	if cmd.ProcessState.ExitCode() != code || v.State != "good" || v.Plays != (code == exitDone) ||
		told.What != "trial" || !strings.Contains(told.Told, why) {
		s.t.Fatalf("version %d exits with %d, not %d, and %q: %s\n%s", v.Number, cmd.ProcessState.ExitCode(), code, why, out, v.Log)
	}
	return &v
}

// TestGate: in a contest with a gate a first version enters at once; a worse one does not take its place, its games are shown to its
// author, who may insist; a better one does, and a trial goes on after the server was killed.
func TestGate(t *testing.T) {
	t.Parallel()
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	s.writeContest("gated", gated)
	s.start()
	olga := s.join(s.invited, "Olga")
	token := olga.token()
	api := &caller{t: t, at: s.address, token: token}

	s.tries(token, wanderer, exitDone, "no version of the bot played before")
	worse := s.tries(token, stander, exitFault, "Hand v2 is worse than Hand v1")
	const page = "/c/gated/bots/1"
	last := fmt.Sprintf("%s/trials/2/1/%d/", page, worse.Trial[0])
	if text := olga.text(page); !strings.Contains(text, `href="`+last+`"`) || !strings.Contains(text, "is worse than Hand v1") {
		t.Errorf("no game %q on %s", last, text)
	}
	if text := olga.text(last); !strings.Contains(text, "Hand v2") || !strings.Contains(text, "trial of version 2") {
		t.Errorf("%s is %s", last, text)
	}
	if resp, err := http.Get(s.address + last); err != nil || resp.Request.URL.Path != "/sign-in" {
		t.Errorf("others see %s: %v", last, err)
	}
	olga.post(page + "/activate/2")
	if code, text := api.call("GET", "/api/v1/contests/gated/bots/1/versions", nil); code != 200 || !strings.Contains(text,
		`"number":2,"state":"good","plays":true`) {
		t.Errorf("version 2 does not play: %d %s", code, text)
	}

	// The server is killed while a better version is tried.
	cmd, out := s.submitting(token, wanderer)
	for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if _, text := api.call("GET", "/api/v1/contests/gated/bots/1/versions", nil); strings.Contains(text, `"tried":true`) ||
			strings.Contains(text, `"number":3,"state":"good"`) { // it was faster
			break
		} else if time.Since(begun) > patience {
			t.Fatalf("it is never tried: %s", text)
		}
	}
	s.cmd.Process.Kill()
	s.cmd.Wait()
	s.start()
	if err := cmd.Wait(); err != nil || !strings.Contains(out.String(), "Hand v3 is better than Hand v2") {
		t.Errorf("%v: %s", err, out)
	}
	s.tries(token, stander, exitDone, "", "--insist")
	if found, err := filepath.Glob(filepath.Join(s.dir, "contests", "gated", "contest*")); err != nil || len(found) != 1 {
		t.Errorf("the trials left %v: %v", found, err)
	}
	// One that crashes against those of its trial, and passed its check, is refused with that reason.
	s.tries(token, failing, exitFault, "crashed")
	s.stop()
}

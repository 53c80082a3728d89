package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"agon/internal/tier"
	"agon/lab/session"
)

// snoop is a bot that prints and answers what it finds of its machine.
const snoop = `import os, sys
from ..bot_control import Move


class Snoop:
    def get_name(self): return "snoop"
    def get_contributor(self): return "nobody"
    def determine_next_move(self, grid, enemies, game_info):
        print("SECRET-OUTPUT", file=sys.stderr)
        raise ValueError("SECRET-ERROR " + os.getcwd())
`

// TestPlaySite: a bot at home plays a bot of a site, whose moves are made there. The game is the one that both would play in one place.
func TestPlaySite(t *testing.T) {
	tier.Long(t)
	agon := program(t)
	s := &servedSite{t: t, agon: agon, dir: t.TempDir()}
	os.Chmod(s.dir, 0o755) // bots run as other users
	s.writeContest("evening", evening)
	s.start()
	token := s.join(s.invited, "Olga").token()
	s.handIn(token, "Talker", fmt.Sprintf(talker, "LEFT"))
	home := t.TempDir()
	os.Chmod(home, 0o755)
	for path, text := range map[string]string{"mine.py": fmt.Sprintf(siteWalker, "return Move.UP"),
		"theirs.py": fmt.Sprintf(talker, "LEFT"), "env.py": fmt.Sprintf(siteWalker, "import os; print(dict(os.environ)); return Move.UP")} {
		if err := os.WriteFile(filepath.Join(home, path), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	site := s.address + "/c/evening"
	play := func(args ...string) (code int, out, complaint string) {
		t.Helper()
		cmd := exec.Command(agon, append([]string{"play"}, args...)...)
		cmd.Dir = home
		cmd.Env = append(os.Environ(), tokenVariable+"="+token)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		cmd.Run()
		if strings.Contains(stdout.String()+stderr.String(), token) {
			t.Error("the token is printed")
		}
		return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
	}
	type outcome struct {
		Digest string `json:"digest"`
		Seats  []struct {
			Bot    string         `json:"bot"`
			Moves  int            `json:"moves"`
			AvgUs  float64        `json:"avg_us"`
			Faults map[string]int `json:"faults"`
		} `json:"seats"`
	}
	result := func(args ...string) (o outcome) {
		t.Helper()
		code, out, complaint := play(args...)
		if err := json.Unmarshal([]byte(out), &o); err != nil || code != exitDone {
			t.Fatalf("%v: %d %v %s%s", args, code, err, out, complaint)
		}
		return o
	}
	for _, house := range []string{"steve", "HOUSE"} { // built-in bots of the site, and names in any case
		o := result("colour-battle", "./mine.py", "site:"+house, "--site", site, "--set", "rounds=150", "--json")
		if o.Seats[1].Moves != 150 || len(o.Seats[1].Faults) > 0 {
			t.Errorf("%+v", o)
		}
	}
	there := result("colour-battle", "./mine.py", "site:Talker", "--site", site, "--set", "rounds=150", "--seed", "5", "--json", "--replay",
		"game.agon")
	here := result(filepath.Join(s.dir, "contests", "evening", "contest.toml"), "./mine.py", "./theirs.py", "--seed", "5", "--json")
	if there.Digest != here.Digest || there.Seats[1].Bot != "Talker" || there.Seats[1].Moves != 150 || there.Seats[1].AvgUs <= 0 ||
		len(there.Seats[1].Faults) > 0 {
		t.Errorf("%+v with the site, %+v without", there, here)
	}
	if out, err := exec.Command(agon, "verify", filepath.Join(home, "game.agon")).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	if code, out, complaint := play("colour-battle", "./env.py", "site:Talker", "--site", site, "--set", "rounds=150", "--log",
		"logs"); code != exitDone {
		t.Errorf("%d %s%s", code, out, complaint)
	}
	logs, err := filepath.Glob(filepath.Join(home, "logs", "*.log"))
	if err != nil || len(logs) == 0 {
		t.Fatal(logs, err)
	}
	for _, log := range logs {
		text, err := os.ReadFile(log)
		if err != nil || bytes.Contains(text, []byte(token)) || bytes.Contains(text, []byte("I am in my turn")) {
			t.Errorf("%s has the token or what the site's bot printed: %v", log, err)
		}
	}
	for _, tt := range []struct {
		name, says string
		args       []string
	}{
		{"no such bot", `No bot named "Nobody" plays`,
			[]string{"colour-battle", "./mine.py", "site:Nobody", "--site", site, "--set", "rounds=150"}},
		{"other options", "add --set rounds=150", []string{"colour-battle", "./mine.py", "site:Talker", "--site", site}},
		{"another kind", `the bot plays colour-battle, not "tron"`, []string{"tron", "builtin:random", "site:Talker", "--site", site}},
		{"no contest", "want /c/NAME", []string{"colour-battle", "./mine.py", "site:Talker", "--site", s.address}},
		{"no address", "--site https://HOST/c/NAME", []string{"colour-battle", "./mine.py", "site:Talker"}},
		{"no such contest", "There is no such thing",
			[]string{"colour-battle", "./mine.py", "site:Talker", "--site", s.address + "/c/none"}},
		{"no site", "does not answer", []string{"colour-battle", "./mine.py", "site:Talker", "--site", "http://127.0.0.1:1/c/evening"}},
	} {
		if code, out, complaint := play(tt.args...); code == exitDone || !strings.Contains(complaint, tt.says) {
			t.Errorf("%s: %d %s%s", tt.name, code, out, complaint)
		}
	}
	// A bot that is placed past the check and crashes shows its fault, and nothing else.
	olga := &caller{t: t, at: s.address, token: token}
	s.replaceBot("Talker", snoop)
	code, out, complaint := play("colour-battle", "./mine.py", "site:Talker", "--site", site, "--set", "rounds=150", "--log", "crash")
	if code != exitDone || !strings.Contains(out, "crashed") {
		t.Errorf("%d %s%s", code, out, complaint)
	}
	logs, err = filepath.Glob(filepath.Join(home, "crash", "*.log"))
	for _, log := range logs {
		text, wrong := os.ReadFile(log)
		out, err = out+string(text), wrong
	}
	if whole := out + complaint; err != nil || strings.Contains(whole, "SECRET") || strings.Contains(whole, s.dir) {
		t.Errorf("%v %s", err, whole)
	}
	// Sessions are bounded: the third of a person is refused, and one that was closed makes room.
	opening := func() (code int, text string) {
		return olga.callJSON("POST", "/api/v1/contests/evening/sessions", []byte(strings.ReplaceAll(openingOf(t), "BOT", "steve")))
	}
	var id struct{ ID string }
	for range 2 {
		code, text := opening()
		if err := json.Unmarshal([]byte(text), &id); err != nil || code != 201 {
			t.Fatal(code, text, err)
		}
	}
	if code, text := opening(); code != 422 || !strings.Contains(text, "2 games with bots of this site are yours already") {
		t.Error(code, text)
	}
	if code, text := olga.call("DELETE", "/api/v1/contests/evening/sessions/"+id.ID, nil); code != 204 {
		t.Error(code, text)
	}
	if code, text := opening(); code != 201 {
		t.Error(code, text)
	}
	s.stop()
}

// replaceBot replaces the files of the newest version of a bot of the contest evening.
func (s *servedSite) replaceBot(name, text string) {
	s.t.Helper()
	found, err := filepath.Glob(filepath.Join(s.dir, "submitted", "*", "bot", "bot.py"))
	if err != nil || len(found) != 1 {
		s.t.Fatal(found, err)
	}
	if err := os.WriteFile(found[0], []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

// openingOf returns the opening of a session of BOT in the contest evening.
func openingOf(t *testing.T) string {
	t.Helper()
	k, settings, err := session.New(session.Options{Kinds: findKind, Set: []string{"rounds=150"}}).Kind("colour-battle")
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]any{"bot": "BOT", "game": map[string]any{
		"kind": k.Name, "version": k.Version, "options": settings.Texts(), "seed": 5, "seats": 2, "seat": 1, "names": []string{},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

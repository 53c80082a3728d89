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
	"time"

	"agon/site/wire"
)

// TestToolsOfASite: a program hands in to a site that plays, and reads its own games there, by the tools.
func TestToolsOfASite(t *testing.T) {
	t.Parallel()
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	s.writeContest("evening", strings.Replace(evening, `"ladder"`, "\"round-robin\"\ngames = 6", 1))
	s.start()
	defer s.stop()
	token, folder := s.join(s.invited, "Olga").token(), t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "bot.py"), []byte(fmt.Sprintf(siteWalker, `print("up I go"); return Move.UP`)), 0o644); err != nil {
		t.Fatal(err)
	}
	tool := func(words ...string) (text string, err error) {
		cmd := exec.Command(s.agon, append([]string{"tool", "--dir", folder, "--site", s.address + "/c/evening"}, words...)...)
		cmd.Env = append(os.Environ(), tokenVariable+"="+token)
		var told bytes.Buffer
		cmd.Stderr = &told
		out, err := cmd.Output()
		if strings.Contains(string(out)+told.String(), token) {
			t.Error("the token is printed")
		}
		return string(out) + told.String(), err
	}
	says := func(want string, words ...string) (text string) {
		t.Helper()
		text, err := tool(words...)
		if err != nil || !strings.Contains(text, want) {
			t.Errorf("%q: %v\n%s", words, err, text)
		}
		return text
	}
	says(`"good"`, "site_submit", "bot=bot.py", "name=Up")
	says(`"Up"`, "site_contest")
	says("up I go", "site_versions", "bot=Up")
	says("Colour Battle", "site_guide")
	if text, err := tool("site_games", "bot=Down"); err == nil || !strings.Contains(text, `"Down" is no bot of yours here; you have Up`) {
		t.Errorf("somebody else's bot: %v\n%s", err, text)
	}
	olga := &caller{t: t, at: s.address, token: token}
	if code, text := olga.call("POST", "/api/v1/contests/evening/start", nil); code != 200 {
		t.Fatal(code, text)
	}
	var played wire.Games
	for len(played.Games) == 0 {
		if err := json.Unmarshal([]byte(says(`"games"`, "site_games", "bot=Up")), &played); err != nil || t.Context().Err() != nil {
			t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond) // what is waited for needs the processor
	}
	says(`"counted"`, "site_record", "bot=Up")
	number := fmt.Sprint(played.Games[0].Number)
	game := "game=" + number
	read := 0
	for seat := range played.Games[0].PlayedGame.Seats {
		if text, err := tool("site_log", game, fmt.Sprintf("seat=%d", seat)); err == nil && strings.Contains(text, "up I go") {
			read++
		}
	}
	if read != 1 {
		t.Errorf("the log of %d seats can be read, and has what the bot printed; want 1: its own", read)
	}
	says(`"sent":`, "site_log", game)
	says(`"playouts"`, "site_chances", game)

	agon := func(want string, code int, words ...string) string {
		t.Helper()
		cmd := exec.Command(s.agon, words...)
		cmd.Dir, cmd.Env = folder, append(os.Environ(), tokenVariable+"="+token)
		out, _ := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != code || !strings.Contains(string(out), want) || strings.Contains(string(out), token) {
			t.Errorf("%q exits with %d and prints\n%s\nwant %d and %q", words, cmd.ProcessState.ExitCode(), out, code, want)
		}
		return string(out)
	}
	page := s.address + "/c/evening"
	agon("Against", exitDone, "games", page, "--mine", "--limit", "3")
	agon(`"opponents":[{"bot":`, exitDone, "games", page, "--mine", "--bot", "Up", "--result", played.Games[0].Result, "--json")
	agon("There is no such game", exitDone, "games", page, "--mine", "--since", "2999-01-01")
	agon(`no bot of yours there; you have Up`, exitUsage, "games", page, "--mine", "--bot", "Down")
	agon(`There is no fault "slow"`, exitUsage, "games", page, "--mine", "--fault", "slow")
	agon("up I go", exitDone, "logs", page, "--game", number)
	agon(`"sent":`, exitDone, "logs", page, "--game", number, "--json")
	agon("--game", exitUsage, "logs", page)
	agon("--game", exitUsage, "replay", page)

	for !strings.Contains(says(`"state"`, "site_contest"), `"over"`) && t.Context().Err() == nil {
		time.Sleep(100 * time.Millisecond)
	}
	says("game-up.agon", "site_replay", game, "to=game-up.agon")
	agon("wrote own.agon", exitDone, "replay", page, "--game", number, "-o", "own.agon")
	agon("verified", exitDone, "verify", "own.agon")
	says(`"turn":1,`, "replay", "file=game-up.agon", "to=2")
}

package onegame

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/bot"
	"agon/bot/lineup"
	"agon/game"
	"agon/games/tron"
	"agon/lab/live"
	"agon/lab/session"
	"agon/play/worker"
	"agon/record/gamelog"
	"agon/record/replay"
)

// opened returns a session with an opener for tron.
func opened(t *testing.T) (*session.Session, *lineup.Opener) {
	t.Helper()
	kind := game.New(tron.Spec)
	s := session.New(session.Options{Kinds: func(string) (*game.Kind, error) { return kind, nil }, Set: []string{"width=12"}})
	t.Cleanup(func() { s.Close() })
	return s, s.Opener(kind, bot.NewLog(0))
}

// TestRivals: seats that nobody takes get built-in bots, as a word names them, and a bot that cannot play is named with the reason.
func TestRivals(t *testing.T) {
	s, opener := opened(t)
	entries, err := Open(t.Context(), s, opener, []string{"builtin:hugger"})
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{"": "builtin:" + opener.Kind.Builtins[0].Name, "weak": "builtin:" + opener.Kind.Weakest,
		"voronoi": "builtin:voronoi", "none": ""} {
		all, added, err := Fill(t.Context(), opener, entries, word)
		if err != nil || strings.Join(added, " ") != want || len(all) != 1+len(added) {
			t.Errorf("rivals %q: %v, %q, %d bots", word, err, added, len(all))
		}
	}
	if _, err := Rivals(opener.Kind, "voronoy"); err == nil || !strings.Contains(err.Error(), `did you mean "voronoi"`) {
		t.Errorf("a rival that is not there: %v", err)
	}
	_, settings, err := s.Kind("tron")
	if err != nil {
		t.Fatal(err)
	}
	if err := Fits(opener.Kind, settings, 2); err != nil {
		t.Error(err)
	}
	if err := Fits(opener.Kind, settings, 1); err == nil || !strings.Contains(err.Error(),
		"name as many bots, as in agon play tron builtin:") {
		t.Errorf("one bot alone: %v", err)
	}
}

// TestChanges: files that a bot may use are looked at, and the first by name that changes is reported.
func TestChanges(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"single.py", "helper.py", "notes.txt", "bot/main.c", "bot/.git/HEAD", "bot/target/out.o", "bot/lib/a.c"} {
		write(name, "1")
	}
	refs := []string{filepath.Join(dir, "single.py"), "name=" + filepath.Join(dir, "bot"), "builtin:hugger"}
	before := stampsOf(refs)
	var names []string
	for name := range before {
		below, _ := filepath.Rel(dir, name)
		names = append(names, filepath.ToSlash(below))
	}
	slices.Sort(names)
	if want := []string{"bot/lib/a.c", "bot/main.c", "helper.py", "single.py"}; !slices.Equal(names, want) {
		t.Errorf("looked at %q, want %q", names, want)
	}
	if name := changed(before, stampsOf(refs)); name != "" {
		t.Errorf("%s has changed", name)
	}
	write("bot/main.c", "22")
	write("single.py", "22")
	write("notes.txt", "22")
	if name := changed(before, stampsOf(refs)); filepath.Base(name) != "main.c" {
		t.Errorf("%s has changed, want main.c", name)
	}
	os.Remove(filepath.Join(dir, "helper.py"))
	write("bot/main.c", "1")
	if name := changed(before, stampsOf(refs)); name == "" {
		t.Error("a file that is gone has not changed")
	}
}

// TestAgain: equal games are distinguished from others, with the first turn that differs and what became of it.
func TestAgain(t *testing.T) {
	s, opener := opened(t)
	k, settings, err := s.Kind("tron")
	if err != nil {
		t.Fatal(err)
	}
	var again Again
	play := func(refs ...string) []string {
		entries, err := s.Bots(t.Context(), opener, refs)
		if err != nil {
			t.Fatal(err)
		}
		files := Files{Replay: filepath.Join(t.TempDir(), "game.agon"), Logs: filepath.Join(t.TempDir(), "logs")}
		keeper := &Keeper{Files: files, Kind: k, Entries: entries}
		o, err := live.Play(t.Context(), s.Play(k, settings, entries, 7), live.Beginning{}, live.AtEnd(keeper.Replay),
			live.AtEnd(func(g worker.Game) error {
				if err := keeper.Log(1, []gamelog.Record{}); err != nil {
					return err
				}
				return again.Keep(k, g)
			}))
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(files.Replay)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := replay.Decode(data); err != nil || r.Record.Digest != o.Digest || r.Seats[1].Name != entries[1].Name {
			t.Errorf("the replay: %v", err)
		}
		if _, err := os.Stat(filepath.Join(files.Logs, "01-"+entries[1].Name+".log")); err != nil {
			t.Error(err)
		}
		return again.Differs(o)
	}
	if lines := play("builtin:hugger", "builtin:hugger"); lines != nil {
		t.Errorf("the first game: %q", lines)
	}
	if lines := play("builtin:hugger", "builtin:hugger"); len(lines) != 1 || lines[0] != "the same game as before, move by move" {
		t.Errorf("the same game: %q", lines)
	}
	if lines := play("builtin:hugger", "builtin:random"); len(lines) == 0 || !strings.HasPrefix(lines[0], "another game from turn ") {
		t.Errorf("another game: %q", lines)
	}
}

// TestOnward: a game goes on with as many bots as it has seats, from a turn that it has.
func TestOnward(t *testing.T) {
	k := game.New(tron.Spec)
	rep := &replay.Replay{Record: &game.Record{Kind: "tron", Turns: 9, Options: []string{"width=12"}},
		Seats: []replay.Seat{{Name: "Ann"}, {Name: "Ben"}}}
	if _, err := Onward(k, rep, "game.agon",
		1); err == nil || err.Error() != "game.agon has the seats Ann, Ben: name a bot for each of the 2, in this order" {
		t.Errorf("too few bots: %v", err)
	}
	settings, err := Onward(k, rep, "game.agon", 2)
	if err != nil || !slices.Contains(settings.Texts(), "width=12") {
		t.Errorf("its settings: %v, %q", err, settings.Texts())
	}
	if _, err := Beginning(k, rep, "game.agon", 0); err == nil || !strings.Contains(err.Error(), "from 1 to 9") {
		t.Errorf("no turn: %v", err)
	}
}

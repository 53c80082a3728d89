package gamefolder_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/game"
	"agon/games/folder"
)

// outside opens the game of one of the engines in testdata.
func outside(t *testing.T, run, protocol, more string) *gamefolder.Folder {
	t.Helper()
	dir := t.TempDir()
	file := strings.Fields(run)[1]
	text, err := os.ReadFile(filepath.Join("testdata/external", file))
	if err != nil {
		t.Fatal(err)
	}
	toml := fmt.Sprintf("name = \"sums\"\nseats = \"2\"\nversion = \"1\"\n%s\n[engine]\nrun = %q\nprotocol = %q\nfiles = [%q]\n", more, run,
		protocol, file)
	for name, text := range map[string]string{"game.toml": toml, file: string(text)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := gamefolder.Open(dir, here(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// answers plays a game of two bots that answer by a function, and returns the table at its end and all that they were sent.
func answers(t *testing.T, f *gamefolder.Folder, seed int64,
	answer func(seat game.Seat, turn int) *game.Reply) (*game.Table, string, error) {
	t.Helper()
	s, err := f.Kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := f.Kind.Table(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Deal(seed, 2); err != nil {
		return table, "", err
	}
	var sent strings.Builder
	for !table.Over() {
		owes := table.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			var p game.Prompt
			table.Ask(&p, seat)
			fmt.Fprintf(&sent, "%d %d %d %q\n", seat, p.Lines, table.Limit(seat), p.Stdin)
			table.Take(seat, answer(seat, table.Turns()))
		}
		table.Step()
	}
	return table, sent.String(), table.Failed()
}

func seven(game.Seat, int) *game.Reply { return &game.Reply{Out: []byte("7")} }

// A game of an engine is played, recorded, and the same when another process is given the answers.
func TestGamesOfEngines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ run, protocol, want string }{
		{"python3 referee.py", "codingame", "0 1 1000000 \"you are 0\\n0 "},
		{"python3 engine.py", "agon", "0 1 50000 \"you are 0\\n0 "},
	} {
		f := outside(t, c.run, c.protocol, "")
		table, sent, err := answers(t, f, 7, func(seat game.Seat, turn int) *game.Reply {
			if seat == 1 && turn > 3 {
				return &game.Reply{Fault: game.Late}
			}
			return seven(seat, turn)
		})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(sent, c.want) || !strings.Contains(sent, "1 1 50000 \"1 ") {
			t.Errorf("%s: the bots were sent %s", c.run, sent)
		}
		if o := table.Outcome(0); o.Place != 1 || o.Score < 35 || table.Outcome(1).Place != 2 {
			t.Errorf("%s: %+v and %+v", c.run, o, table.Outcome(1))
		}
		again, err := f.Kind.Rerun(table.Record().Clone())
		if err == nil {
			err = again.Finish()
		}
		if err != nil {
			t.Errorf("%s: %v", c.run, err)
		}
		other, _, _ := answers(t, f, 8, seven)
		if other.Digest() == table.Digest() {
			t.Errorf("%s: games of other seeds are equal", c.run)
		}
	}
}

// What an engine sent decides the digest: a recorded game of other prompts is another one.
func TestGamesOfAnUncertainEngine(t *testing.T) {
	t.Parallel()
	f := outside(t, "python3 referee.py uncertain", "codingame", "")
	table, _, err := answers(t, f, 7, seven)
	if err != nil {
		t.Fatal(err)
	}
	again, err := f.Kind.Rerun(table.Record().Clone())
	if err == nil {
		err = again.Finish()
	}
	if err == nil {
		t.Error("a game whose engine said something else is verified")
	}
}

// An answer has the lines that the engine asks for.
func TestLinesOfAnAnswer(t *testing.T) {
	t.Parallel()
	f := outside(t, "python3 referee.py", "codingame", "[options]\nlines = {default = 2}")
	table, _, err := answers(t, f, 7, func(seat game.Seat, _ int) *game.Reply {
		return &game.Reply{Out: []byte("7\n" + strings.Repeat("1\n", 1+int(seat)))}
	})
	if err != nil {
		t.Fatal(err)
	}
	if one := table.Outcome(1); one.Score != -1 || table.Outcome(0).Place != 1 {
		t.Errorf("%+v and %+v", table.Outcome(0), one)
	}
	if faults := table.Record().Faults; len(faults) != 1 || faults[0].Why != game.Illegal {
		t.Errorf("the faults are %+v", faults)
	}
}

// An engine that fails ends its game without an outcome, and says what it did.
func TestEnginesThatFail(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]string{
		"ends": "its process ended with code 3 in the middle of a game, after the beginning of a line, \"[[VIE\"\nits last words:\n" +
			"no more",
		"seat":  "it asks seat 7, and the game has 2: the seats are 0 to 1",
		"few":   "it gives seat 1 no score",
		"fails": "it fails: java.lang.IllegalStateException",
		"hangs": "it has said nothing that goes on with the game for 200ms of processor time",
	} {
		f := outside(t, "python3 referee.py "+mode, "codingame", "")
		if mode == "hangs" {
			text, _ := os.ReadFile(filepath.Join(f.Dir, "game.toml"))
			os.WriteFile(filepath.Join(f.Dir, "game.toml"), append(text, "turn = \"200ms\"\n"...), 0o644)
			var err error
			if f, err = gamefolder.Open(f.Dir, here(t)); err != nil {
				t.Fatal(err)
			}
		}
		_, _, err := answers(t, f, 7, seven)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "python3 referee.py "+mode) {
			t.Errorf("%s: %v", mode, err)
		}
	}
}

// A game whose engine was killed by somebody goes on in another process; where that would play another game, the game is lost as a whole.
func TestEnginesThatAreKilled(t *testing.T) {
	t.Parallel()
	for _, uncertain := range []bool{false, true} {
		more := ""
		if uncertain {
			more = "deterministic = false\n"
		}
		f := outside(t, "python3 engine.py", "agon", "")
		path := filepath.Join(f.Dir, "engine.py")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		once := filepath.Join(t.TempDir(), "once")
		dies := fmt.Sprintf("        if frame == 3 and not os.path.exists(%q):\n            open(%q, \"w\").close()\n"+
			"            os.kill(os.getpid(), 9)\n", once, once)
		engine := strings.Replace(string(text), "        for answer, ask", dies+"        for answer, ask", 1)
		engine = strings.Replace(engine, "import json\n", "import json\nimport os\n", 1)
		toml, err := os.ReadFile(filepath.Join(f.Dir, "game.toml"))
		if err == nil {
			err = os.WriteFile(filepath.Join(f.Dir, "game.toml"), append(toml, more...), 0o644)
		}
		if err == nil {
			err = os.WriteFile(path, []byte(engine), 0o644)
		}
		if err == nil {
			f, err = gamefolder.Open(f.Dir, here(t))
		}
		if err != nil {
			t.Fatal(err)
		}
		table, _, err := answers(t, f, 7, seven)
		if _, unmarked := os.Stat(once); unmarked != nil {
			t.Fatalf("it was not killed: %v", err)
		}
		if uncertain {
			if !errors.Is(err, game.ErrLost) || table.Record().Turns < 3 {
				t.Errorf("it is not lost: %v", err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		again, err := f.Kind.Rerun(table.Record().Clone())
		if err == nil {
			err = again.Finish()
		}
		if err != nil {
			t.Error(err)
		}
	}
}

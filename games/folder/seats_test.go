package gamefolder_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"agon/bot"
	"agon/bot/sandbox"
	"agon/game"
	"agon/games/folder"
)

// lined are scores in lines of a seat and its score.
const lined = `scores = '(?m)^(?P<seat>\d) (?P<score>-?\d+)$'`

// starter opens the game of the engine that starts its bots itself.
func starter(t *testing.T, mode, more string) *gamefolder.Folder {
	t.Helper()
	return outside(t, "python3 starter.py "+mode+" {seed} {out}/result.json {bots}", "seats", "", more)
}

// late is a game in which seat 1 gives no answer after some turns.
func late(seat game.Seat, turn int) *game.Reply {
	if seat == 1 && turn > 3 {
		return &game.Reply{Fault: game.Late}
	}
	return &game.Reply{Out: []byte("7")}
}

func gone(seat game.Seat, turn int) *game.Reply {
	if r := late(seat, turn); r.Fault != game.NoFault {
		return r
	}
	return &game.Reply{Out: []byte("3\n4\ngo")}
}

// Engines that start their bots themselves are played however they wait for them, and say in many ways who won.
func TestGamesOfEnginesThatStartTheirBots(t *testing.T) {
	t.Parallel()
	ends := "prompt_ends = '^go$'\nanswer_ends = '^go$'\n"
	for _, c := range []struct {
		mode, more string
		answer     func(game.Seat, int) *game.Reply
		first      string // that is sent
	}{
		{"turns", lined, late, `0 1 0 "you are 0\n0 `},
		{"plain", lined, late, `0 1 0 "you are 0\n0 `},
		{"threads", lined, late, `0 1 0 "you are 0\n0 `},
		{"threads,stops,go", ends + lined, gone, `0 1 0 "you are 0\n0 `},
		{"go,file", ends + "scores_file = \"result.json\"\nscores_at = \"players.*.score\"", gone, `0 1 0 "you are 0\n0 `},
		{"one", `scores = 'scores: (?P<score1>\S+) (?P<score2>\S+)'`, late, `0 1 0 "you are 0\n0 `},
		{"list", `scores = '(?m)^(?P<score>-?\d+)$'`, late, `0 1 0 "you are 0\n0 `},
		{"exit", "scores_exit = true", late, `0 1 0 "you are 0\n0 `},
	} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel()
			f := starter(t, c.mode, c.more)
			table, sent, err := answers(t, f, 7, c.answer)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(sent, c.first) || strings.Count(sent, "\n1 1 0 ") < 2 {
				t.Errorf("the bots were sent\n%s", sent)
			}
			if table.Outcome(0).Place != 1 || table.Outcome(1).Place != 2 {
				t.Errorf("%+v and %+v", table.Outcome(0), table.Outcome(1))
			}
			again, err := f.Kind.Rerun(table.Record().Clone())
			if err == nil {
				err = again.Finish()
			}
			if err != nil {
				t.Error(err)
			}
			if c.mode != "turns" {
				return
			}
			if other, _, _ := answers(t, f, 8, c.answer); other.Digest() == table.Digest() {
				t.Error("games of other seeds are equal")
			}
		})
	}
}

// An engine that does what it may not, or says nothing of who won, ends its game with a sentence.
func TestEnginesThatStartTheirBotsAndFail(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ mode, more, want string }{
		{"few", lined, "in its output has no number for seat 1: the game has 2 seats, and each needs one"},
		{"double", lined, "in its output has two numbers for seat 1: make the pattern match once"},
		{"never", `scores = 'won by (?P<score>\d+)'`, `the pattern scores, won by (?P<score>\d+), in its output matches nothing`},
		{"nofile", "scores_file = \"other.json\"\nscores_at = \"players\"", "it has written no file other.json"},
		{"file", "scores_file = \"result.json\"\nscores_at = \"winner\"", `scores_at winner in result.json: there is no "winner"`},
		{"crash", lined, "its process ended with code 1, and the pattern scores"},
		{"signal", lined, "its process ended by signal: segmentation fault"},
		{"twice", lined, "it starts {bot1} twice"},
		{"links", lined, "it has connected to agon more than 256 times: a game is one start of each bot"},
		{"waits", lined + "\nturn = \"50ms\"", "it waits, and has sent nothing that ends a prompt to a bot since the last answers"},
	} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel()
			run := "python3 starter.py " + c.mode + " {seed} {out}/result.json {bots}"
			if c.mode == "signal" {
				run = strings.Replace(run, "{out}", "/tmp", 1)
			}
			f := outside(t, run, "seats", "", c.more)
			_, _, err := answers(t, f, 7, seven)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Error(err)
			}
		})
	}
}

// What an engine that starts its bots needs of the sandbox works in the strongest one of this machine, and nothing is left of it.
func TestEnginesThatStartTheirBotsInTheSandbox(t *testing.T) {
	t.Parallel()
	level, err := sandbox.Best()
	if err != nil {
		t.Fatal(err)
	}
	box, err := sandbox.Open(level)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { box.Close() })
	f := starter(t, "threads,stops,go,file",
		"prompt_ends = '^go$'\nanswer_ends = '^go$'\nscores_file = \"result.json\"\nscores_at = \"players.*.score\"")
	host := here(t)
	host.Launcher = func() bot.Launcher { return box }
	host.Own = func() string { return "agon-" + t.Name() }
	if f, err = gamefolder.Open(f.Dir, host); err != nil {
		t.Fatal(err)
	}
	table, sent, err := answers(t, f, 7, gone)
	f.Close()
	if err != nil || table.Outcome(1).Score != -1 {
		t.Errorf("%v, %+v, after\n%s", err, table.Outcome(1), sent)
	}
	if left, _ := os.ReadDir(os.TempDir()); strings.Contains(fmt.Sprint(left), host.Own()) {
		t.Errorf("there is %v", left)
	}
}

// What game.toml says of such an engine is checked when it is opened.
func TestDescriptionsOfEnginesThatStartTheirBots(t *testing.T) {
	t.Parallel()
	for more, want := range map[string]string{
		`scores = '('`:                          "scores must be a regular expression",
		`scores = 'won'`:                        "has no group named score",
		``:                                      "has 0 of scores, scores_at and scores_exit",
		"scores_exit = true\nscores_at = \"a\"": "has 2 of scores, scores_at and scores_exit",
		"scores_at = \"a\"\nscores_file = \"../a\"": "is the name of a file of JSON in the folder {out}",
	} {
		if _, err := described(t, "python3 starter.py x {seed} x {bots}", more); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", more, err)
		}
	}
	if _, err := described(t, "python3 starter.py x {bot1}", lined); err == nil || !strings.Contains(err.Error(), "run names no {bot2}") {
		t.Error(err)
	}
}

func described(t *testing.T, run, more string) (*gamefolder.Folder, error) {
	t.Helper()
	toml := fmt.Sprintf("name = \"sums\"\nseats = \"2\"\nversion = \"1\"\n[engine]\nrun = %q\nprotocol = \"seats\"\n%s\n", run, more)
	return gamefolder.Open(write(t, toml, ""), here(t))
}

// Bots that are files are read by the engine, and their texts are the moves of the game.
func TestGamesOfEnginesThatReadFiles(t *testing.T) {
	t.Parallel()
	f := outside(t, "python3 judge.py {seed} {bot1} {bot2}", "files", "",
		"suffix = \".red\"\nscores = '(?m)^bot\\d\\.red scores (?P<score>-?\\d+)$'")
	table, sent, err := answers(t, f, 7, func(seat game.Seat, _ int) *game.Reply {
		return &game.Reply{Out: []byte(strings.Repeat("MOV 0, 1\n", 2+int(seat)))}
	})
	if err != nil || sent != "0 1 0 \"\"\n1 1 0 \"\"\n" || table.Outcome(0).Score != 18 || table.Outcome(1).Score != 27 {
		t.Errorf("%v, %+v and %+v, after\n%s", err, table.Outcome(0), table.Outcome(1), sent)
	}
	again, err := f.Kind.Rerun(table.Record().Clone())
	if err == nil {
		err = again.Finish()
	}
	if err != nil {
		t.Error(err)
	}
}

package rps

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"agon/game"
)

// TestHistory checks the argument of a bot in both forms, and the environment, which is the same in both.
func TestHistory(t *testing.T) {
	for _, tt := range []struct {
		name, rounds, readme, runner string
	}{
		{"round one: present and empty", "", "", ""},
		{"one round", "RP", "rp2", ";rp2;"},
		{"two rounds", "RP SP", "rp2;sp1", ";rp2;;sp1;"},
		{"both forfeit in between", "RP -- SR", "rp2;--0;sr2", ";rp2;;--0;sr2;"},
		{"player 1 forfeits last", "RP -P", "rp2;-p2", ";rp2;;-p2"},
		{"player 2 forfeits", "S-", "s-1", ";s-1"},
		{"forfeits only", "-- -R R-", "--0;-r2;r-1", ";--0;-r2;r-1"},
	} {
		for rules, want := range map[string]string{"readme": tt.readme, "runner-2020": tt.runner} {
			t.Run(tt.name+"/"+rules, func(t *testing.T) {
				table := dealt(t, map[string]any{"rules": rules})
				for _, hands := range strings.Fields(tt.rounds) {
					playRound(table, hands[:1], hands[1:])
				}
				for seat := range 2 {
					var p game.Prompt
					table.Ask(&p, game.Seat(seat))
					if !slices.Equal(p.Args, []string{want}) || !slices.Equal(p.Env, []string{fmt.Sprint("PLAYER_NUMBER=", seat+1)}) ||
						len(p.Stdin) > 0 {
						t.Errorf("player %d is given %q, %q and %q on standard input; want the argument %q", seat+1, p.Args, p.Env, p.Stdin,
							want)
					}
				}
			})
		}
	}
}

// TestAnswers parses every kind of answer. An empty reason means that it counts.
func TestAnswers(t *testing.T) {
	utf16 := "\xff\xfe{\x00\"\x00m\x00o\x00v\x00e\x00\"\x00:\x00\"\x00R\x00O\x00C\x00K\x00\"\x00}\x00"
	for _, tt := range []struct {
		name, out string
		exit      int
		lenient   bool
		hand      Hand
		reason    string
	}{
		{name: "as the readme says", out: `{"move": "ROCK"}`, hand: Rock},
		{name: "with a line end", out: "{\"move\": \"PAPER\"}\n", hand: Paper},
		{name: "with white space around", out: "\r\n\t {\"move\":\"SCISSORS\"} \v\f\r\n", hand: Scissors},
		{name: "over several lines", out: "{\n  \"move\":\n  \"ROCK\"\n}\n", hand: Rock},
		{name: "with escapes", out: `{"m\u006fve": "R\u004fCK"}`, hand: Rock},
		{name: "with a byte order mark", out: "\ufeff{\"move\":\"ROCK\"}", hand: Rock},
		{name: "unknown keys are ignored", out: `{"why": ["I like it"], "move": "PAPER", "Move": 7}`, hand: Paper},
		{name: "the key hand is ignored", out: `{"hand": "ROCK", "move": "PAPER"}`, hand: Paper},
		{name: "of a key given twice the last counts", out: `{"move": "ROCK", "move": "PAPER"}`, hand: Paper},
		{name: "of a key given twice the last counts, when it is bad", out: `{"move": "ROCK", "move": "STONE"}`, reason: badMove},
		{name: "lower case", out: `{"move": "rock"}`, reason: badMove},
		{name: "lower case, lenient", out: `{"move": "rock"}`, lenient: true, hand: Rock},
		{name: "mixed case, lenient", out: `{"move": "RoCk"}`, lenient: true, hand: Rock},
		{name: "a blank within", out: `{"move": " ROCK"}`, reason: badMove},
		{name: "a blank within, lenient", out: `{"move": " ROCK"}`, lenient: true, reason: badMove},
		{name: "a letter", out: `{"move": "R"}`, reason: badMove},
		{name: "another word", out: `{"move": "DYNAMITE"}`, reason: badMove},
		{name: "the word for a forfeit", out: `{"move": "FORFEIT"}`, reason: badMove},
		{name: "an empty word", out: `{"move": ""}`, reason: badMove},
		{name: "null as move", out: `{"move": null}`, reason: badMove},
		{name: "a number as move", out: `{"move": 1}`, reason: badMove},
		{name: "a list as move", out: `{"move": ["ROCK"]}`, reason: badMove},
		{name: "an empty object", out: `{}`, reason: noMove},
		{name: "null", out: `null`, reason: noMove},
		{name: "nought", out: `0`, reason: noMove},
		{name: "an empty string", out: `""`, reason: noMove},
		{name: "an empty list", out: `[]`, reason: noMove},
		{name: "false", out: `false`, reason: noMove},
		{name: "true", out: `true`, reason: noMove},
		{name: "a list", out: `["ROCK"]`, reason: noMove},
		{name: "a string", out: `"ROCK"`, reason: noMove},
		{name: "a number", out: `12`, reason: noMove},
		{name: "no move", out: `{"art": ["*"]}`, reason: noMove},
		{name: "move in another case", out: `{"Move": "ROCK"}`, reason: noMove},
		{name: "a bare word", out: `ROCK`, reason: noJSON},
		{name: "nothing", out: ``, reason: noJSON},
		{name: "white space", out: " \n", reason: noJSON},
		{name: "half an object", out: `{"move": "ROCK"`, reason: noJSON},
		{name: "single quotes", out: `{'move': 'ROCK'}`, reason: noJSON},
		{name: "two objects", out: "{\"move\": \"ROCK\"}\n{\"move\": \"ROCK\"}", reason: noJSON},
		{name: "chatter before", out: "thinking\n{\"move\": \"ROCK\"}", reason: noJSON},
		{name: "UTF-16", out: utf16, reason: noJSON},
		{name: "no UTF-8", out: "{\"move\": \"ROCK\", \"art\": [\"\xff\"]}", reason: noJSON},
		{name: "a bomb of brackets", out: strings.Repeat("[", maxAnswer), reason: noJSON},
		{name: "a bomb of objects", out: strings.Repeat(`{"move":`, maxAnswer/8), reason: noJSON},
		{name: "too much", out: `{"move": "ROCK"}` + strings.Repeat(" ", maxAnswer), reason: oversized},
		{name: "an exit code", out: `{"move": "ROCK"}`, exit: 1, reason: exitCode},
		{name: "a signal's exit code", out: ``, exit: 137, reason: exitCode},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table := dealt(t, map[string]any{"lenient_case": tt.lenient})
			reply := game.Reply{Out: []byte(tt.out), Exit: tt.exit}
			why := table.Take(0, &reply)
			if tt.reason == "" {
				if why != game.NoFault {
					t.Fatalf("it forfeits: %s", reply.Note)
				}
				table.Take(1, &game.Reply{Fault: game.Late})
				table.Step()
				var f game.Frame
				if table.View(&f, game.Audience); f.List("hands_1")[0] != int(tt.hand) {
					t.Errorf("played %v", Hand(f.List("hands_1")[0]))
				}
				return
			}
			if got := Reason(why, reply.Note); why == game.NoFault || got != tt.reason {
				t.Errorf("it forfeits for %q (%s), want %q", got, reply.Note, tt.reason)
			}
			if len(reply.Note) > 500 || !strings.HasPrefix(reply.Note, tt.reason+": ") {
				t.Errorf("the note is %.200q", reply.Note)
			}
		})
	}
}

func TestReason(t *testing.T) {
	for why, want := range map[game.Fault]string{game.Late: "timeout", game.Crashed: "exit-code", game.Memory: "memory",
		game.NoFault: "unknown", game.Illegal: "bad-move"} {
		if got := Reason(why, ""); got != want {
			t.Errorf("%v is %q, not %q", why, got, want)
		}
	}
}

// FuzzAnswer: whatever a bot writes, a round is played or forfeited, and its art fits the frame without control characters.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{`{"move":"ROCK","art":["*"," *"]}`, `{"move":"rock"}`, `{"art":[[]],"move":"PAPER"}`, `[{}]`, "\ufeff{}",
		`{"move":"ROCK","art":["\u001b[2J\ud800"]}`} {
		f.Add([]byte(seed), 0)
	}
	f.Add([]byte(`{"move":"PAPER"}`), 3)
	w := &wire{}
	f.Fuzz(func(t *testing.T, out []byte, exit int) {
		reply := game.Reply{Out: out, Exit: exit}
		move, err := w.Read(nil, 0, &reply)
		if (err == nil) == (move.Hand == None) || err != nil && len(reply.Remark) > 0 || exit != 0 && err == nil {
			t.Fatalf("%v, %v, remark %q", move, err, reply.Remark)
		}
		checkRemark(t, reply.Remark)
	})
}

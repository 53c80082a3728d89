package rps

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"agon/game"
)

// answered plays a game from bots' answers, one line for both players of each round, and returns the output files.
func answered(t *testing.T, chosen map[string]any, rounds ...[2]string) (map[string]game.OutputFile, *game.Record) {
	t.Helper()
	kind := game.New(Spec)
	chosen["rounds"] = len(rounds)
	if before, ok := chosen["deal"].(string); ok {
		chosen["rounds"] = len(rounds) + len(strings.Split(before, ";"))
	}
	o, err := kind.Settings(chosen)
	if err != nil {
		t.Fatal(err)
	}
	table, err := kind.Table(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Deal(5, 2); err != nil {
		t.Fatal(err)
	}
	for _, answers := range rounds {
		for seat, out := range answers {
			reply := game.Reply{Out: []byte(out)}
			if out == "late" {
				reply.Fault, reply.Note = game.Late, "5.1 s, and 5 s are allowed"
			}
			table.Take(game.Seat(seat), &reply)
		}
		table.Step()
	}
	files := map[string]game.OutputFile{}
	players := []game.Participant{{Name: "One", Ref: "docker://one"}, {Name: "Two", Ref: "./two.py"}}
	if err := kind.Write(table.Record(), players, func(p game.OutputFile) error { files[p.Name] = p; return nil }); err != nil {
		t.Fatal(err)
	}
	return files, table.Record()
}

func TestResults(t *testing.T) {
	files, rec := answered(t, map[string]any{},
		[2]string{`{"move":"ROCK","art":["*"]}`, `{"move":"PAPER"}`},
		[2]string{`{"move":"ROCK","art":["\u001b[31m","<b>"]}`, `{"move":"R\u001b[2J"}`},
		[2]string{`late`, `nothing`},
		[2]string{`{"move":"ROCK","art":[7]}`, `{"move":"ROCK"}`},
	)
	if got := slices.Sorted(maps.Keys(files)); !slices.Equal(got, []string{"p1.gif", "results.json"}) {
		t.Fatalf("the files are %q; a player without art has no GIF", got)
	}
	if got := fmt.Sprintf("%q", files["p1.gif"].Film); got != `[["*"] ["�[31m" "<b>"]]` {
		t.Errorf("the frames are %s", got)
	}
	if strings.ContainsRune(string(files["results.json"].Data), 0x1b) {
		t.Error("a control character reached results.json")
	}
	var r results
	if err := json.Unmarshal(files["results.json"].Data, &r); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name      string
		got, want any
	}{
		{"the digest", r.Digest, fmt.Sprintf("%016x", rec.Digest)},
		{"the seed", r.Seed, int64(5)},
		{"the score", r.Score, [2]int32{2, 1}},
		{"the winner", *r.Winner, "One"},
		{"an image", r.Players.One.Image, "docker://one"},
		{"rounds", len(r.Rounds), 4},
		{"paper covers rock", r.Rounds[0].Winner, uint8(2)},
		{"by the natural law", r.Rounds[0].Stage, "natural"},
		{"a forfeit has no hand", r.Rounds[1].Two.Hand == nil, true},
		{"but a reason", r.Rounds[1].Two.Reason, "bad-move"},
		{"late is a timeout", r.Rounds[2].One.Reason, "timeout"},
		{"no JSON", r.Rounds[2].Two.Reason, "no-json"},
		{"nobody wins a double forfeit", r.Rounds[2].Winner, uint8(0)},
		{"bad art costs nothing", *r.Rounds[3].One.Hand, "ROCK"},
		{"and is not kept", len(r.Rounds[3].One.Art), 0},
		{"score so far", r.Rounds[1].Score, [2]int32{1, 1}},
		{"the tied hand is decided by habit", r.Rounds[3].Stage, "same-hand"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, tt.got, tt.want)
		}
	}
}

// The original's fields come first and in its order, so that its readers find them.
func TestResultsBeginAsTheOriginals(t *testing.T) {
	files, _ := answered(t, map[string]any{"deal": "rp2"}, [2]string{`{"move":"ROCK","art":["*"]}`, `{"move":"SCISSORS"}`})
	text := string(files["results.json"].Data)
	at := 0
	for _, want := range []string{
		`"game_id": "`, `"is_tie": true`, `"winner": null`, `"players": {`, `"player_one": {`, `"name": "One"`, `"image": "docker://one"`,
		`"player_two": {`,
		`"rounds": [`, `"player_one": {`, `"hand": "ROCK"`, `"art": null`, `"player_two": {`, `"hand": "PAPER"`,
		`"player_one": {`, `"hand": "ROCK"`, `"art": [`, `"player_two": {`, `"hand": "SCISSORS"`, `"art": null`,
	} {
		next := strings.Index(text[at:], want)
		if next < 0 {
			t.Fatalf("%s does not follow at byte %d of\n%s", want, at, text)
		}
		at += next + len(want)
	}
}

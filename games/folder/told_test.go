package gamefolder_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"agon/game"
	"agon/record/replay"
	"agon/show/film"
)

// counted changes the engine of a folder so that each of its processes leaves a byte in a file, and returns their number.
func counted(t *testing.T, path string) (starts func() int) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(t.TempDir(), "starts")
	head := fmt.Sprintf("with open(%q, 'a') as started:\n    started.write('x')\n", log)
	if err := os.WriteFile(path, append(text[:bytes.LastIndex(text, []byte("main()"))], head+"main()\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	return func() int {
		text, _ := os.ReadFile(log)
		return len(text)
	}
}

// filmed returns the shots of a replay of a game.
func filmed(t *testing.T, k *game.Kind, packed []byte) ([]film.Shot, string) {
	t.Helper()
	rep, err := replay.Decode(packed)
	if err != nil {
		t.Fatal(err)
	}
	f, err := film.OfReplay(func(string) (*game.Kind, error) { return k, nil }, rep)
	if err != nil {
		t.Fatal(err)
	}
	var shots []film.Shot
	n, _ := f.Len()
	for i := range n {
		shots = append(shots, f.Shot(i))
	}
	how, _ := f.Ending()
	return shots, how
}

// A game that was played is looked at without its engine, which verifying it starts. What is kept and is not of this game is not looked at.
func TestGamesAreShownWithoutTheirEngine(t *testing.T) {
	t.Parallel()
	for _, protocol := range []string{"agon", "codingame"} {
		file := map[string]string{"agon": "engine.py", "codingame": "referee.py"}[protocol]
		f := outside(t, "python3 "+file, protocol, "", "")
		starts := counted(t, filepath.Join(f.Dir, file))
		table, _, err := answers(t, f, 7, func(seat game.Seat, turn int) *game.Reply {
			if seat == 1 && turn == 3 {
				return &game.Reply{Fault: game.Late}
			}
			return seven(seat, turn)
		})
		if err != nil {
			t.Fatal(err)
		}
		packed := func(said []byte) []byte {
			rec := table.Record().Clone()
			rec.Said = said
			return replay.Encode(&replay.Replay{Record: rec, Seats: make([]replay.Seat, 2)}, false)
		}
		said := table.Record().Said
		told, how := filmed(t, f.Kind, packed(said))
		if n := starts(); n != 1 || len(said) == 0 {
			t.Fatalf("%s: a game is played and shown by %d processes, and %d bytes of it are kept", protocol, n, len(said))
		}
		shown, ended := filmed(t, f.Kind, packed(nil))
		if starts() != 2 || !reflect.DeepEqual(told, shown) || how != ended {
			t.Errorf("%s: it is shown as\n%+v, %s\nand by %d processes as\n%+v, %s", protocol, told, how, starts()-1, shown, ended)
		}
		for what, wrong := range map[string][]byte{
			"cut":           said[:len(said)/2],
			"of other asks": bytes.Replace(said, []byte("you are 1"), []byte("you are 2"), 1),
			"of more seats": bytes.ReplaceAll(said, []byte(`"Asks":[`), []byte(`"Asks":[{},`)),
			"of one turn":   []byte(`[{"Asks":[{},{}],"Over":true,"Ranks":[{"Place":1},{"Place":9}]}]`),
			"of no turn":    []byte(`[]`),
			"of seat 99":    bytes.Replace(said, []byte(`"Owes":[`), []byte(`"Owes":[9`), 1),
		} {
			before := starts()
			if again, _ := filmed(t, f.Kind, packed(wrong)); !reflect.DeepEqual(again, shown) || starts() != before+1 {
				t.Errorf("%s, what is kept is %s: %d processes show\n%+v", protocol, what, starts()-before, again)
			}
		}
		before := starts()
		rep, _ := replay.Decode(packed(said))
		if err := replay.Verify(rep, func(string) (*game.Kind, error) { return f.Kind, nil }); err != nil || starts() != before+1 {
			t.Errorf("%s: %v, and %d processes have verified it", protocol, err, starts()-before)
		}
	}
}

// The turns of a game that nothing plays again are shown by what its engine said, if that is kept.
func TestGamesOfAnUncertainEngineAreShown(t *testing.T) {
	t.Parallel()
	f := outside(t, "python3 engine.py", "agon", "", "deterministic = false")
	table, _, err := answers(t, f, 7, seven)
	if err != nil {
		t.Fatal(err)
	}
	for _, kept := range []bool{true, false} {
		rec := table.Record().Clone()
		if !kept {
			rec.Said = nil
		}
		shots, how := filmed(t, f.Kind, replay.Encode(&replay.Replay{Record: rec, Seats: make([]replay.Seat, 2)}, false))
		if kept && (len(shots) != 6 || !strings.HasSuffix(how, " names the most; "+game.NotAgain)) {
			t.Errorf("%d shots, ended by %q", len(shots), how)
		}
		if !kept && (len(shots) != 1 || !strings.Contains(how, game.NotAgain)) {
			t.Errorf("without what it said: %d shots, ended by %q", len(shots), how)
		}
	}
}

// A game in which the engine says more than is kept is played, and shown by another process.
func TestGamesOfAnEngineThatSaysMuch(t *testing.T) {
	t.Parallel()
	f := outside(t, "python3 engine.py", "agon", "", "")
	path := filepath.Join(f.Dir, "engine.py")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	much := strings.Replace(string(text), `["the sums are %s" % sums]`, `["the sums are %s" % sums, "x" * (2 << 20)]`, 1)
	if err := os.WriteFile(path, []byte(much), 0o644); err != nil {
		t.Fatal(err)
	}
	table, _, err := answers(t, f, 7, seven)
	if err != nil || len(table.Record().Said) > 0 {
		t.Errorf("%v, and %d bytes are kept", err, len(table.Record().Said))
	}
}

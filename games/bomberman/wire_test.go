package bomberman

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"agon/game"
)

// TestPrompt checks a bot's prompt in round 0: the folder of the round, equal for all, its own folder in it, and its key.
func TestPrompt(t *testing.T) {
	table := openTable(t, 1, 3)
	table.Cast([]game.Participant{{Name: "Mover"}, {Name: `Pl"änter<&>`}})
	files := table.Common().Files
	if len(files) != 3 || files[0].Name != stateFile || files[1].Name != mapFile || files[2].Name != infoFile || table.Common().Dir != "0" {
		t.Fatalf("the files of folder %q are %d", table.Common().Dir, len(files))
	}
	var state struct {
		RegisteredPlayerEntities []struct{ Name, Key string }
		MapSeed                  int
	}
	if err := json.Unmarshal(files[0].Data, &state); err != nil {
		t.Fatal(err)
	}
	if p := state.RegisteredPlayerEntities; p[0].Name != "Mover" || p[1].Name != `Pl"änter<&>` || p[2].Name != "Player 3" ||
		p[2].Key != "C" {
		t.Errorf("the players are %v", p)
	}
	if text := string(files[0].Data); !strings.Contains(text, `"Name":"Pl\"änter<&>"`) {
		t.Error("a name is escaped differently from the original")
	}
	var p game.Prompt
	table.Ask(&p, 2)
	if want := []string{"C", "{dir}"}; !reflect.DeepEqual(p.Args, want) || len(p.Stdin) != 0 {
		t.Errorf("the arguments are %q, want %q, and standard input %q", p.Args, want, p.Stdin)
	}
	if len(p.Files) != 2 || p.Dir != "0/C" || !reflect.DeepEqual(p.Files, files[:2]) {
		t.Errorf("its own folder is %q with %d files, which differ from those of the round", p.Dir, len(p.Files))
	}
	if want := `"Winner":{"Author":"","NickName":"Mover"`; !strings.Contains(string(files[2].Data), want) {
		t.Errorf("roundInfo.json has no %s: %s", want, files[2].Data)
	}
}

func TestLineEnds(t *testing.T) {
	s := stage(t, "A B")
	lf, crlf := AppendMap(nil, s, playerNames(2), "\n"), AppendMap(nil, s, playerNames(2), "\r\n")
	if got := strings.ReplaceAll(string(crlf), "\r\n", "\n"); got != string(lf) || got == string(crlf) {
		t.Errorf("with \\r\\n the map is %q", crlf)
	}
}

func TestFilesAreWrittenWithoutAllocating(t *testing.T) {
	wire := newWire(&Rules{}, "\n")
	s := deal(t, &Rules{}, 1, 4)
	var p game.Prompt
	wire.Common(&p, s)
	if n := testing.AllocsPerRun(100, func() { p.Reset(); wire.Common(&p, s) }); n != 0 {
		t.Errorf("the files of a round allocate %v times", n)
	}
}

func TestReadMove(t *testing.T) {
	for text, want := range map[string]Move{
		"3": Right, "3\n": Right, "3\r\n": Right, "1 and more": Up, "10": Up, "-1": Nothing, "": Nothing, " 3": Nothing,
		"0": Nothing, "7": Nothing, "right": Nothing, "2": Left, "4": Down, "5": Plant, "6": Trigger,
		"\xef\xbb\xbf5": Plant, "\xff\xfe5\x00": Plant, "\xfe\xff\x005": Plant, "\xff": Nothing,
	} {
		if got := ReadMove([]byte(text)); got != want {
			t.Errorf("move.txt %q is %v, want %v", text, got, want)
		}
	}
}

func TestNoMoveFileDoesNothing(t *testing.T) {
	table := openTable(t, 1, 2)
	for _, reply := range []game.Reply{{}, {Exit: 3}, {Out: []byte("5")}} {
		if why := table.Take(0, &reply); why != game.NoFault {
			t.Errorf("a reply without move.txt is %v", why)
		}
	}
	with := game.Reply{Exit: 1, Files: []game.File{{Name: moveFile, Data: []byte("3")}}}
	table.Take(0, &with)
	table.Play(1, "wait", &game.Reply{})
	table.Step()
	var frame game.Frame
	table.View(&frame, game.Audience)
	if frame.List("x")[0] != 2 {
		t.Error("a bot that leaves a move and fails does not move")
	}
}

func TestParseMove(t *testing.T) {
	for text, want := range map[string]Move{
		"up": Up, "Left": Left, " right\n": Right, "4": Down, "plant": Plant, "x": Trigger, "z": Plant, "w": Up, "a": Left, "s": Down,
		"d":       Right,
		"nothing": Nothing, "0": Nothing, "-1": Nothing, "wait": Wait,
	} {
		if got, err := parseMove(text); err != nil || got != want {
			t.Errorf("%q is %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "7", "8", "upp", "q", "12", "-2"} {
		if m, err := parseMove(text); err == nil {
			t.Errorf("%q is read as %v", text, m)
		}
	}
}

// TestHiddenPowerUps: states that differ only under their walls look the same to a seat, and different to the audience.
func TestHiddenPowerUps(t *testing.T) {
	one, two := stage(t, "A+ B"), stage(t, "A+ B;2,1,&")
	var a, b game.Frame
	look := func(viewer game.Seat) bool {
		a.Reset()
		b.Reset()
		view(&a, one, viewer)
		view(&b, two, viewer)
		return string(a.AppendJSON(nil)) == string(b.AppendJSON(nil))
	}
	if !look(0) || !look(1) {
		t.Error("a seat sees what lies under a wall")
	}
	if look(game.Audience) {
		t.Error("the audience does not see what lies under a wall")
	}
	if string(AppendState(nil, one, playerNames(2))) != string(AppendState(nil, two, playerNames(2))) {
		t.Error("state.json shows what lies under a wall")
	}
}

func TestFrame(t *testing.T) {
	s := stage(t, "A  B  ++")
	bombs("B 5,1 2 1", "B 6,1 4 1", "A 1,1 3 1")(s)
	var f game.Frame
	view(&f, s, game.Audience)
	for name, want := range map[string][]int{
		"walls": {0, 0, 0, 0, 0, 0, 2, 2}, "bombs": {3, 0, 0, 0, 2, 4, 0, 0},
		"x": {0, 3}, "alive": {1, 1}, "free": {0, -1},
		"bomb_x": {0, 4, 5}, "bomb_owner": {0, 1, 1}, "bomb_chain": {0, 1, 1}, "bomb_worth": {0, 10, 10},
	} {
		if got := f.List(name); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	dice := game.NewDice(1, nil)
	(&Rules{}).Step(s, recordedMoves("00"), &dice)
	(&Rules{}).Step(s, recordedMoves("00"), &dice)
	f.Reset()
	view(&f, s, game.Audience)
	for name, want := range map[string][]int{
		"burning": {0, 0, 0, 1, 1, 1, 1, 0}, "burst_x": {4, 5}, "burst_chain": {0, 0}, "burst_walls": {0, 1}, "burst_kills": {1, 0},
		"gained_lost": {0, -100}, "died": {-1, 1},
	} {
		if got := f.List(name); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

// TestConsole prints the original's console: the players beside the map, bombs on lines of their own.
func TestConsole(t *testing.T) {
	s := stage(t, "A B/   ")
	bombs("A 1,2 3 1", "A 3,2 9 2")(s)
	lines := strings.Split(string(AppendConsole(nil, s, []string{"One", "Two"}, "\n")), "\n")
	for n, want := range map[int]string{
		0:  "Map Width: 3, Map Height: 2, Current Round: 0, Seed: 0, PlayerBounty: 100",
		1:  "A B\t\t---------------------------",
		2:  "3 9\t\tPlayer Name: One",
		3:  "  \t\tKey: A",
		6:  "  \t\tBombs: {x:1,y:2,fuse:3,radius:1},",
		7:  "  \t\t{x:3,y:2,fuse:9,radius:2}",
		12: "  \t\tPlayer Name: Two",
	} {
		if lines[n] != want {
			t.Errorf("line %d is %q, want %q", n, lines[n], want)
		}
	}
}

package bomberman

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"agon/game"
	"agon/game/gametest"
)

// A disk is a Replays folder in memory: folders end in a slash.
type disk map[string]string

func (d disk) carryOut(t *testing.T, changes []Change) {
	t.Helper()
	for _, c := range changes {
		switch c.Do {
		case MakeFolder:
			d[c.Name+"/"] = ""
		case WriteFile:
			if _, ok := d[c.Name[:strings.LastIndexByte(c.Name, '/')+1]]; !ok {
				t.Fatalf("%s is written into a folder that is not there", c.Name)
			}
			d[c.Name] = string(c.Data)
		case RemoveFile:
			delete(d, c.Name)
		}
	}
}

// TestRecordedFolder replays a recorded Replays folder through a writer and compares every file except for times.
func TestRecordedFolder(t *testing.T) {
	recorded := gametest.Recorded[struct {
		Folders []string
		Files   map[string]string
	}](t, "testdata/replay.json.gz")
	want := disk{}
	for _, name := range recorded.Folders {
		want[name+"/"] = ""
	}
	maps.Copy(want, recorded.Files)

	w, err := NewReplayWriter(settings(t, nil), 1, []Entrant{bot("Mover"), bot("PlanterLate"), bot("Planter")})
	if err != nil {
		t.Fatal(err)
	}
	got := disk{}
	got.carryOut(t, w.Begin(
		Loaded("", "../bots/mover"), Loaded("", "../bots/planterlate"), Loaded("", "../bots/planter"),
		Registered("", "Mover"), Registered("", "PlanterLate"), Registered("", "Planter"), Ready("")))
	for !w.Over() {
		deeds := make([]Deed, 3)
		for i := range deeds {
			at := fmt.Sprintf("%d/%c/", w.state.Round, key(i))
			if log, ran := want[at+"log.txt"]; ran {
				deeds[i] = Deed{Move: ReadMove([]byte(want[at+"move.txt"])), Ran: true, Lines: notes(log, at, i)}
			}
			if move, ok := want[at+"move.txt"]; ok {
				got[at+"move.txt"] = move
			}
		}
		got.carryOut(t, w.Round(deeds, ""))
	}
	compareDisks(t, got, want)
}

func settings(t *testing.T, chosen map[string]any) game.Settings {
	t.Helper()
	o, err := game.New(Spec).Settings(chosen)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func bot(name string) Entrant {
	return Entrant{Author: name, NickName: name, Email: name + "@example.com", BotType: "Python3"}
}

var (
	outputs    = regexp.MustCompile(`- ([IE]): \tOutput from bot: (.*)`)
	elapsed    = regexp.MustCompile(`00:00:00\.(\d{7})`)
	additional = regexp.MustCompile(`additional (\d+)ms`)
	stamps     = regexp.MustCompile(`(?m)^(\d\d-\d\d-\d{4} \d\d:\d\d:\d\d:\d{3})? - ([DIE]): `)
)

// notes returns the entries of a run: output and duration are taken from the recorded log, the sentences are not.
func notes(log, at string, seat int) []Line {
	folder := `/engine/Replays/1/` + strings.TrimSuffix(at, "/")
	var list []Line
	if m := additional.FindStringSubmatch(log); m != nil {
		ms, _ := strconv.Atoi(m[1])
		list = append(list, Process("", "python.exe",
			fmt.Sprintf(`"/engine/Calibrations/BotCalibrationPython.py" %c "%s"`, key(seat), folder)), Calibrated("", ms))
	}
	list = append(list, Executing("", "python.exe", fmt.Sprintf(`"bot.py" %c "%s"`, key(seat), folder))...)
	list = append(list, Limited("", 4000))
	for _, m := range outputs.FindAllStringSubmatch(log, -1) {
		list = append(list, Output("", m[1] == "E", m[2]))
	}
	ticks, _ := strconv.ParseInt(elapsed.FindStringSubmatch(log)[1], 10, 64)
	return append(list, Elapsed("", ticks))
}

func compareDisks(t *testing.T, got, want disk) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		text, ok := got[name]
		if !ok {
			t.Errorf("%s is missing", name)
			continue
		}
		a, b := stamps.ReplaceAllString(text, "$2: "), stamps.ReplaceAllString(want[name], "$2: ")
		if a != b {
			t.Errorf("%s differs at byte %d:\n%.300q\nin the original:\n%.300q", name, difference(a, b), a, b)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok {
			t.Errorf("%s must not exist", name)
		}
	}
}

// TestLogsOfStrikes plays two bots that do nothing: complaints, the round without a log, and the end by their own bombs.
func TestLogsOfStrikes(t *testing.T) {
	w, err := NewReplayWriter(settings(t, nil), 1, []Entrant{bot("One"), bot("Two")})
	if err != nil {
		t.Fatal(err)
	}
	d := disk{}
	d.carryOut(t, w.Begin())
	for !w.Over() {
		mute := Deed{Move: Nothing, Ran: true, Lines: []Line{Elapsed("", int64(w.state.Round))}}
		d.carryOut(t, w.Round([]Deed{mute, mute}, ""))
	}
	const soon, now = "in order to save the game", "something is most likely going wrong"
	for _, tt := range []struct {
		name, file string
		has, lacks string
	}{
		{"nine do-nothings pass without a word", "9/A/log.txt", "execution time", soon},
		{"the eleventh run is warned", "10/A/log.txt", soon, now},
		{"the plant is not the bot's own", "19/engine.log", "Added Command PlaceBombCommand", "DoNothing"},
		{"its notes wait for the next log", "20/A/log.txt", "00:00:00.0000019", "\x00"},
		{"and that log has the last warning", "20/A/log.txt", now, "\x00"},
		{"from then on it sets off its bombs", "21/engine.log", "Added Command GameEngine.Commands.PlayerCommands.TriggerBombCommand",
			"DoNothing"},
		{"and dies in round 22", "22/engine.log", "Destroyed Entity PlayerEntity(X:2, Y:2, Key:A)", "\x00"},
	} {
		if text := d[tt.file]; !strings.Contains(text, tt.has) || strings.Contains(text, tt.lacks) {
			t.Errorf("%s: %s is %q", tt.name, tt.file, text)
		}
	}
	for _, missing := range []string{"19/A/log.txt", "21/A/log.txt", "22/B/log.txt", "23/A/"} {
		if _, ok := d[missing]; ok {
			t.Errorf("%s must not exist", missing)
		}
	}
	for _, there := range []string{"23/state.json", "22/A/state.json", "22/B/map.txt"} {
		if _, ok := d[there]; !ok {
			t.Errorf("%s is missing", there)
		}
	}
}

// TestFailedCommandsAreLogged plays a step into a wall: the engine's log has it in its round, the player's in the next.
func TestFailedCommandsAreLogged(t *testing.T) {
	w, err := NewReplayWriter(settings(t, map[string]any{"line_ends": "crlf"}), 1, []Entrant{bot("One"), {NickName: "Two", Person: true}})
	if err != nil {
		t.Fatal(err)
	}
	d := disk{}
	d.carryOut(t, w.Begin())
	for range 2 {
		d.carryOut(t, w.Round([]Deed{{Move: Up, Ran: true, Stamp: "01-02-2016 10:00:00:000"}, {Move: Wait}}, "01-02-2016 10:00:00:001"))
	}
	why := "Cannot move to Location(X:2,Y:1), IndestructibleWallEntity(X:2, Y:1) already occupies this space"
	if log := d["0/engine.log"]; !strings.Contains(log,
		"\r\n01-02-2016 10:00:00:001 - E: \tFailed to process command MovementCommand(Up) for player PlayerEntity(X:2, Y:2, Key:A)") ||
		!strings.Contains(log, why) {
		t.Errorf("the engine's log does not contain the failed command: %q", log)
	}
	if got, want := d["1/A/log.txt"], "\r\n01-02-2016 10:00:00:001 - I: \tPlayer Command MovementCommand(Up) failed because "+
		why; got != want {
		t.Errorf("log.txt is %q, want %q", got, want)
	}
	if _, ok := d["0/B/"]; ok {
		t.Error("a human player has a folder")
	}
	if info := d["0/roundInfo.json"]; !strings.Contains(info,
		`{"Author":"Two","NickName":"Two","Email":"Two","PlayerKey":"B","BotType":"Unkown"}`) {
		t.Errorf("roundInfo.json is %s", info)
	}
}

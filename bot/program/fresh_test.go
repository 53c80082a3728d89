package program_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/program"
	"agon/game"
)

// TestFresh starts a program for each move: its input, its answers, and the names of its faults.
func TestFresh(t *testing.T) {
	plain := game.Launch{Form: game.Fresh, Together: true}
	files := game.Launch{Form: game.Fresh, Together: true, Replies: []string{"move.txt"}}
	home := game.Launch{Form: game.Fresh, Together: true, Replies: []string{"move.txt"}, Home: true}
	all := func(fault string) string { return strings.TrimSpace(strings.Repeat(fault+" ", 4)) }
	for _, tt := range []struct {
		name   string
		launch game.Launch
		script string // its arguments are the turn number and the folder of the move
		limit  time.Duration
		want   string
		note   string
		log    string
	}{
		{"arguments", plain, `echo $1`, long, all("ok"), "", ""},
		{"the environment, and nothing of the host's", plain, `[ "$SEAT" = 0 ] && [ -z "$OF_THE_HOST" ] && echo $1`, long, all("ok"), "",
			""},
		{"a mark before the answer", plain, `printf '\357\273\277%s\n' $1`, long, all("ok"), "", ""},
		{"standard input, then its end", plain, `read n x; cat; echo $n`, long, all("ok"), "", ""},
		{"files laid out", plain, `cat $2/in/turn.txt`, long, all("ok"), "", ""},
		{"a file left behind", files, `echo printed; printf $1 > $2/move.txt`, long, all("ok"), "", "printed"},
		{"each move has a folder of its own", files, `[ -e $2/move.txt ] || printf $1 > $2/move.txt`, long, all("ok"), "", ""},
		{"it starts in its folder", home, `[ -e starter.txt ] && printf $1 > $2/move.txt`, long, all("ok"), "", ""},
		{"what it writes at home stays for the game", home, `echo x >> count; [ $(wc -l < count) = $1 ] && printf $1 > $2/move.txt`, long,
			all("ok"), "", ""},
		{"standard error is the log's", plain, `echo "why $1" >&2; echo $1`, long, all("ok"), "", "why 3"},

		{"no answer", plain, `:`, long, all("garbled"), "; its process ended with code 0 before its first answer: agon took one of them",
			""},
		{"no file", files, `:`, long, all("garbled"), "", ""},
		{"an exit code", plain, `echo $1; exit 7`, long, all("crashed"), "exit code 7", ""},
		{"a signal", plain, `echo $1; kill -SEGV $$`, long, all("crashed"), "exit code -1", "segmentation fault"},
		{"no file and an exit code", files, `echo "cannot read the map" >&2; exit 3`, long, all("crashed"),
			"it left no move.txt and ended with code 3: cannot read the map", ""},
		{"no file and a traceback", files, `printf 'Traceback (most recent call last):\n  File "bot.py"\nKeyError: 7\n' >&2; exit 1`, long,
			all("crashed"), "ended with code 1: KeyError: 7", ""},
		{"a flood beside its file is dropped", files, `kill -SEGV $$`, long, all("crashed"),
			"it left no move.txt and was ended by signal: segmentation fault", ""},
		{"a flood beside its file is dropped", files, `yes | head -c 3000000; printf $1 > $2/move.txt`, long, all("ok"), "", ""},
		{"a named pipe as its file", files, `mkfifo $2/move.txt`, long, all("garbled"), "", ""},
		{"a link as its file", files, `printf $1 > $2/real; ln -s real $2/move.txt`, long, all("garbled"), "", ""},
		{"a link out as its file", files, `ln -s /etc/passwd $2/move.txt`, long, all("garbled"), "", ""},
		{"a folder as its file", files, `mkdir $2/move.txt`, long, all("garbled"), "", ""},
		{"a huge file: its first bytes count", files, `{ echo $1; head -c 2000000 /dev/zero | tr "\\0" " "; } > $2/move.txt`, long,
			all("ok"), "", ""},
		{"it removes its folder", files, `rm -r $2`, long, all("garbled"), "", ""},

		{"a child that holds the pipes", plain, `sleep 1000 & echo $1`, long, all("ok"), "", ""},
		{"a child in a session of its own that holds the pipes", plain, `setsid sleep 1 & echo $1`, long, all("ok"), "", ""},
		{"output up to the end", plain, `echo $1; printf '%070000d' 0 | tr 0 ' '`, long, all("ok"), "", ""},
		{"a flood", plain, `exec yes`, long, all("output"), "the limits are 1048576 per move", ""},
		{"a flood of standard error", plain, `head -c 3000000 /dev/zero >&2; echo $1`, long, all("ok"), "", "left out"},
		{"silence", plain, `exec sleep 1000`, short, all("late"), "had not ended after 300ms", ""},
		{"silence after the answer", plain, `echo $1; exec sleep 1000`, short, all("late"), "had not ended", ""},
		{"ignores signals and closes everything", plain, `trap '' TERM INT HUP; exec 0<&- 1>&- 2>&-; while :; do sleep 0.05; done`, short,
			all("late"), "was killed", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "starter.txt"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
			c := config(shell(tt.script), tt.launch)
			c.Command.Args = append(c.Command.Args, "bot")
			c.Command.Dir = dir
			c.Scratch, c.Taken = t.TempDir(), "agon took one of them"
			p := program.NewFresh(c)
			closing(t, p)
			for range 2 {
				got, notes := play(t, counting(tt.launch, game.Clock{}), p, nil, tt.limit)
				if got != tt.want {
					t.Errorf("its moves were %s, want %s; notes %q", got, tt.want, notes)
				}
				if tt.note != "" && (len(notes) == 0 || !strings.Contains(notes[0], tt.note)) {
					t.Errorf("notes %q do not speak of %q", notes, tt.note)
				}
			}
			if p.HostError() != nil {
				t.Error(p.HostError())
			}
			p.Close()
			if log := string(c.Log.Text()); !strings.Contains(log, tt.log) {
				t.Errorf("the log does not contain %q: %.300q", tt.log, log)
			}
			if left, _ := os.ReadDir(c.Scratch); len(left) > 0 {
				t.Errorf("it left %v behind", left)
			}
			if left, _ := os.ReadDir(dir); len(left) != 1 {
				t.Errorf("its folder was changed: %v", left)
			}
		})
	}
}

// Whatever a program does to its folders, they are gone after the game.
func TestFreshFolders(t *testing.T) {
	launch := game.Launch{Form: game.Fresh, Replies: []string{"move.txt"}, Home: true}
	for name, script := range map[string]string{
		"deeper than a path can name": `cd $2; exec python3 -S -c 'import os
for i in range(3000): os.mkdir("directory"); os.chdir("directory")'`,
		"wide":               `cd $2; i=0; while [ $i -lt 1500 ]; do : > $i; i=$((i+1)); done`,
		"locked":             `mkdir -p $2/a/b/c locked/b; touch locked/b/f; chmod 0 $2/a/b $2/a locked/b locked`,
		"links out":          `ln -s / $2/root; ln -s /etc etc; ln -s .. $2/up`,
		"names like our own": `mkdir -p $2/.lifted-1/x/.lifted-2 $2/x/y`,
	} {
		t.Run(name, func(t *testing.T) {
			c := config(shell(script), launch)
			c.Command.Args = append(c.Command.Args, "bot")
			c.Command.Dir, c.Scratch = t.TempDir(), t.TempDir()
			p := program.NewFresh(c)
			closing(t, p)
			if got, notes := play(t, counting(launch, game.Clock{}), p, map[string]any{"rounds": 1}, long); got != "garbled" {
				t.Errorf("its move was %s: %q", got, notes)
			}
			if left, _ := os.ReadDir(c.Scratch); len(left) > 0 {
				t.Errorf("it left %v behind; the log: %s", left, c.Log.Text())
			}
		})
	}
}

// A bot's program, arguments and folders point to its private copy.
func TestFreshHome(t *testing.T) {
	home := t.TempDir()
	script := "#!/bin/sh\n[ \"$(pwd -P)\" != " + home + " ] && [ -e \"$1\" ] && printf $2 > $3/move.txt; echo spoilt > \"$1\"\n"
	for name, text := range map[string]string{"bot.sh": script, "data/table.txt": "sound"} {
		file := filepath.Join(home, name)
		os.MkdirAll(filepath.Dir(file), 0o755)
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	launch := game.Launch{Form: game.Fresh, Replies: []string{"move.txt"}, Home: true}
	c := config(bot.Command{Path: filepath.Join(home, "bot.sh"), Args: []string{filepath.Join(home, "data/table.txt")}, Dir: home}, launch)
	p := program.NewFresh(c)
	closing(t, p)
	if got, notes := play(t, counting(launch, game.Clock{}), p, nil, long); got != "ok ok ok ok" {
		t.Errorf("its moves were %s: %q", got, notes)
	}
	if text, _ := os.ReadFile(filepath.Join(home, "data/table.txt")); string(text) != "sound" {
		t.Errorf("the bot has spoilt its own folder: %s", text)
	}
}

// Players that are asked concurrently think concurrently: neither of these two ends before the other has started.
func TestFreshSideBySide(t *testing.T) {
	dir := t.TempDir()
	launch := game.Launch{Form: game.Fresh, Together: true}
	table := deal(t, counting(launch, game.Clock{}), nil)
	var calls []*bot.Call
	var players []*program.Fresh
	for _, names := range [][2]string{{"a", "b"}, {"b", "a"}} {
		c := config(shell(": > "+dir+"/"+names[0]+"; while [ ! -e "+dir+"/"+names[1]+" ]; do sleep 0.01; done; echo 1"), launch)
		p := program.NewFresh(c)
		closing(t, p)
		p.Sit(0, table, 0)
		players, calls = append(players, p), append(calls, &bot.Call{Table: table, Limit: long})
	}
	for i, p := range players {
		p.Ask(calls[i : i+1])
	}
	for i, p := range players {
		p.Answer(calls[i : i+1])
		if r := &calls[i].Reply; r.Fault != game.NoFault || strings.TrimSpace(string(r.Out)) != "1" || r.Took == 0 {
			t.Errorf("player %d: %v %s %q", i, r.Fault, r.Note, r.Out)
		}
		p.Leave(0)
	}
}

// TestCalibration: if the clock grants it, every call of a bot carries the start-up time of its interpreter, and none of a bot without one.
// The interpreter here computes, so that the time cannot be 0: of one that sleeps it would be less what the host lacked meanwhile.
func TestCalibration(t *testing.T) {
	dir := t.TempDir()
	os.Chmod(dir, 0o755)
	slow, plain := filepath.Join(dir, "python-slow"), filepath.Join(dir, "native")
	for _, path := range []string{slow, plain} {
		if err := os.WriteFile(path, []byte("#!/bin/sh\ni=0\nwhile [ $i -lt 300000 ]; do i=$((i+1)); done\necho 1\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		path      string
		calibrate bool
		granted   bool
	}{{slow, true, true}, {slow, false, false}, {plain, true, false}} {
		launch := game.Launch{Form: game.Fresh}
		c := config(bot.Command{Path: tt.path, Dir: dir}, launch)
		p := program.NewFresh(c)
		closing(t, p)
		k := counting(launch, game.Clock{Move: long, Kill: long, Calibrate: tt.calibrate})
		table := deal(t, k, nil)
		p.Sit(0, table, 0)
		call := &bot.Call{Table: table, Limit: long}
		ask(p, call)
		p.Leave(0)
		if granted := call.Grace >= 20*time.Millisecond; granted != tt.granted || !tt.granted && call.Grace != 0 {
			t.Errorf("%s, calibrated %v: a grace of %v", filepath.Base(tt.path), tt.calibrate, call.Grace)
		}
	}
}

// A seat whose player leaves may be taken again while others sit.
func TestASeatIsTakenAgain(t *testing.T) {
	launch := game.Launch{Form: game.Fresh, Replies: []string{"move.txt"}, Home: true}
	shared := &program.Folders{}
	var players []*program.Fresh
	for range 2 {
		c := config(shell(`exit 0`), launch)
		c.Command.Dir, c.Scratch, c.Folders = t.TempDir(), t.TempDir(), shared
		p := program.NewFresh(c)
		closing(t, p)
		players = append(players, p)
	}
	tb := warmTable(t, 1)
	players[0].Sit(0, tb, 0)
	players[1].Sit(0, tb, 1)
	players[0].Leave(0)
	players[0].Sit(0, tb, 0)
	if err := players[0].HostError(); err != nil {
		t.Error(err)
	}
}

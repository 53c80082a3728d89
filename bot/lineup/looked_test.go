package lineup_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"agon/bot"
	"agon/bot/pyhost"
)

// A starts is a launcher that counts the class hosts that it starts, and says that it has a level.
type starts struct {
	bot.Launcher
	level string
	n     atomic.Int64
}

func (s *starts) Level() string { return s.level }

func (s *starts) Start(c bot.Command) (*bot.Process, error) {
	if c.Template != nil {
		s.n.Add(1)
	}
	return s.Launcher.Start(c)
}

const plainBot = `from ..bot_control import Move

class Bot:
    def get_name(self):
        return "NAME"

    def get_contributor(self):
        return "Ann"

    def determine_next_move(self, grid, enemies, game_info):
        return Move.UP
`

// A bot is loaded to be listed once, until something changes of which its name may depend. One that has something to say is loaded each
// time.
func TestABotIsListedFromWhatWasSeenBefore(t *testing.T) {
	if pyhost.Installed(pyhost.Python("")) == "" {
		t.Skip("no folder of packages is known for " + pyhost.Python(""))
	}
	t.Setenv("AGON_CACHE", t.TempDir())
	file := filepath.Join(t.TempDir(), "bot.py")
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	memory, level, reload := int64(0), "full", false
	list := func(want string, loaded int64) (log string) {
		t.Helper()
		o := opener(colourBattle)
		count := &starts{Launcher: o.Launcher, level: level}
		o.Launcher, o.Limits.Memory, o.Reload = count, memory, reload
		entries, err := o.Open(context.Background(), []string{file})
		if err != nil || len(entries) != 1 {
			t.Fatalf("%d bots, %v", len(entries), err)
		}
		e := entries[0]
		if got := e.Name + " by " + e.Author + " " + e.Broken; got != want {
			t.Errorf("it is %q, want %q", got, want)
		}
		if !strings.Contains(e.Interpreter(), "numpy") && e.Broken == "" {
			t.Errorf("its interpreter is %q", e.Interpreter())
		}
		if n := count.n.Load(); n != loaded {
			t.Errorf("%s was loaded %d times, want %d", want, n, loaded)
		}
		return string(o.Log.Text())
	}

	one := strings.Replace(plainBot, "NAME", "One", 1)
	put(one)
	list("One by Ann ", 1)
	list("One by Ann ", 0)
	memory = 300 << 20
	list("One by Ann ", 1)
	list("One by Ann ", 0)
	put(strings.Replace(plainBot, "NAME", "Two", 1))
	list("Two by Ann ", 1)
	put(one)
	list("One by Ann ", 0)

	put(one + "\nprint('hello')\n")
	for range 2 {
		if log := list("One by Ann ", 1); !strings.Contains(log, "hello") {
			t.Errorf("its output is %q", log)
		}
	}
	put(one + "\nraise ValueError('no')\n")
	for range 2 {
		list("bot by  ValueError: no", 1)
	}

	kept, err := filepath.Glob(filepath.Join(os.Getenv("AGON_CACHE"), "looked", "*", "bots.json"))
	if err != nil || len(kept) != 3 {
		t.Errorf("%d files are kept, %v", len(kept), err)
	}
	for _, name := range kept {
		if err := os.WriteFile(name, []byte("{"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put(one)
	list("One by Ann ", 1) // a damaged file counts for nothing

	put(strings.Replace(plainBot, "NAME", "Two", 1) + "\n")
	list("Two by Ann ", 1)
	list("Two by Ann ", 0)
	reload = true
	list("Two by Ann ", 1)
	reload, level = false, "none"
	list("Two by Ann ", 1)
	list("Two by Ann ", 1)
}

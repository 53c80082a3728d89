package rps

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"agon/game"
)

// TestStarters runs the starter bots as the contest does, in each seat and with all forms of the history, and parses their answers as the
// arena would.
func TestStarters(t *testing.T) {
	for name, command := range starters(t) {
		t.Run(name, func(t *testing.T) {
			for _, history := range []string{"", "rp2", "rp2;sp1", ";rp2;;sp1;", ";rp2;;--0;-p2", "RP2;SS1;SS2;", "--0"} {
				for player := 1; player <= 2; player++ {
					runStarter(t, append(command, history), player)
				}
			}
		})
	}
}

// starters returns the commands of the starter bots whose language is on this machine.
func starters(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for name, command := range map[string][]string{"python": {"python3", "starters/python/bot.py"}, "sh": {"sh", "starters/sh/bot.sh"}} {
		if _, err := exec.LookPath(command[0]); err != nil {
			t.Logf("skipped: %v", err)
			continue
		}
		found[name] = command
	}
	bot := filepath.Join(t.TempDir(), "bot")
	if out, err := exec.Command("go", "build", "-o", bot, "./starters/go").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	found["go"] = []string{bot}
	return found
}

func runStarter(t *testing.T, command []string, player int) {
	t.Helper()
	c := exec.Command(command[0], command[1:]...)
	c.Env = append(os.Environ(), fmt.Sprint("PLAYER_NUMBER=", player))
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%q: %v", command, err)
	}
	reply := game.Reply{Out: out}
	if why := dealt(t, nil).Take(0, &reply); why != game.NoFault || reply.Note != "" {
		t.Errorf("%q as player %d answered %s: %v %s", command, player, out, why, reply.Note)
	}
	if len(Art(reply.Remark)) == 0 {
		t.Errorf("%q drew nothing: %s", command, out)
	}
}

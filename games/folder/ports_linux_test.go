package gamefolder_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"agon/bot"
	"agon/bot/sandbox"
	"agon/game"
	"agon/games/folder"
)

// networks returns a host with the strongest sandbox of this machine, which has networks for programs.
func networks(t *testing.T) gamefolder.Host {
	t.Helper()
	level, err := sandbox.Best()
	if err != nil {
		t.Fatal(err)
	}
	if level < sandbox.Namespaces {
		t.Skipf("level %s has no network for an engine", level)
	}
	box, err := sandbox.Open(level)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { box.Close() })
	host := here(t)
	host.Launcher = func() bot.Launcher { return box }
	return host
}

// listener opens the game of the engine that listens for its bots, at ports of its own network.
func listener(t *testing.T, mode, more string) *gamefolder.Folder {
	t.Helper()
	f := outside(t, "python3 listener.py "+mode+" {seed} {seats} {port}", "seats", "", "port = 5000\n"+lined+"\n"+more)
	f, err := gamefolder.Open(f.Dir, networks(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// Engines that listen for their bots are played however they read them, verified by playing them again, and deal by the seed.
func TestGamesOfEnginesThatListenForTheirBots(t *testing.T) {
	t.Parallel()
	for mode, first := range map[string]string{
		"turns":              "0 1 0 \"you are bot 0\\n0 ",
		"threads":            "0 1 0 \"you are bot 0\\n0 ",
		"select,late,six":    "0 1 0 \"you are bot 0\\n0 ",
		"each":               "0 1 0 \"you are bot 0\\n0 ",
		"names":              "0 1 0 \"\"\n1 1 0 \"\"\n0 1 0 \"you are 7\\n0 ",
		"threads,names,each": "0 1 0 \"\"\n1 1 0 \"\"\n0 1 0 \"you are 7\\n0 ",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			f := listener(t, mode, fmt.Sprintf("port_each = %v\nbots_first = %v", strings.Contains(mode, "each"),
				strings.Contains(mode, "names")))
			table, sent, err := answers(t, f, 7, late)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(sent, first) || strings.Count(sent, "\n1 1 0 ") < 2 {
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
			if other, _, _ := answers(t, f, 8, late); other.Digest() == table.Digest() {
				t.Error("games of other seeds are equal")
			}
		})
	}
}

// What an engine that listens does wrong is one sentence, and no bot's fault.
func TestEnginesThatListenForTheirBotsAndFail(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]string{
		"never":     "it does not accept the connection of seat 0 at 127.0.0.1:5000, and its ports are none",
		"elsewhere": "it does not accept the connection of seat 0 at 127.0.0.1:5000, and its ports are 5001",
		"ends":      "its process ended with code 3 before it asked a bot over a connection at 127.0.0.1:5000",
		"closes":    "it has closed the connection of seat 0 at 127.0.0.1:5000 before it asked a bot",
		"two":       "agon asks a bot that it has written to, and has connected once for each of 2 seats",
		"half":      "it waits, and has sent seat 0 the beginning of a line, \"and now\"",
		"hangs":     "it waits, and has sent nothing that ends a prompt to a bot since the last answers",
		"stays":     "it goes on, and all of its bots are gone or disconnected: its process must end with its game",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			f := listener(t, mode, "start = \"300ms\"\nturn = \"300ms\"")
			table, _, err := answers(t, f, 7, seven)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Error(err)
			}
			if table != nil && len(table.Record().Faults) > 0 {
				t.Errorf("bots have the faults %+v", table.Record().Faults)
			}
		})
	}
}

// A game whose engine was killed by somebody goes on in another process, which is connected to anew and given the answers again.
func TestEnginesThatListenAndAreKilled(t *testing.T) {
	t.Parallel()
	mode := fmt.Sprint("killed", os.Getpid())
	f, killed := listener(t, mode, ""), 0
	table, _, err := answers(t, f, 7, func(seat game.Seat, turn int) *game.Reply {
		if turn == 4 {
			killed += killWith("/usr/bin/python3\x00listener.py\x00" + mode + "\x00")
		}
		return seven(seat, turn)
	})
	if err != nil || killed == 0 {
		t.Fatalf("%d were killed: %v", killed, err)
	}
	undisturbed, _, err := answers(t, f, 7, seven)
	if err != nil || undisturbed.Digest() != table.Digest() {
		t.Errorf("the game is another one than without the kill: %v", err)
	}
}

// killWith kills processes whose arguments begin with a text, and returns how many.
func killWith(text string) (killed int) {
	found, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range found {
		line, _ := os.ReadFile(file)
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err == nil && bytes.HasPrefix(line, []byte(text)) && syscall.Kill(pid, syscall.SIGKILL) == nil {
			killed++
		}
	}
	return killed
}

// Where programs share a network no such engine is started.
func TestNoNetworkNoListener(t *testing.T) {
	t.Parallel()
	f := outside(t, "python3 listener.py turns {seed} {seats} {port}", "seats", "", "port = 5000\n"+lined)
	_, _, err := answers(t, f, 7, seven)
	if err == nil || !strings.Contains(err.Error(), "sandbox level none gives it no network of its own") {
		t.Error(err)
	}
}

// What game.toml says of a port is checked when it is opened.
func TestDescriptionsOfEnginesThatListen(t *testing.T) {
	t.Parallel()
	for more, want := range map[string]string{
		"port = 70000":                     "port 70000 is the port of 127.0.0.1 at which the engine listens for its bots, from 1 to",
		"port_each = true":                 "port 0 is the port of 127.0.0.1",
		"port = -1":                        "port must be a whole number from 0",
		"port = 5000\nprotocol = \"agon\"": "protocol",
	} {
		if _, err := described(t, "python3 listener.py", more+"\n"+lined); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", more, err)
		}
	}
	if _, err := described(t, "python3 starter.py {bots}", "port = 5000\n"+lined); err == nil ||
		!strings.Contains(err.Error(), "run names bots, and port says that the engine listens for them") {
		t.Error(err)
	}
}

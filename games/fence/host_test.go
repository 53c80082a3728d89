package fence

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"

	"agon/game"
)

// python returns the interpreter that the tests of host.py run with.
func python(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"/usr/bin/python3", "python3"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("there is no python3 on this machine")
	return ""
}

func TestHost(t *testing.T) {
	out, err := exec.Command(python(t), "testdata/host_test.py", "host.py").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// hosted is a Python bot behind host.py, run by testdata/host_test.py in place of the class host.
type hosted struct {
	in  io.WriteCloser
	out *bufio.Scanner
}

func hostOf(t *testing.T, bot string) *hosted {
	t.Helper()
	cmd := exec.Command(python(t), "testdata/host_test.py", "host.py", "play", bot)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("%s: %v", bot, err)
		}
	})
	return &hosted{in, bufio.NewScanner(out)}
}

func (h *hosted) send(body []byte) {
	fmt.Fprintln(h.in, hex.EncodeToString(body))
}

func (h *hosted) ask(t *testing.T, body []byte) []byte {
	t.Helper()
	h.send(body)
	if !h.out.Scan() {
		t.Fatalf("the host ended: %v", h.out.Err())
	}
	return h.out.Bytes()
}

// TestPythonExample: the Python example bot, asked over the wire, plays a whole game like the built-in nearest, so board, cells and answers
// are transmitted correctly.
func TestPythonExample(t *testing.T) {
	for _, n := range []int{30, 7} {
		one, two := deal(t, map[string]any{"N": n}), deal(t, map[string]any{"N": n})
		nearest, err := one.Kind.Builtin("nearest", nil)
		if err != nil {
			t.Fatal(err)
		}
		var bots [2]*hosted
		var prompt game.Prompt
		for seat := range 2 {
			one.Sit(game.Seat(seat), nearest)
			bots[seat] = hostOf(t, "bots/nearest.py")
			prompt.Reset()
			two.Open(&prompt, game.Seat(seat))
			bots[seat].send(prompt.Stdin)
		}
		var reply game.Reply
		for !two.Over() {
			owes := two.Owes()
			seat, _ := owes.Next(0)
			reply.Reset()
			one.Think(seat, &reply)
			one.Step()
			prompt.Reset()
			two.Ask(&prompt, seat)
			reply.Reset()
			reply.Out = append(reply.Out, bots[seat].ask(t, prompt.Stdin)...)
			if why := two.Take(seat, &reply); why != game.NoFault {
				t.Fatalf("N=%d, turn %d: %v, %s", n, two.Turns(), why, reply.Note)
			}
			two.Step()
		}
		if one.Digest() != two.Digest() || !one.Over() {
			t.Errorf("N=%d: the built-in played %s, the example in Python %s", n, one.Ending(game.Unnamed), two.Ending(game.Unnamed))
		}
	}
}

// TestPythonStarter: the starter plays a whole game without a fault and beats a random walker.
func TestPythonStarter(t *testing.T) {
	table := deal(t, map[string]any{"max_plies": 1000})
	random, err := table.Kind.Builtin("random", nil)
	if err != nil {
		t.Fatal(err)
	}
	table.Sit(1, random)
	bot := hostOf(t, "starters/python/Bot.py")
	var prompt game.Prompt
	var reply game.Reply
	table.Open(&prompt, 0)
	bot.send(prompt.Stdin)
	for !table.Over() {
		owes := table.Owes()
		reply.Reset()
		if owes.Has(1) {
			table.Think(1, &reply)
			table.Step()
			continue
		}
		prompt.Reset()
		table.Ask(&prompt, 0)
		reply.Out = append(reply.Out, bot.ask(t, prompt.Stdin)...)
		if why := table.Take(0, &reply); why != game.NoFault {
			t.Fatalf("turn %d: %v, %s", table.Turns(), why, reply.Note)
		}
		table.Step()
	}
	if table.Outcome(0).Place != 1 {
		t.Errorf("the starter against a random walker: %s", table.Ending(game.Unnamed))
	}
}

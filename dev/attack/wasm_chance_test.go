package attack

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// drawing is a bot that plays by what its runtime and random_get give it: a generator of Go's own, and bytes of the system.
const drawing = `
-- main.go --
package main

import (
	"bufio"
	"crypto/rand"
	"fmt"
	chance "math/rand/v2"
	"os"
	"strings"
)

func main() {
	for in := bufio.NewReader(os.Stdin); ; {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		if strings.HasPrefix(line, "{\"agon\"") {
			fmt.Println("{\"name\":\"Drawing\"}")
			continue
		}
		var b [1]byte
		rand.Read(b[:])
		fmt.Println([]string{"UP", "DOWN", "LEFT", "RIGHT", "STAY"}[(chance.IntN(5)+int(b[0]))%5])
	}
}
-- go.mod --
module drawing

go 1.24
`

// drawer is a folder with a WebAssembly module that plays by chance.
func drawer(t *testing.T) (dir string) {
	t.Helper()
	dir = written(t, drawing)
	c := exec.Command("go", "build", "-ldflags=-s -w", "-o", "bot.wasm", ".")
	c.Dir = dir
	c.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("build the module: %v\n%s", err, out)
	}
	return dir
}

// TestChanceOfModules: what a WebAssembly module draws by random_get is the game's: one table, however many games are played at once, on
// however many processors, and whether or not the run was killed and gone on with. Another secret gives another table, and the games of
// one contest differ.
func TestChanceOfModules(t *testing.T) {
	t.Parallel()
	dir := drawer(t)
	args := func(out string, more ...string) []string {
		return append([]string{"run", "colour-battle", "./bot.wasm", "./bot.wasm", "--set", "rounds=12", "--games", "12", "--seed", "5",
			"--out", out, "--csv", out + ".csv"}, more...)
	}
	must(t, dir, args("alone", "--lanes", "1", "--jobs", "1")...)
	want := scores(t, dir, "alone")
	if n := strings.Count(want, "\n"); n < 12 {
		t.Fatalf("the table has %d lines:\n%s", n, want)
	}
	if !strings.Contains(want, "Drawing") {
		t.Errorf("the table does not call the bot as it greets:\n%s", want)
	}
	for name, how := range map[string][]string{"lanes": {"--lanes", "12", "--jobs", "1"}, "processors": {"--jobs", "2"}} {
		t.Run(name, func(t *testing.T) {
			must(t, dir, args(name, how...)...)
			same(t, scores(t, dir, name), want)
		})
	}
	t.Run("killed", func(t *testing.T) {
		for _, after := range []int{1, 5} {
			killAfter(t, dir, after, args("killed", "--lanes", "3")...)
		}
		must(t, dir, args("killed")...)
		same(t, scores(t, dir, "killed"), want)
	})
	t.Run("another secret", func(t *testing.T) {
		must(t, dir, args("secret", "--secret", "other")...)
		if scores(t, dir, "secret") == want {
			t.Error("another secret gave the same table")
		}
	})
}

// TestCheckOfModules: a module that plays by random_get repeats its games in a check.
func TestCheckOfModules(t *testing.T) {
	t.Parallel()
	dir := drawer(t)
	if out := must(t, dir, "check", "colour-battle", filepath.Join(dir, "bot.wasm"), "--set", "rounds=12", "--games", "2", "--seed",
		"3").Out; !strings.Contains(out, "equal seeds gave equal moves") {
		t.Errorf("it does not repeat:\n%s", out)
	}
}

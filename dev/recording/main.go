// Command recording plays a session of a bot's author in a real terminal, and writes it as a moving picture, docs/lab.svg. Run it in the
// repository: go run ./dev/recording.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

const (
	columns = 100
	rows    = 30
	result  = "docs/lab.svg"
)

// A step is a line that the author types, the input of a program that it starts, and how long its output is looked at.
type step struct {
	line string
	talk []answer
	do   func(dir string) error // in place of the line's own effect: an editor needs hands
	look time.Duration
}

// An answer is typed when a program has shown some words.
type answer struct{ shown, typed string }

// The bot that agon new writes plays the last free direction. The author's change has it play the one that leaves most room.
const change = `    def room(x, y):
        seen, todo = {(x, y)}, [(x, y)]
        for x, y in todo:
            for dx, dy in MOVES.values():
                at = x + dx, y + dy
                if 0 <= at[0] < WIDTH and 0 <= at[1] < HEIGHT and at not in owner and at not in seen:
                    seen.add(at)
                    todo.append(at)
        return len(seen)

    x, y = heads[p]
    free = {}
    for move, (dx, dy) in MOVES.items():
        nx, ny = x + dx, y + dy
        if 0 <= nx < WIDTH and 0 <= ny < HEIGHT and (nx, ny) not in owner:
            free[move] = room(nx, ny)
    choice = max(free, key=free.get, default="UP")
`

var session = []step{
	{line: "agon new tron python mybot", look: 800 * time.Millisecond},
	{line: "agon play tron mybot builtin:hugger --seed 1 --replay lost.agon", look: 1900 * time.Millisecond},
	{line: "agon explain lost.agon", look: 2400 * time.Millisecond},
	{line: "agon debug lost.agon mybot --turn 87", look: 800 * time.Millisecond,
		talk: []answer{{"(Pdb) ", "p heads[p], len(owner)"}, {"(Pdb) ", "c"}, {"q ends", "q"}}},
	{line: "agon pin lost.agon --seat 0 --turn 87 --not LEFT", look: 1100 * time.Millisecond},
	{line: "cp -r mybot old; edit mybot/bot.py    # go where most room is left", do: edit, look: 600 * time.Millisecond},
	{line: "agon test tron mybot cases", look: 1300 * time.Millisecond},
	{line: "agon compare tron old/bot.py mybot --games 400", look: 3200 * time.Millisecond},
}

// edit changes the bot as the author would.
func edit(dir string) error {
	if out, err := exec.Command("cp", "-r", filepath.Join(dir, "mybot"), filepath.Join(dir, "old")).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	file := filepath.Join(dir, "mybot", "bot.py")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	begin, end := between(string(text), "    x, y = heads[p]\n", "    # What you print")
	if begin < 0 {
		return errors.New("the bot that agon new writes has changed: mend the change in dev/recording")
	}
	return os.WriteFile(file, []byte(string(text[:begin])+change+"\n"+string(text[end:])), 0o644)
}

func main() {
	if err := record(); err != nil {
		fmt.Fprintln(os.Stderr, "recording:", err)
		os.Exit(1)
	}
}

func record() error {
	dir, err := os.MkdirTemp("", "recording-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	bin := filepath.Join(dir, "bin")
	if out, err := exec.Command("go", "build", "-o", bin+"/", "./cmd/agon").CombinedOutput(); err != nil {
		return fmt.Errorf("build agon: %w: %s", err, out)
	}
	t := newTerminal(filepath.Join(dir, "home"), bin)
	if err := os.Mkdir(t.dir, 0o755); err != nil {
		return err
	}
	for _, s := range session {
		if err := t.play(s); err != nil {
			return fmt.Errorf("%s: %w", s.line, err)
		}
	}
	if err := os.WriteFile(result, t.film.svg(), 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %.1f s\n", result, t.film.length().Seconds())
	return nil
}

package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// loopArgs are the arguments of a loop whose games are short.
var loopArgs = []string{"run", "colour-battle", "builtin:steve", "builtin:rambo", "builtin:steve", "--set", "rounds=30"}

// TestLoopOnAPage checks that a page shows game after game without a reload, with a correct standing.
func TestLoopOnAPage(t *testing.T) {
	browser := openBrowser(t)
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	in, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	reader, writer := io.Pipe()
	var out bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- execute(ctx, append(loopArgs, "--loop", "4", "--web"), &world{in: in, out: &out, err: writer})
		writer.Close()
	}()
	defer cancel()
	address := ""
	for s := bufio.NewScanner(reader); address == "" && s.Scan(); {
		address = regexp.MustCompile(`http://\S+`).FindString(s.Text())
	}
	go io.Copy(io.Discard, reader)
	page := tab(t, browser, address)
	// the games in the standing
	const games = `Number(/^standing after (\d+) games?$/.exec(document.querySelector("#standing h2")?.textContent)?.[1] ?? 0)`
	until(t, page, `document.querySelectorAll("#standing tbody tr").length === 3 && `+games+` >= 1`)
	shoot(t, page, "loop-first")
	if names := eval[string](t, page, `[...document.querySelectorAll("#standing tbody th")].map(e => e.textContent.trim()).sort().join(", ")`); names != "A steve, B rambo, C steve-2" {
		t.Errorf("the standing names %q", names)
	}
	if deck := eval[bool](t, page, `document.querySelector(".deck").offsetParent !== null`); deck {
		t.Error("a screen that nobody attends has buttons")
	}
	until(t, page, games+` >= 2 && Number(/^Colour Battle, game (\d+)$/.exec(document.querySelector("h1").textContent)?.[1]) >= 2`)
	until(t, page, `Number(/game (\d+)$/.exec(document.querySelector("h1")?.textContent)?.[1]) >= 3 && Number(document.getElementById("round").textContent) > 0`)
	if played := eval[bool](t, page, `[...document.querySelectorAll("#standing tbody tr")].every(r => r.querySelector(".won").textContent.endsWith("/ " + `+games+`))`); !played {
		t.Error("the standing does not count the games")
	}
	cancel()
	if code := <-ended; code != exitDone {
		t.Errorf("it ended with %d", code)
	}
	if !strings.Contains(out.String(), "standing after ") {
		t.Errorf("it printed\n%s", out.String())
	}
	if left, _ := os.ReadDir("."); len(left) > 0 {
		t.Errorf("it stored %v", left)
	}
}

// An interrupt ends a loop with exit code 0 and its standing, and without an error message.
func TestInterruptEndsALoop(t *testing.T) {
	cmd := exec.Command(program(t), append(loopArgs, "--loop", "0.2")...)
	cmd.Dir = t.TempDir()
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	lines := bufio.NewScanner(out)
	for lines.Scan() && !strings.Contains(lines.Text(), "standing after 2 games") {
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, complaint.String())
	}
	if text := complaint.String(); strings.Contains(text, "stopped") || strings.Count(text, "\n") != 1 {
		t.Errorf("it complains: %s", text)
	}
	if left, _ := os.ReadDir(cmd.Dir); len(left) > 0 {
		t.Errorf("it stored %v", left)
	}
}

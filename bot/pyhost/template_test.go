//go:build linux && (amd64 || arm64)

package pyhost

import (
	_ "embed"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"agon/bot"
	"agon/bot/sandbox"
	"agon/internal/apart"
)

//go:embed testdata/facts.py
var facts string

// TestMain gives the tests mounts of their own: at level landlock a program sees those of the machine, which change while other tests run.
func TestMain(m *testing.M) {
	if code, ran := apart.Again(os.Args); ran {
		os.Exit(code)
	}
	os.Exit(m.Run())
}

// outputOf returns what a program prints in a sandbox.
func outputOf(t *testing.T, s *sandbox.Sandbox, c bot.Command) string {
	t.Helper()
	p, err := s.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	p.In.Close()
	wrong := make(chan string)
	go func() {
		text, _ := io.ReadAll(p.Err)
		wrong <- string(text)
	}()
	out, err := io.ReadAll(p.Out)
	if err != nil {
		t.Fatal(err)
	}
	if text := <-wrong; text != "" {
		t.Errorf("it wrote %.2000s", text)
	}
	if exit := p.Wait(); exit.Code != 0 {
		t.Errorf("it ended with %+v", exit)
	}
	return string(out)
}

// factsCommand prints the facts. With a template it is forked from one that can print where it is one.
func factsCommand(forked bool) bot.Command {
	c := bot.Command{
		Path: Python(""), Args: []string{"-u", "-c", facts}, Env: environment(), Dir: "/",
		Limits: bot.Limits{Memory: 512 << 20, Tasks: 16, Disk: 1 << 20, FileSize: 1 << 20},
	}
	if forked {
		c.Template = &bot.Template{Path: c.Path,
			Args: []string{"-u", "-c", launcher + "\n\n__forked__ = True\n" + facts, "", "", "numpy", "os.path", "antigravity"}, Env: c.Env}
	}
	return c
}

// A program that was forked from a template is held to all that an executed one is held to, and sees no more.
func TestForkedAndExecutedAreHeldToTheSame(t *testing.T) {
	levels := map[string]sandbox.Level{"landlock": sandbox.Landlock, "namespaces": sandbox.Namespaces, "full": sandbox.Full}
	for name, level := range levels {
		t.Run(name, func(t *testing.T) {
			s, err := sandbox.Open(level)
			if err == nil {
				if p, e := s.Start(factsCommand(false)); e == nil {
					p.Close()
				} else {
					s.Close()
					err = e
				}
			}
			if err != nil {
				if expected := os.Getenv("AGON_EXPECT_SANDBOX"); expected == "full" || expected == name {
					t.Fatal(err)
				}
				t.Skip(err)
			}
			defer s.Close()
			executed, forked := outputOf(t, s, factsCommand(false)), outputOf(t, s, factsCommand(true))
			if !strings.Contains(forked, "__forked__") {
				t.Fatal("it was executed, not forked")
			}
			forked = strings.ReplaceAll(forked, "  \"__forked__\",\n", "")
			if level == sandbox.Landlock { // it shows the host's processes, and gives each program a folder and a user of its own
				executed, forked = alike(executed), alike(forked)
			}
			a, b := strings.Split(executed, "\n"), strings.Split(forked, "\n")
			for i := range max(len(a), len(b)) {
				if i >= len(a) || i >= len(b) {
					t.Fatalf("%d lines of facts against %d", len(a), len(b))
				}
				if a[i] != b[i] {
					from := 0
					for from < min(len(a[i]), len(b[i])) && a[i][from] == b[i][from] {
						from++
					}
					from = max(0, from-60)
					t.Errorf("%.40s, from byte %d on:\nexecuted: %.700s\n  forked: %.700s", a[i], from, a[i][from:], b[i][from:])
				}
			}
		})
	}
}

var (
	numbers = regexp.MustCompile(`[1-9][0-9]{2,}`)
	tree    = regexp.MustCompile(`(?m)^ "tree": .*$`)
)

// alike returns facts without what differs from one program of level landlock to the next.
func alike(facts string) string {
	return numbers.ReplaceAllString(tree.ReplaceAllString(facts, ""), "#")
}

// A template that cannot start, or that does not do what a launcher does, costs its speed alone: the program is executed, and the reason is
// reported once.
func TestUselessTemplate(t *testing.T) {
	s, err := sandbox.Open(sandbox.Landlock)
	if err != nil {
		t.Skip(err)
	}
	defer s.Close()
	for _, path := range []string{"/bin/false", "/nowhere", "/etc/passwd"} {
		var reasons []error
		failed := func(why error) { reasons = append(reasons, why) }
		c := bot.Command{Path: Python(""), Args: []string{"-c", "print(6 * 7)"}, Env: environment(), Dir: "/",
			Template: &bot.Template{Path: path, Failed: failed}}
		for range 2 {
			if out := outputOf(t, s, c); out != "42\n" {
				t.Errorf("with %s as template it prints %q", path, out)
			}
		}
		if len(reasons) != 1 {
			t.Errorf("of %s as template is told %q, want one reason", path, reasons)
		}
	}
}

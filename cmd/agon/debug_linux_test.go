package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/sys/unix"

	"agon/internal/pty"
)

// A line of a dialogue: what the person types when the terminal has shown some words, after those of the line before; nothing, or enter
// alone.
type line struct{ shown, typed string }

const enter = "\n"

// A dialogue is agon in a terminal of its own.
type dialogue struct {
	t     *testing.T
	user  *os.File
	cmd   *exec.Cmd
	parts chan []byte
	ended chan struct{}
	all   strings.Builder // that it has shown
	from  int             // what await has not passed yet
	guard <-chan time.Time
}

// begin runs agon in a terminal of unknown size.
func begin(t *testing.T, dir string, words ...string) *dialogue {
	t.Helper()
	return beginIn(t, 0, dir, words...)
}

// beginIn runs agon in a terminal of some columns.
func beginIn(t *testing.T, columns uint16, dir string, words ...string) *dialogue {
	t.Helper()
	master, slave := pty.Open(t)
	if err := unix.IoctlSetWinsize(int(master.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: columns, Row: 24}); err != nil {
		t.Fatal(err)
	}
	agon, err := exec.LookPath("agon")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(agon, words...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "NO_COLOR=1", "TERM=dumb")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	d := &dialogue{t: t, user: master, cmd: cmd, parts: make(chan []byte), ended: make(chan struct{}), guard: time.After(2 * time.Minute)}
	go func() {
		defer close(d.parts)
		for {
			part := make([]byte, 4096)
			n, err := master.Read(part)
			if err != nil {
				return
			}
			d.parts <- part[:n]
		}
	}()
	go func() {
		cmd.Wait()
		slave.Close()
		close(d.ended)
	}()
	return d
}

// await returns what the terminal shows up to some words, which it has after those of the call before.
func (d *dialogue) await(words string) (before string) {
	d.t.Helper()
	for {
		if at := strings.Index(d.all.String()[d.from:], words); at >= 0 {
			before = d.all.String()[d.from : d.from+at]
			d.from += at + len(words)
			return before
		}
		select {
		case part, ok := <-d.parts:
			if !ok {
				d.t.Fatalf("it ended before it showed %q:\n%s", words, d.all.String())
			}
			d.all.Write(part)
		case <-d.guard:
			d.t.Fatalf("it does not show %q:\n%s", words, d.all.String())
		}
	}
}

// enter types a line.
func (d *dialogue) enter(text string) { io.WriteString(d.user, text+enter) }

// end returns all that the terminal has shown, and agon's exit code.
func (d *dialogue) end() (shown string, code int) {
	d.t.Helper()
	for {
		select {
		case part, ok := <-d.parts:
			if ok {
				d.all.Write(part)
				continue
			}
			<-d.ended
			return d.all.String(), d.cmd.ProcessState.ExitCode()
		case <-d.guard:
			d.t.Fatalf("it does not end:\n%s", d.all.String())
		}
	}
}

// talk runs agon in a terminal of its own, and returns all that it has shown and its exit code.
func talk(t *testing.T, dir string, lines []line, words ...string) (shown string, code int) {
	t.Helper()
	d := begin(t, dir, words...)
	for _, l := range lines {
		d.await(l.shown)
		if l.typed != "" {
			d.enter(strings.TrimSuffix(l.typed, enter))
		}
	}
	return d.end()
}

// The bots of TestDebug.
var debugged = map[string]string{
	"program.py": `turn = 0
def choose(n):
    return "RIGHT" if turn % 3 == 2 else "UP"
while True:
    n, me = map(int, input().split())
    rows = [input() for _ in range(n)]
    turn += 1
    print(choose(n), flush=True)
`,
	"classes/walker.py": `from ..bot_control import Move
class Walker:
    def __init__(self): self.turn = 0
    def get_name(self): return "Walker"
    def get_contributor(self): return "nobody"
    def determine_next_move(self, grid, enemies, game_info):
        self.turn += 1
        if self.turn == 8:
            breakpoint()
        return Move.UP if self.turn % 2 else Move.RIGHT
`,
	"hand.py": `import sys
count = len(sys.argv)
print('{"hand": "ROCK"}')
`,
	"native/bot.cpp": `#include <iostream>
int turns = 0;
int think(int n) {
    turns++;
    return n + turns;
}
int main() {
    int n, me;
    while (std::cin >> n >> me) {
        for (int i = 0; i < 4 * n; i++) { int a; std::cin >> a; }
        std::cout << (think(n) % 7 == 6 ? "RIGHT" : "UP") << std::endl;
    }
}
`,
	"script/bot.js": `let turns = 0;
while (true) {
  const [n] = readline().split(' ').map(Number);
  turns++;
  for (let i = 0; i < n; i++) readline();
  print(turns % 5 === 4 ? 'RIGHT' : 'UP');
}
`,
	"machine/Player.java": `import java.util.Scanner;
class Player {
    static int turns = 0;
    static String choose(int n) { turns++; return turns % 4 == 3 ? "RIGHT" : "UP"; }
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (true) {
            int n = in.nextInt(), me = in.nextInt();
            for (int i = 0; i < n * 4; i++) in.nextInt();
            System.out.println(choose(n));
        }
    }
}
`,
}

// debuggedFolder returns a folder with the bots, and with a recorded game of each kind.
func debuggedFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range debugged {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	play := func(words ...string) {
		t.Helper()
		cmd := exec.Command("agon", append(append([]string{"play"}, words...), "--sandbox", "none")...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	play("tron", "program.py", "builtin:hugger", "--seed", "1", "--replay", "tron.agon")
	play("colour-battle", "classes", "builtin:steve", "--seed", "3", "--set", "rounds=12", "--replay", "colour.agon")
	play("rps", "hand.py", "builtin:frequency", "--seed", "3", "--set", "rounds=6", "--replay", "rps.agon")
	return dir
}

// needsTracing skips a test where only root attaches debuggers to processes.
func needsTracing(t *testing.T) {
	t.Helper()
	if scope, err := os.ReadFile("/proc/sys/kernel/yama/ptrace_scope"); err == nil && strings.TrimSpace(string(scope)) != "0" &&
		os.Geteuid() != 0 {
		t.Skip("only root attaches to processes here")
	}
}

// TestDebug stops bots in their debuggers at a turn of a recorded game, as a person at a terminal does.
func TestDebug(t *testing.T) {
	t.Parallel()
	dir := debuggedFolder(t)
	t.Run("breakpoint in play --debug", func(t *testing.T) {
		shown, code := talk(t, dir, []line{{"return Move.UP if self.turn", ""}, {"(Pdb) ", "p self.turn"}, {"8", "c"}}, "play",
			"colour-battle", "classes", "builtin:steve", "--set", "rounds=12", "--debug", "--sandbox", "none")
		if code != 0 || !strings.Contains(shown, "Colour Battle, 12 rounds") {
			t.Errorf("it ends with %d:\n%s", code, shown)
		}
	})
	t.Run("a narrow terminal", func(t *testing.T) {
		d := beginIn(t, 40, dir, "debug", "tron.agon", "program.py", "--turn", "7")
		board := d.await("agon: ")
		d.await("(Pdb) ")
		d.enter("c")
		d.await("Enter stops it")
		d.enter("q")
		if _, code := d.end(); code != 0 {
			t.Errorf("it ends with %d", code)
		}
		if !strings.Contains(board, "\n"+strings.Repeat(".", 30)+"\r\n") {
			t.Errorf("no board of 30 columns:\n%s", board)
		}
		for line := range strings.Lines(board) {
			if line = strings.TrimRight(line, "\r\n"); ansi.StringWidth(line) > 40 {
				t.Errorf("%q takes more than 40 columns", line)
			}
		}
	})
	for _, tt := range []struct {
		name, needs string
		words       []string
		lines       []line
		want        []string
	}{
		{"a program in Python", "", []string{"tron.agon", "program.py", "--turn", "7"}, []line{
			{"program is asked in turn 7; pdb: ", ""}, {"(Pdb) ", "p n, me, turn"}, {"(2, 0, 3)", "n"}, {"turn += 1", "n"},
			{"print(choose(n)", "s"}, {"def choose(n):", "c"},
			{"program answers UP in turn 7", ""}, {"Enter stops it in turn 9", enter}, {"is asked in turn 9", ""}, {"(Pdb) ", "c"},
			{"Enter stops it in turn 11", "p"},
		}, []string{"Tron  30x20  seed 1", "Tron, "}},
		{"another turn than its own", "", []string{"tron.agon", "program.py", "--seat", "program", "--turn", "8"}, []line{
			{"program is asked in turn 9; pdb: ", ""}, {"(Pdb) ", "c"}, {"Enter stops it in turn 11", "q"},
		}, nil},
		{"a class", "", []string{"colour.agon", "classes", "--turn", "5"}, []line{
			{"Walker is asked in round 5; pdb: ", ""}, {"determine_next_move()", ""}, {"(Pdb) ", "p self.turn"}, {"4", "c"},
			{"Walker answers UP in round 5", ""},
			{"Enter stops it in round 6", "p"}, {"return Move.UP if self.turn", ""}, {"(Pdb) ", "p self.turn"}, {"8", "c"},
		}, []string{"Colour Battle, 12 rounds"}},
		{"a program per move", "", []string{"rps.agon", "hand.py", "--turn", "4"}, []line{
			{"hand is asked in round 4; it stops where its process for this move begins", ""}, {"(Pdb) ", "n"}, {"import sys", "n"},
			{"count = len", "n"}, {"print(", "p count"}, {"2", "c"},
			{"Enter stops it in round 5", "q"},
		}, nil},
		{"C++", "gdb", []string{"tron.agon", "native", "--turn", "7"}, []line{
			{"native is asked in turn 7; gdb: ", ""}, {"(gdb) ", "break think"}, {"Breakpoint 1 at", "continue"},
			{"Breakpoint 1, think", "info args"}, {"n = 2", "quit"},
			{"native answers RIGHT in turn 7, and the recorded game has ", ""}, {"Enter stops it in turn 9", "q"},
		}, nil},
		{"JavaScript", "node", []string{"tron.agon", "script", "--turn", "7"}, []line{
			{"script is asked in turn 7; node inspect: ", ""}, {"break in hook.js", "out"}, {"break in hook.js", "out"},
			{"agon-readline.js", "exec('turns')"}, {"3", "c"}, {"debug> ", ".exit"},
			{"script answers ", ""}, {"Enter stops it in turn 9", "q"},
		}, nil},
		{"Java", "jdb", []string{"tron.agon", "machine", "--turn", "7"}, []line{
			{"machine is asked in turn 7; jdb: ", ""}, {"All threads suspended", "stop in Player.choose"},
			{"Set breakpoint Player.choose", "resume"}, {"Player.choose()", "print Player.turns"},
			{"Player.turns = 3", "quit"}, {"machine answers UP in turn 7", ""}, {"Enter stops it in turn 9", "q"},
		}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.needs != "" {
				if _, err := exec.LookPath(tt.needs); err != nil {
					t.Skip(err)
				}
			}
			if tt.needs == "gdb" {
				needsTracing(t)
			}
			shown, code := talk(t, dir, tt.lines, append([]string{"debug"}, tt.words...)...)
			if code != 0 {
				t.Errorf("it ends with %d", code)
			}
			for _, words := range tt.want {
				if !strings.Contains(shown, words) {
					t.Errorf("it does not show %q", words)
				}
			}
			if t.Failed() {
				t.Log(shown)
			}
		})
	}
}

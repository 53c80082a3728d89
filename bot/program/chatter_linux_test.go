package program_test

import (
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"agon/bot"
	"agon/bot/program"
	"agon/bot/sandbox"
	"agon/game"
	"agon/internal/tier"
)

//go:embed testdata/chatter.cpp
var chatterSource string

// chatterProgram compiles the chatting bot once for all tests.
var chatterProgram = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "agonchatter")
	if err != nil {
		return "", err
	}
	os.Chmod(dir, 0o755)
	file, program := filepath.Join(dir, "bot.cpp"), filepath.Join(dir, "bot")
	if err := os.WriteFile(file, []byte(chatterSource), 0o644); err != nil {
		return "", err
	}
	if out, err := exec.Command("g++", "-pthread", "-o", program, file).CombinedOutput(); err != nil {
		return "", &exec.Error{Name: "g++", Err: errorText(out)}
	}
	return program, nil
})

type errorText string

func (e errorText) Error() string { return string(e) }

// TestMain removes the compiled program.
func TestMain(m *testing.M) {
	code := m.Run()
	if program, err := chatterProgram(); err == nil {
		os.RemoveAll(filepath.Dir(program))
	}
	os.Exit(code)
}

func chatting(t testing.TB, how string) bot.Command {
	t.Helper()
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip("there is no g++")
	}
	program, err := chatterProgram()
	if err != nil {
		t.Fatal(err)
	}
	return bot.Command{Path: program, Args: []string{how}, Env: []string{"PATH=/usr/bin:/bin"}, Dir: "/",
		Readable: []string{filepath.Dir(program)}}
}

// A chat is a way in which a bot writes more than its answers, or reads its input.
type chat struct {
	how    string // the argument of testdata/chatter.cpp
	quoted string // what the log quotes as ignored; empty: it writes nothing else
	rounds int
	lines  int  // of a prompt beside the first
	levels bool // it is played at every level of the sandbox
}

var chats = []chat{
	{"two-lines", `"debug: played`, 100, 0, true},
	{"one-write", `"debug: played`, 50, 0, false},
	{"later-1ms", `"debug: played`, 20, 0, true},
	{"later-20ms", `"debug: played`, 5, 0, false},
	{"half", `"debug: `, 20, 0, false},
	{"half-later", `"debug: played`, 10, 0, false},
	{"empty", "", 50, 0, false},
	{"crlf", "", 50, 0, false},
	{"burst", `"xxxx`, 10, 0, false},
	{"noise", "", 20, 0, false},
	{"thread", `"debug: played`, 20, 0, true},
	{"child", `"debug: played`, 5, 0, true},
	{"part", `"debug: played`, 50, 5, false},
	{"reader", `"debug: played`, 50, 0, true},
	{"poll", `"debug: played`, 50, 0, false},
	{"poll-1s", `"debug: played`, 50, 0, false},
	{"select", `"debug: played`, 50, 0, false},
	{"epoll", `"debug: played`, 50, 0, true},
	{"busy", "", 30, 0, true},
	{"busy-poll", "", 30, 0, false},
	{"naps", "", 10, 0, false},
	{"banner", `"version 1.0`, 10, 0, true},
	{"banner-busy", `"version 1.0`, 10, 0, false},
}

// TestChatter: whatever a bot writes beside its answers, and however it reads its input, its moves are those of a bot that writes nothing
// else, and its log quotes what was ignored.
func TestChatter(t *testing.T) {
	for _, level := range []sandbox.Level{sandbox.None, sandbox.Namespaces, sandbox.Full} {
		launcher := at(level)
		for _, tt := range chats {
			for _, together := range []bool{false, true} {
				if launcher == nil || together && tt.how == "busy-poll" || level != sandbox.None && (!tt.levels || together) {
					continue
				}
				name := level.String() + "/" + tt.how + map[bool]string{true: ", side by side"}[together]
				t.Run(name, func(t *testing.T) {
					if tt.how == "thread" || tt.how == "child" { // on a busy host their lines may come any time later
						tier.Alone(t)
					}
					tt.play(t, chatting(t, tt.how), launcher, together)
				})
			}
		}
	}
}

// at returns a launcher of a level, nil if this machine has none.
var launchers = map[sandbox.Level]bot.Launcher{}

func at(level sandbox.Level) bot.Launcher {
	if level == sandbox.None {
		return sandbox.Plain()
	}
	if _, open := launchers[level]; !open {
		if s, err := sandbox.Open(level); err == nil {
			launchers[level] = s
		}
	}
	return launchers[level]
}

// TestChatterOfLanguages: so in languages whose runtimes wait for input in their own ways.
func TestChatterOfLanguages(t *testing.T) {
	for _, tt := range []struct {
		name, file, source string
		long               bool     // its compiler takes long
		build, run         []string // with the file's name last; build may be empty
	}{
		{"JavaScript", "bot.js", `require("readline").createInterface({input: process.stdin}).on("line", l => {
  let n = l.split(" ")[0]; console.log(n); console.log("debug: played", n); setTimeout(() => console.log("debug: later"), 1) })`,
			false, nil, []string{"node", "bot.js"}},
		{"Ruby", "bot.rb", `$stdout.sync = true; while l = gets; n = l.split[0]; puts n; puts "debug: played #{n}"; end`, false, nil,
			[]string{"ruby", "bot.rb"}},
		{"Perl", "bot.pl", `$| = 1; while (<STDIN>) { ($n) = split; print "$n\n"; print "debug: played $n\n"; }`, false, nil,
			[]string{"perl", "bot.pl"}},
		{"Python with a thread that reads", "bot.py", `import sys, threading, queue
q = queue.Queue()
threading.Thread(target=lambda: [q.put(l) for l in sys.stdin] + [q.put("")], daemon=True).start()
while l := q.get():
    n = l.split()[0]
    print(n, flush=True)
    print("debug: played", n, flush=True)`, false, nil, []string{"python3", "bot.py"}},
		{"Go", "bot.go", `package main
import ("bufio"; "fmt"; "os"; "strings")
func main() {
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		n := strings.Fields(in.Text())[0]
		fmt.Println(n)
		fmt.Println("debug: played", n)
	}
}`, true, []string{"go", "build", "-o", "bot", "bot.go"}, []string{"./bot"}},
		{"Java", "Bot.java", `class Bot { public static void main(String[] a) { var in = new java.util.Scanner(System.in); while (in.hasNextLine()) {
  var n = in.nextLine().split(" ")[0]; System.out.println(n); System.out.println("debug: played " + n); } } }`, true, []string{"javac", "Bot.java"}, []string{"java", "-cp", ".", "Bot"}},
		{"C#", "bot.cs", `class Bot { static void Main() { string l; while ((l = System.Console.ReadLine()) != null) {
  var n = l.Split(' ')[0]; System.Console.WriteLine(n); System.Console.WriteLine("debug: played " + n); } } }`, true, []string{"mcs", "bot.cs"}, []string{"mono", "bot.exe"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.long {
				tier.Long(t)
			}
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, tt.file), []byte(tt.source), 0o644); err != nil {
				t.Fatal(err)
			}
			if len(tt.build) > 0 {
				buildIn(t, dir, tt.build)
			}
			path, err := exec.LookPath(tt.run[0])
			if tt.run[0] == "./bot" {
				path, err = filepath.Join(dir, "bot"), nil
			}
			if err != nil {
				t.Skip(err)
			}
			command := bot.Command{Path: path, Args: tt.run[1:], Env: []string{"PATH=/usr/bin:/bin", "HOME=" + os.Getenv("HOME")}, Dir: dir}
			chat{quoted: `"debug: played`, rounds: 100}.play(t, command, sandbox.Plain(), false)
		})
	}
}

func buildIn(t *testing.T, dir string, words []string) {
	t.Helper()
	if _, err := exec.LookPath(words[0]); err != nil {
		t.Skip(err)
	}
	c := exec.Command(words[0], words[1:]...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", words, err, out)
	}
}

func (tt chat) play(t *testing.T, command bot.Command, launcher bot.Launcher, together bool) {
	t.Helper()
	launch := game.Launch{Form: game.Lines, PerGame: true, Together: together}
	k, c := counting(launch, game.Clock{}), config(command, launch)
	c.Launcher = launcher
	p := program.NewLines(c)
	closing(t, p)
	for range 2 {
		faults, notes := play(t, k, p, map[string]any{"rounds": tt.rounds, "lines": tt.lines}, long)
		if want := strings.TrimSuffix(strings.Repeat("ok ", tt.rounds), " "); faults != want {
			t.Errorf("not all of its moves count: %q %q", faults, notes[:min(len(notes), 3)])
		}
	}
	p.Close()
	log := string(c.Log.Text())
	quotes := func(line string) bool { return strings.Contains(line, "ignored output: it wrote "+tt.quoted) }
	n := len(slices.DeleteFunc(strings.Split(log, "\n"), func(line string) bool { return !quotes(line) }))
	if tt.quoted != "" && n != 2 {
		t.Errorf("the log quotes %s %d times in two games: %.600q", tt.quoted, n, log)
	}
	if tt.quoted == "" && strings.Contains(log, "ignored output") {
		t.Errorf("the log speaks of ignored output: %.600q", log)
	}
}

package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// ofAgents is the file of the documentation.
const ofAgents = `
name = "Agents on Tron"
kind = "tron"                     # any kind, any game of one's own, any engine
[agents]
rounds = 10
edit = "10m"                      # wall time of an edit; also cpu, memory, disk, processes, submissions, practice = games per edit
sees = "own"                      # own | own-replays | all-replays | all-code: what it gets of the round before
network = "none"                  # or a list of host:port
start = "starter"                 # starter of the kind, an empty folder, or a folder
[[agents.agent]]
name = "ann"
run = "./ann.sh"
secrets = ["ANN_KEY"]
[[agents.agent]]
name = "Bob 2"
run = "python3 'my agent.py' --fast"
reads = ["tools"]
[[stages]]
games = 7
`

func TestAgents(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"tools", "template"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	defaults := EditLimits{10 * time.Minute, 40 * time.Minute, 2e9, 1e9, 256, 5, 200}
	whole := Agents{Rounds: 10, Repeat: 1, Yardsticks: 2, Edit: defaults, Sees: "own", Start: "starter", Agents: []Agent{
		{Name: "ann", Run: "./ann.sh", Secrets: []string{"ANN_KEY"}},
		{Name: "Bob 2", Run: "python3 'my agent.py' --fast", Reads: []string{filepath.Join(dir, "tools")}},
	}}
	other, least := whole, whole
	other.Rounds, other.Repeat, other.Yardsticks, other.Sees, other.Start = 3, 5, 0, "all-code", filepath.Join(dir, "template")
	other.Network = []string{"api.example.org:443", "[::1]:8080"}
	other.Edit = EditLimits{time.Hour, 90 * time.Second, 512 << 20, 1e9, 64, 1, 0}
	other.Agents = whole.Agents[:1]
	least.Start, least.Agents = "starter:python", []Agent{{Name: "a", Run: "x"}}
	elsewhere := least
	elsewhere.Start, elsewhere.Agents = "empty", []Agent{{Name: "a", Remote: true}}
	for _, tt := range []struct {
		name, text string
		want       *Agents
	}{
		{"the file of the documentation", ofAgents, &whole},
		{"everything in tables", "kind = \"x\"\n[agents]\nrounds = 3\nrepeat = 5\nyardsticks = 0\nsees = \"all-code\"\n" +
			"network = [\"api.example.org:443\", \"[::1]:8080\"]\nstart = \"./template\"\n" +
			"[agents.edit]\nwall = \"1h\"\ncpu = \"90s\"\nmemory = \"512MiB\"\ndisk = \"1GB\"\ntasks = 64\nsubmissions = 1\n" +
			"practice = 0\n" +
			"[[agents.agent]]\nname = \"ann\"\nrun = \"./ann.sh\"\nsecrets = [\"ANN_KEY\"]\n", &other},
		{"an agent elsewhere", "kind = \"x\"\n[agents]\nstart = \"empty\"\n[[agents.agent]]\nname = \"a\"\nremote = true\n", &elsewhere},
		{"a table in a line", "kind = \"x\"\n[agents]\nedit = { wall = \"10m\" }\nstart = \"starter:python\"\n" +
			"agent = [{ name = \"a\", run = \"x\" }]\n", &least},
		{"no agents", "kind = \"x\"\n[[bots]]\nref = \"builtin:a\"\n", nil},
	} {
		f, err := Parse(filepath.Join(dir, "c.toml"), []byte(tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if !reflect.DeepEqual(f.Agents, tt.want) {
			t.Errorf("%s: %+v, want %+v", tt.name, f.Agents, tt.want)
		}
	}
}

// Mistakes in [agents] have a line and say what to write.
func TestMistakesOfAgents(t *testing.T) {
	const one = "[[agents.agent]]\nname = \"ann\"\nrun = \"./a\"\n"
	for _, tt := range []struct{ name, text, want string }{
		{"no agent", "", "c.toml:2:2: [agents] names no agent: add a table [[agents.agent]]"},
		{"agents as a list", "agent = 3\n", "c.toml:3:9: agent must be a list of tables, each written as [[agent]], not 3"},
		{"an unknown key", "ronds = 3\n" + one, `c.toml:3:1: unknown key "ronds" in [agents]; did you mean "rounds"?`},
		{"an unknown key of an agent", one + "secret = [\"A\"]\n",
			`c.toml:6:1: unknown key "secret" in [[agents.agent]]; did you mean`},
		{"an unknown limit", "[agents.edit]\nwal = \"1m\"\n" + one,
			`c.toml:4:1: unknown key "wal" in [agents.edit]; did you mean "wall"?`},
		{"a limit like none", "[agents.edit]\nxxxxxxxx = 1\n" + one,
			`c.toml:4:1: unknown key "xxxxxxxx" in [agents.edit]; known keys: cpu,`},
		{"no rounds", "rounds = 0\n" + one, "c.toml:3:1: rounds must be a number from 1 to 1000, not 0"},
		{"too many repetitions", "repeat = 5000\n" + one, "c.toml:3:1: repeat must be a number from 1 to 1000, not 5000"},
		{"fewer than no rounds", "rounds = -3\n" + one, "c.toml:3:10: rounds must be a whole number from 0 to 1000000, not -3"},
		{"too many yardsticks", "yardsticks = 2000000\n" + one, "c.toml:3:1: yardsticks must be a number from 0 to 1000, not 2000000"},
		{"rounds in words", "rounds = \"ten\"\n" + one, `c.toml:3:10: rounds must be a whole number from 0 to 1000000, not "ten"`},
		{"an edit without a unit", "edit = \"10\"\n" + one,
			`c.toml:3:1: edit must be a duration such as "10m", or a table [agents.edit] with`},
		{"an edit as a number", "edit = 10\n" + one,
			`c.toml:3:1: edit must be a duration such as "10m", or a table [agents.edit] with`},
		{"an edit without time", "edit = \"0s\"\n" + one, "c.toml:3:1: an edit needs a wall time above 0"},
		{"an edit without end", "[agents.edit]\nwall = \"999999h\"\n" + one,
			"c.toml:3:9: an edit needs a wall time above 0 and at most 720h0m0s"},
		{"a limit of another form", "[agents.edit]\nmemory = \"much\"\n" + one,
			`c.toml:4:1: memory must be a size such as "512MiB", or a number of bytes, not "much"`},
		{"a limit as a list", "[agents.edit]\npractice = [1]\n" + one,
			"c.toml:4:1: practice must be a whole number from 0 to 1000000, not a list"},
		{"sees what is not", "sees = \"everything\"\n" + one,
			`c.toml:3:1: sees must be one of own, own-replays, all-replays, all-code, not "everything"`},
		{"a network in words", "network = \"all\"\n" + one,
			`c.toml:3:1: network must be "none", or a list such as ["api.example.org:443"], not "all"`},
		{"an address without a port", "network = [\"a.org:443\", \"b.org\"]\n" + one,
			`c.toml:3:25: network: each address must be HOST:PORT`},
		{"an address with a path", "network = [\"https://b.org:443\"]\n" + one,
			`c.toml:3:12: network: each address must be HOST:PORT`},
		{"a pattern", "network = [\"*.org:443\"]\n" + one, `c.toml:3:12: network: each address must be HOST:PORT`},
		{"no folder to start with", "start = \"stater\"\n" + one,
			`c.toml:3:1: start must be "starter", "starter:LANGUAGE", "empty" or a folder, and`},
		{"an agent without a name", "[[agents.agent]]\nrun = \"x\"\n", "c.toml:3:10: agent 1 has no name"},
		{"an agent without a command", "[[agents.agent]]\nname = \"ann\"\nrun = \" \"\n", `c.toml:5:1: agent "ann" has no command`},
		{"a command elsewhere", one + "remote = true\n", `c.toml:6:1: agent "ann" is remote, on a machine of its own`},
		{"secrets elsewhere", "[[agents.agent]]\nname = \"ann\"\nremote = true\nsecrets = [\"A\"]\n", `c.toml:5:1: agent "ann" is remote`},
		{"files elsewhere", "[[agents.agent]]\nname = \"ann\"\nremote = true\nreads = [\"x\"]\n", `c.toml:5:1: agent "ann" is remote`},
		{"nowhere", "[[agents.agent]]\nname = \"ann\"\nremote = false\n", `c.toml:3:10: agent "ann" has no command: add run = "./ann.sh", or remote`},
		{"a version as a name", "[[agents.agent]]\nname = \"ann@3\"\nrun = \"x\"\n",
			`c.toml:4:1: name "ann@3" is that of a folder and of a bot`},
		{"a path as a name", "[[agents.agent]]\nname = \"../x\"\nrun = \"x\"\n", `c.toml:4:1: name "../x" is that of a folder`},
		{"others as a name", "[[agents.agent]]\nname = \"*\"\nrun = \"x\"\n", `c.toml:4:1: name "*" is that of a folder`},
		{"a name twice", one + "[[agents.agent]]\nname = \"Ann\"\nrun = \"x\"\n", `c.toml:7:1: two agents are named "Ann"`},
		{"a name of a bot", one + "[[bots]]\nname = \"ann\"\nref = \"builtin:x\"\n",
			`c.toml:4:1: a bot under [[bots]] is named "ann" too`},
		{"a value as a secret", one + "secrets = [\"A\", \"sk-123\"]\n", `c.toml:6:17: secret "sk-123" is not the name of a variable`},
		{"a variable of agon's", one + "secrets = [\"AGON_TASK\"]\n", `c.toml:6:12: secret "AGON_TASK" is not the name of a variable`},
		{"a file that is not there", one + "reads = [\"nowhere\"]\n", `c.toml:6:10: reads: there is no file or folder "nowhere" in`},
	} {
		_, err := Parse("c.toml", []byte("kind = \"x\"\n[agents]\n"+tt.text))
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) || strings.Contains(err.Error(), "%!") {
			t.Errorf("%s: %v\n  is not: %s", tt.name, err, tt.want)
		}
	}
}

// A stage names its bots, and they are none of the format's keys.
func TestBotsOfAStage(t *testing.T) {
	const head = "kind = \"x\"\n[[bots]]\nref = \"builtin:a\"\n[[stages]]\n"
	f, err := Parse("c.toml", []byte(head+"games = 3\nbots = [\"ann, the first\", \"*\", \"bob\"]\n"))
	if err != nil || !reflect.DeepEqual(f.Stages, []Stage{{Name: "stage 1", Bots: []string{"ann, the first", "*", "bob"},
		Keys: map[string]any{"games": int64(3)}}}) {
		t.Errorf("%+v, %v", f, err)
	}
	for _, text := range []string{"[]", "\"ann\"", "[\"ann\", 3]", "[\"\"]", "[\"*\", \"*\"]", "{ a = 1 }"} {
		if _, err := Parse("c.toml", []byte(head+"bots = "+text+"\n")); err == nil ||
			!strings.HasPrefix(err.Error(), "c.toml:5:1: bots must be a list of names, each once, such as") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A bot that an agent hands in is checked among as many bots as play in a round.
func TestOnlyAmongAgents(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "tools"), 0o755); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{ofAgents: 2, ofAgents + "[[bots]]\nref = \"builtin:steve\"\n": 3} {
		f, err := Parse(filepath.Join(dir, "c.toml"), []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if f.Only("ann=x", []string{"builtin:random"}); len(f.Bots) != want {
			t.Errorf("%d bots, want %d", len(f.Bots), want)
		}
	}
}

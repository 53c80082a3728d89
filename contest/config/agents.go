package config

import (
	"cmp"
	"encoding"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"agon/internal/clutter"
	"agon/internal/nearest"
)

// Agents are the coding agents of a contest that they play in rounds: each edits its bot, and then all bots play the file's stages.
type Agents struct {
	Rounds     int
	Repeat     int // how often the contest is played from the start, with other seeds
	Yardsticks int // earlier versions of an agent's bot that are kept as opponents, at most
	Edit       EditLimits
	Sees       string   // what an agent gets of the round before: one of [Sights]
	Network    []string // the only addresses that an edit reaches, HOST:PORT; empty: none
	Start      string   // what a workspace begins with: "starter", "starter:LANGUAGE", "empty", or an absolute folder
	Agents     []Agent
}

// EditLimits are the budgets of one edit.
type EditLimits struct {
	Wall, CPU    time.Duration
	Memory, Disk int64 // in bytes
	Tasks        int   // processes and threads
	Submissions  int   // how often it may hand in
	Practice     int   // games that it may play
}

// An Agent is one coding agent.
type Agent struct {
	Name    string
	Run     string   // its command, in words like a shell's; empty if it is remote
	Remote  bool     // it edits on a machine of its own, from which it connects with a token
	Secrets []string // names of variables of agon's environment that it alone is handed
	Reads   []string // files and folders that it may read besides, absolute
}

// Remote returns the names of the agents that edit on machines of their own. There are none without agents.
func (a *Agents) Remote() (names []string) {
	for i := 0; a != nil && i < len(a.Agents); i++ {
		if a.Agents[i].Remote {
			names = append(names, a.Agents[i].Name)
		}
	}
	return names
}

// Sights are the values of [Agents.Sees], from the least to the most: the results and the log of an agent's own games, their replays too,
// the replays of all games, and the code of all bots.
var Sights = []string{"own", "own-replays", "all-replays", "all-code"}

// agents is the table [agents].
type agents struct {
	Rounds     *count  `toml:"rounds"`
	Repeat     *count  `toml:"repeat"`
	Yardsticks *count  `toml:"yardsticks"`
	Edit       any     `toml:"edit"` // a duration, or a table of limits
	Sees       string  `toml:"sees"`
	Network    any     `toml:"network"` // "none", or a list
	Start      string  `toml:"start"`
	Agents     []agent `toml:"agent"`
}

// agent is a table [[agents.agent]].
type agent struct {
	Name    string   `toml:"name"`
	Run     string   `toml:"run"`
	Remote  bool     `toml:"remote"`
	Secrets []string `toml:"secrets"`
	Reads   []string `toml:"reads"`
}

// mostCount bounds counts. It is far above what a machine can do.
const mostCount = 1_000_000

// A count is a whole number from 0.
type count uint32

func (c *count) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 0, 31)
	if err != nil || n > mostCount {
		return errForm
	}
	*c = count(n)
	return nil
}

func (c *count) Describe() string { return fmt.Sprintf("a whole number from 0 to %d", mostCount) }

// or returns the count, or a default if the file does not set it.
func (c *count) or(n int) int {
	if c == nil {
		return n
	}
	return int(*c)
}

// agents converts the table [agents] of a file that names these bots; nil if it has none.
func (r *reader) agents(s *agents, bots []Bot) *Agents {
	if s == nil {
		return nil
	}
	at := func(key string) []string { return []string{"agents", key} }
	a := &Agents{
		Rounds: s.Rounds.or(10), Repeat: s.Repeat.or(1), Yardsticks: s.Yardsticks.or(2), Edit: r.edit(at("edit"), s.Edit), Sees: s.Sees,
		Network: r.network(at("network"), s.Network), Start: r.start(at("start"), s.Start),
	}
	for _, x := range []struct {
		key      string
		n, least int
	}{{"rounds", a.Rounds, 1}, {"repeat", a.Repeat, 1}, {"yardsticks", a.Yardsticks, 0}} {
		if x.n < x.least || x.n > mostRounds {
			r.fail(at(x.key), "%s must be a number from %d to %d, not %d", x.key, x.least, mostRounds, x.n)
		}
	}
	if a.Sees == "" {
		a.Sees = Sights[0]
	}
	if !slices.Contains(Sights, a.Sees) {
		r.fail(at("sees"), "sees must be one of %s, not %q", strings.Join(Sights, ", "), a.Sees)
	}
	for i := range s.Agents {
		a.Agents = append(a.Agents, r.agent(i, &s.Agents[i], a.Agents, bots))
	}
	if len(a.Agents) == 0 {
		r.fail([]string{"agents"}, "[agents] names no agent: add a table [[agents.agent]] with name = \"ann\" and "+
			"run = \"./ann.sh\" for each")
	}
	return a
}

// mostRounds bounds rounds, repetitions of a contest, and yardsticks.
const mostRounds = 1000

// edit returns the limits of an edit: defaults, and what the file sets.
func (r *reader) edit(path []string, written any) EditLimits {
	wall, cpu := duration{10 * time.Minute}, duration{}
	memory, disk := size(2e9), size(1e9)
	tasks, submissions, practice := count(256), count(5), count(200)
	keys := map[string]interface {
		encoding.TextUnmarshaler
		Describe() string
	}{
		"wall": &wall, "cpu": &cpu, "memory": &memory, "disk": &disk, "tasks": &tasks, "submissions": &submissions, "practice": &practice,
	}
	set, table := written.(map[string]any)
	if !table && written != nil {
		if text, ok := written.(string); !ok || wall.UnmarshalText([]byte(text)) != nil {
			r.fail(path, `edit must be a duration such as "10m", or a table [agents.edit] with wall, cpu, memory, disk, tasks, `+
				`submissions and practice, not %s`, r.doc.Value(path...))
		}
	}
	known := slices.Sorted(maps.Keys(keys))
	for _, key := range slices.Sorted(maps.Keys(set)) {
		at := append(slices.Clone(path), key)
		into, ok := keys[key]
		switch {
		case !ok:
			r.fail(at, "unknown key %q in [agents.edit]%s", key,
				cmp.Or(nearest.Hint(key, known), "; known keys: "+strings.Join(known, ", ")))
		case into.UnmarshalText([]byte(fmt.Sprint(set[key]))) != nil:
			r.fail(at, "%s must be %s, not %s", key, into.Describe(), r.doc.Value(at...))
		}
	}
	if wall.Duration <= 0 || wall.Duration > mostEdit || tasks < leastTasks || memory < leastRoom || disk < leastRoom {
		r.fail(path, "an edit needs a wall time above 0 and at most %v, at least %d tasks, and at least %d bytes of memory and of disk",
			mostEdit, leastTasks, leastRoom)
	}
	if cpu.Duration == 0 {
		cpu.Duration = 4 * wall.Duration
	}
	return EditLimits{wall.Duration, cpu.Duration, int64(memory), int64(disk), int(tasks), int(submissions), int(practice)}
}

// What an edit needs: this program starts in the sandbox too, with threads of its own.
const (
	leastTasks = 16
	leastRoom  = 16 << 20 // bytes
)

// mostEdit bounds the wall time of an edit.
const mostEdit = 30 * 24 * time.Hour

// network returns the addresses that an edit reaches.
func (r *reader) network(path []string, written any) (list []string) {
	if written == nil || written == "none" {
		return nil
	}
	items, ok := written.([]any)
	if !ok {
		r.fail(path, `network must be "none", or a list such as ["api.example.org:443"], not %s`, r.doc.Value(path...))
	}
	for i, item := range items {
		text, _ := item.(string)
		host, port, err := net.SplitHostPort(text)
		n, bad := strconv.ParseUint(port, 10, 16)
		if err != nil || bad != nil || n == 0 || host == "" || strings.ContainsFunc(host, notInHosts) {
			at := append(slices.Clone(path), strconv.Itoa(i))
			r.fail(at, `network: each address must be HOST:PORT, such as "api.example.org:443", not %s`, r.doc.Value(at...))
		}
		list = append(list, text)
	}
	return list
}

// notInHosts reports whether a character is in no host's name or address: no pattern, path or user is one.
func notInHosts(c rune) bool {
	return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("-_.:", c)
}

// start returns what a workspace begins with.
func (r *reader) start(path []string, written string) string {
	switch language, of := strings.CutPrefix(written, "starter:"); {
	case written == "":
		return "starter"
	case written == "starter", written == "empty", of && language != "":
		return written
	}
	folder := r.absolute(written)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		r.fail(path, `start must be "starter", "starter:LANGUAGE", "empty" or a folder, and there is no folder %q in %s`, written, r.dir)
	}
	return folder
}

// agent returns an agent; before are those of the tables before, bots those of the file.
func (r *reader) agent(nth int, s *agent, before []Agent, bots []Bot) Agent {
	at := func(key ...string) []string { return append([]string{"agents", "agent", strconv.Itoa(nth)}, key...) }
	a := Agent{Name: s.Name, Run: s.Run, Remote: s.Remote, Secrets: s.Secrets}
	switch {
	case s.Name == "":
		r.fail(at(), `agent %d has no name: add name = "ann"`, nth+1)
	case notAgent(s.Name):
		r.fail(at("name"), "name %q is that of a folder and of a bot: write 1 to %d letters, digits, spaces, - and _, and begin with "+
			"a letter or a digit", s.Name, mostName)
	case slices.ContainsFunc(before, func(b Agent) bool { return strings.EqualFold(b.Name, s.Name) }):
		r.fail(at("name"), "two agents are named %q: give each its own name, different in more than capital letters", s.Name)
	case slices.ContainsFunc(bots, func(b Bot) bool { return b.is(s.Name) }):
		r.fail(at("name"), "a bot under [[bots]] is named %q too: give the agent, whose bot has its name, another one", s.Name)
	}
	r.starts(at, s)
	if s.Remote {
		return a // nothing of it is looked for here
	}
	for i, name := range s.Secrets {
		if key := at("secrets", strconv.Itoa(i)); !variable.MatchString(name) || ours.MatchString(name) {
			r.fail(key, "secret %q is not the name of a variable that an agent can be handed: write that of agon's environment, such as "+
				"ANN_KEY, whose value is the secret", name)
		}
	}
	for i, path := range s.Reads {
		full := r.absolute(path)
		if _, err := os.Stat(full); err != nil || path == "" {
			r.fail(at("reads", strconv.Itoa(i)), "reads: there is no file or folder %q in %s", path, r.dir)
		}
		a.Reads = append(a.Reads, filepath.Clean(full))
	}
	return a
}

// starts checks how an agent is started: by a command here, or elsewhere.
func (r *reader) starts(at func(key ...string) []string, s *agent) {
	switch {
	case s.Remote && (s.Run != "" || len(s.Secrets) > 0 || len(s.Reads) > 0):
		r.fail(at("remote"), "agent %q is remote, on a machine of its own, which starts it and has its files and secrets: remove run, "+
			"secrets and reads, or remove remote", s.Name)
	case s.Remote:
	case strings.TrimSpace(s.Run) == "":
		r.fail(at("run"), `agent %q has no command: add run = "./ann.sh", or remote = true if it edits on a machine of its own`, s.Name)
	case strings.ContainsRune(s.Run, 0):
		r.fail(at("run"), "run = %q has a character that no command has", s.Run)
	}
}

// is reports whether the file gives a bot a name.
func (b *Bot) is(name string) bool {
	given, _, ok := strings.Cut(b.Ref, "=")
	return ok && strings.EqualFold(given, name)
}

var (
	variable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	// ours matches variables that agon sets in an edit.
	ours = regexp.MustCompile(`(?i)^(AGON_.*|HOME|PATH|LD_.*|(HTTPS?|ALL|NO)_PROXY)$`)
)

// mostName bounds the name of an agent, in bytes.
const mostName = 40

// notAgent reports whether an agent cannot have a name: it is that of its bot, and of folders on any system.
func notAgent(name string) bool {
	plain := func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }
	first := []rune(name)[0]
	return len(name) > mostName || !plain(first) || strings.HasSuffix(name, " ") || clutter.Any(name) ||
		strings.ContainsFunc(name, func(c rune) bool { return !plain(c) && !strings.ContainsRune(" -_", c) })
}

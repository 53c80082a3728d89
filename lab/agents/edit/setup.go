package edit

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"agon/bot"
	"agon/bot/reach"
	"agon/bot/sandbox"
	"agon/internal/words"
)

// Limits are the budgets of one edit.
type Limits struct {
	Wall, CPU    time.Duration
	Memory, Disk int64 // in bytes
	Tasks        int   // processes and threads
}

// A Setup describes one edit.
type Setup struct {
	Launcher        bot.Launcher
	Name, Run       string   // of the agent: its name and its command, in words like a shell's
	Base            string   // the folder whose files the command may name
	Reads           []string // further files and folders that it may read, absolute
	Secrets         Secrets  // are in its environment
	Limits          Limits
	Network         []string     // HOST:PORT that it may connect to
	Workspace, Home string       // folders that it may write; absolute. Both are made if they are missing
	Env             []string     // NAME=value, in addition
	Tools           http.Handler // answers at AGON_TOOLS, and must return when its request's context is done; nil: there are none
	Own             string       // this program, whose command [Command] calls [Main]; it is `agon` on the agent's PATH
	Transcript      io.Writer    // gets what it printed when it has ended; nil: nobody
}

// Command is the name of the command by which this program starts itself inside the sandbox.
const Command = "edit-inside"

// reportFile is a file in the home in which the agent may report its costs, as a JSON object.
const reportFile = "agon-report.json"

// errBadCommand is wrapped by errors for which the agent is answerable, not the host.
var errBadCommand = errors.New("it cannot be started")

// command returns the command of the sandbox that starts the agent.
func (s *Setup) command() (c bot.Command, err error) {
	argv, reads, err := s.words()
	if err != nil {
		return c, err
	}
	path := systemPath
	if dir := filepath.Dir(argv[0]); !slices.Contains(filepath.SplitList(path), dir) {
		path += string(filepath.ListSeparator) + dir
	}
	c = s.confined(append([]string{s.Home}, argv...)...)
	c.Env = slices.Concat([]string{"PATH=" + path, "LANG=C.UTF-8", "AGON_WORKSPACE=" + s.Workspace,
		"AGON_REPORT=" + filepath.Join(s.Home, reportFile)}, reach.Trusted(), s.Env)
	for _, name := range slices.Sorted(maps.Keys(s.Secrets)) {
		c.Env = append(c.Env, name+"="+s.Secrets[name])
	}
	c.Readable = slices.Concat(c.Readable, sandbox.Reads(bot.Command{Path: argv[0], Readable: slices.Concat(reads, s.Reads)}),
		reach.Authorities())
	c.Writable = append(c.Writable, s.Home)
	l := s.Limits
	c.Limits = bot.Limits{Memory: l.Memory, Tasks: l.Tasks, CPU: l.CPU, Disk: min(l.Disk, l.Memory/4), FileSize: l.Disk}
	c.Loopback, c.Sessions, c.Locks, c.Continues = true, true, true, true
	return c, s.private(c)
}

// confined returns a command that has the sandbox start this program, in the workspace.
func (s *Setup) confined(args ...string) bot.Command {
	return bot.Command{Path: s.Own, Args: append([]string{Command}, args...), Dir: s.Workspace, Readable: []string{s.Own},
		Writable: []string{s.Workspace}}
}

// systemPath is where programs are looked for in the sandbox.
const systemPath = "/usr/local/bin:/usr/bin:/bin"

// words returns the agent's command with absolute paths, and the files of Base that it names.
func (s *Setup) words() (argv, reads []string, err error) {
	argv, err = words.Split(s.Run)
	if err != nil || len(argv) == 0 {
		return nil, nil, fmt.Errorf("%w: run = %q: %w", errBadCommand, s.Run, err)
	}
	if strings.Contains(argv[0], "/") && !filepath.IsAbs(argv[0]) {
		argv[0] = filepath.Join(s.Base, argv[0])
	}
	for i, word := range argv[1:] {
		file := filepath.Join(s.Base, word)
		if _, err := os.Stat(file); err == nil && filepath.IsLocal(word) && file != filepath.Clean(s.Base) {
			argv[i+1], reads = file, append(reads, file)
		}
	}
	if argv[0], err = program(argv[0]); err != nil {
		return nil, nil, fmt.Errorf("%w: %w; name a file of %s as ./FILE, or a program on PATH", errBadCommand, err, s.Base)
	}
	return argv, append(reads, argv[0]), nil
}

// program finds a program: first where the sandbox looks for it.
func program(name string) (string, error) {
	if !strings.Contains(name, "/") {
		for _, dir := range filepath.SplitList(systemPath) {
			if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
				return path, nil
			}
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

// private returns an error if a command could read the folder in which the workspaces of all agents are.
func (s *Setup) private(c bot.Command) error {
	all, err := filepath.EvalSymlinks(filepath.Dir(filepath.Dir(s.Workspace)))
	if err != nil {
		return err
	}
	for _, path := range slices.Concat(sandbox.Reads(c), sandbox.System()) {
		if real, err := filepath.EvalSymlinks(path); err == nil && (below(all, real) || below(real, all)) {
			return fmt.Errorf("it could read %s, where the workspaces of all agents are, since it may read %s: move the contest's folder "+
				"or name other files", all, path)
		}
	}
	return nil
}

// below reports whether path is top or lies below it.
func below(path, top string) bool {
	rest, err := filepath.Rel(top, path)
	return err == nil && filepath.IsLocal(rest)
}

package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"agon/contest/config"
)

// A Room is where one call runs. What its methods return are arguments of commands.
type Room interface {
	// Bot returns the reference of a bot.
	Bot(ctx context.Context, name string) (string, error)
	// File returns a file or folder that exists.
	File(ctx context.Context, name string) (string, error)
	// Game returns what names a recorded game: a file, or a contest and the flag of a game in it.
	Game(ctx context.Context, file string, number int) ([]string, error)
	// New returns a file or folder that a command writes; of "" one that nobody reads later, or "" for the command's own choice.
	New(name string) (string, error)
	// Count counts games that are about to be played, and returns an error if they are too many.
	Count(games int) error
	// Run runs a command of agon's own, as [Commands.Run] does.
	Run(ctx context.Context, out io.Writer, words ...string) (code int, told string, err error)
	// Leave ends the call, and adds to its result what commands wrote.
	Leave(r *Result) error
}

// A Setup describes tools that run commands.
type Setup struct {
	Contest string   // a contest.toml, under whose conditions bots are checked and played; empty: none
	Kind    string   // kind of game, or the folder of one; empty: each call names one
	Under   []string // flags of its options and of the clock, for commands that take no contest: see [Under]
	Bots    []string // flags of commands that start bots
	Enter   func(ctx context.Context) (Room, error)
}

// Under returns flags of a contest's options and of its clock.
func Under(f *config.File) (flags []string) {
	for _, key := range slices.Sorted(maps.Keys(f.Options)) {
		flags = append(flags, fmt.Sprintf("--set=%s=%v", key, f.Options[key]))
	}
	if f.Limits.Guard > 0 {
		flags = append(flags, "--guard="+f.Limits.Guard.String())
	}
	if f.Limits.CPUClock {
		flags = append(flags, "--clock=cpu")
	}
	return flags
}

// A call is a call under way.
type call struct {
	*Setup
	Room
	Input
	kind string
}

// action returns an action of a kind of game, whose calls have a room each.
func (s *Setup) action(name, about string, do func(ctx context.Context, c *call) (Result, error), fields ...Field) Action {
	if s.Kind != "" {
		return s.without(name, about, do, fields...)
	}
	kind := Field{Name: "kind", Type: Text, Needed: true,
		About: "kind of game, as the tool games lists them, or the folder of a game of one's own"}
	return s.without(name, about, func(ctx context.Context, c *call) (r Result, err error) {
		if c.kind, err = c.named(ctx, c.Text(kind.Name)); err != nil {
			return Result{}, err
		}
		return do(ctx, c)
	}, append([]Field{kind}, fields...)...)
}

// without returns an action that needs no kind.
func (s *Setup) without(name, about string, do func(ctx context.Context, c *call) (Result, error), fields ...Field) Action {
	return Action{name, about, fields, func(ctx context.Context, in Input) (r Result, err error) {
		room, err := s.Enter(ctx)
		if err != nil {
			return Result{}, err
		}
		defer func() { err = errors.Join(err, room.Leave(&r)) }()
		return do(ctx, &call{s, room, in, s.Kind})
	}}
}

var (
	kindName    = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)
	builtinName = regexp.MustCompile(`^builtin:[A-Za-z0-9_-]+(\?\S*)?$`)
)

// Builtin reports whether a name is that of a built-in bot.
func Builtin(name string) bool { return builtinName.MatchString(name) }

// named returns the kind that an input names.
func (c *call) named(ctx context.Context, name string) (string, error) {
	if kindName.MatchString(name) {
		return name, nil
	}
	return c.File(ctx, name)
}

// subject returns what bots are checked and played under, and flags with the options.
func (c *call) subject() (ref string, flags []string) {
	if c.Contest != "" {
		return c.Contest, c.Setup.Bots
	}
	return c.underKind()
}

// underKind returns the same for commands that take no contest.
func (c *call) underKind() (ref string, flags []string) {
	return c.kind, append(slices.Clone(c.Setup.Bots), c.Under...)
}

// bots returns references.
func (c *call) bots(ctx context.Context, names []string) ([]string, error) {
	refs := make([]string, len(names))
	for i, name := range names {
		var err error
		if refs[i], err = c.Bot(ctx, name); err != nil {
			return nil, err
		}
	}
	return refs, nil
}

// flag returns the flag of a value that was given, or nothing.
func (c *call) flag(field, name string) []string {
	if n, ok := c.Input[field]; ok {
		return []string{fmt.Sprintf("--%s=%v", name, n)}
	}
	return nil
}

// written returns a flag that names a file or folder to write, or nothing.
func (c *call) written(name, to string) ([]string, error) {
	if to == "" {
		return nil, nil
	}
	at, err := c.New(to)
	if err != nil || at == "" {
		return nil, err
	}
	return []string{"--" + name + "=" + at}, nil
}

// text runs a command that prints a text.
func (c *call) text(ctx context.Context, words ...string) (Result, error) {
	return RunText(ctx, c.Room, words...)
}

// RunText runs a command that prints a text, of which it returns the beginning.
func RunText(ctx context.Context, r Room, words ...string) (Result, error) {
	out := &head{most: mostText}
	code, told, err := r.Run(ctx, out, words...)
	switch {
	case err != nil:
		return Result{}, err
	case code != 0:
		return Result{}, errors.New(told)
	case out.rest > 0:
		return Result{Text: out.text.String() + fmt.Sprintf("\n… %d bytes more are left out: ask for less\n", out.rest)}, nil
	}
	return Result{Text: out.text.String()}, nil
}

// data runs a command that prints one JSON object.
func (c *call) data(ctx context.Context, words ...string) (Result, error) {
	out := &head{most: mostData}
	code, told, err := c.Run(ctx, out, words...)
	switch {
	case err != nil:
		return Result{}, err
	case code != 0 && code != exitFault, out.text.Len() == 0:
		return Result{}, errors.New(told)
	case !json.Valid(out.text.Bytes()):
		return Result{}, fmt.Errorf("agon %s prints more than %d bytes: ask for less", words[0], mostData)
	}
	return Result{Data: json.RawMessage(strings.TrimSpace(out.text.String())), Bad: code == exitFault}, nil
}

// Below returns a name as a clean path below a folder. An absolute name has to begin with the folder.
func Below(folder, name string) (string, error) {
	below := filepath.FromSlash(name)
	if filepath.IsAbs(below) {
		if rel, err := filepath.Rel(folder, below); err == nil {
			below = rel
		}
	}
	if !filepath.IsLocal(below) {
		return "", fmt.Errorf("%q is not below the folder: name files by paths in it", name)
	}
	return filepath.Clean(below), nil
}

// Inside returns the same for a file that exists, which no link leads out of the folder to.
func Inside(root *os.Root, name string) (string, error) {
	below, err := Below(root.Name(), name)
	if err != nil {
		return "", err
	}
	if _, err := root.Stat(below); err != nil {
		return "", fmt.Errorf("%q: %w", name, plain(err))
	}
	return below, nil
}

// Class splits :Class off the path of a Python file.
func Class(name string) (file, class string) {
	if file, class, ok := strings.Cut(name, ".py:"); ok {
		return file + ".py", ":" + class
	}
	return name, ""
}

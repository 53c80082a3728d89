package tools

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// A Home describes the tools for a folder at home, in which bots, replays and contests are.
type Home struct {
	Folder  string
	Own     string   // path of this binary
	Contest string   // as in [Setup]
	Kind    string   // as in [Setup]
	Under   []string // as in [Setup]
	Bots    []string // as in [Setup]
}

// NewLocal returns the tools of a folder at home. No input names a file outside it.
func NewLocal(h Home) (Table, error) {
	folder, err := filepath.Abs(h.Folder)
	if err != nil {
		return nil, err
	}
	enter := func(context.Context) (Room, error) {
		root, err := os.OpenRoot(folder)
		if err != nil {
			return nil, err
		}
		return &home{Commands{Own: h.Own, Dir: folder}, root}, nil
	}
	s := &Setup{h.Contest, h.Kind, h.Under, h.Bots, enter}
	all := append(s.Actions(), s.logs())
	if h.Kind == "" {
		all = append([]Action{s.games()}, all...)
	}
	return all, nil
}

// games lists the kinds of games.
func (s *Setup) games() Action {
	return s.without("games", "List the kinds of games.", func(ctx context.Context, c *call) (Result, error) {
		return c.text(ctx, "games")
	})
}

// logs shows what bots printed in a contest that was played.
func (s *Setup) logs() Action {
	return s.without("logs", "What a bot printed in a contest, with its moves and faults; without a bot, those that have a log.",
		func(ctx context.Context, c *call) (Result, error) {
			dir, err := c.File(ctx, c.Text("contest"))
			if err != nil {
				return Result{}, err
			}
			words := slices.Concat([]string{"logs"}, c.flag("game", "game"), c.flag("round", "round"), []string{"--", dir})
			if bot := c.Text("bot"); bot != "" {
				words = append(words, bot)
			}
			return c.text(ctx, words...)
		},
		Field{Name: "contest", Type: Text, Needed: true, About: "folder of a contest that was played"},
		Field{Name: "bot", Type: Text, About: "its name"}, Field{Name: "game", Type: Number, Least: 1, About: aNumber},
		Field{Name: "round", Type: Number, Least: 1, About: "number of a turn of that game"})
}

// A home is the room of a call at home.
type home struct {
	Commands
	root *os.Root
}

// Bot returns a built-in bot, or a file or folder below the folder.
func (h *home) Bot(ctx context.Context, name string) (string, error) {
	if Builtin(name) {
		return name, nil
	}
	file, class := Class(name)
	file, err := h.File(ctx, file)
	return file + class, err
}

// File returns a path below the folder, which no link leads out of.
func (h *home) File(_ context.Context, name string) (string, error) {
	below, err := Inside(h.root, name)
	return "." + string(filepath.Separator) + below, err
}

// Game returns a file or a contest's folder, with the number of a game if there is one.
func (h *home) Game(ctx context.Context, file string, number int) (words []string, err error) {
	if file == "" {
		return nil, fmt.Errorf("file is missing: name the file of a recorded game, or the folder of a contest with the number of a game")
	}
	if number > 0 {
		words = []string{fmt.Sprintf("--game=%d", number)}
	}
	file, err = h.File(ctx, file)
	return append(words, "--", file), err
}

// New returns a path below the folder whose parent exists there.
func (h *home) New(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	below, err := Below(h.Dir, name)
	if err != nil {
		return "", err
	}
	if err := h.root.MkdirAll(filepath.Dir(below), 0o755); err != nil {
		return "", fmt.Errorf("%q: %w", name, plain(err))
	}
	if info, err := h.root.Lstat(below); err == nil && info.Mode()&os.ModeSymlink != 0 {
		return "", fmt.Errorf("%q is a link: name another file", name)
	}
	return "." + string(filepath.Separator) + below, nil
}

// Count counts nothing.
func (h *home) Count(int) error { return nil }

// Leave closes the folder.
func (h *home) Leave(*Result) error { return h.root.Close() }

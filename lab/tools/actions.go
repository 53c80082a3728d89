package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
)

const (
	aBot     = "a bot: a file or folder, or builtin:NAME"
	aGame    = "file of a recorded game"
	aNumber  = "number of the game in its contest, from 1"
	somebots = "bots by seat: files, folders, or builtin:NAME; seats that nobody takes are taken by built-in bots"
)

// Most games of one call.
const (
	mostPlayed   = 50
	mostCompared = 10_000
	// CheckGames is the number of games that a check counts as.
	CheckGames = 4
)

// Actions returns the tools that run commands and are the same at home and in a contest.
func (s *Setup) Actions() []Action {
	return []Action{
		s.action("rules", "The rules of the game: what bots are sent and may answer, options, clock, built-in bots, as Markdown.", rules),
		s.action("protocol", "How a program in any language talks to agon, and the first turns of a real game of this kind, line by line.",
			protocol),
		s.action("starter", "Write a bot to start from.", starter,
			Field{Name: "language", Type: Text, Needed: true, About: "such as python, go, rust, cpp, java; an unknown one lists all"},
			Field{Name: "to", Type: Text, Needed: true, About: "a new folder for it"}),
		s.action("check", "Check a bot as a hand-in is checked: start, rules, time, memory. It shows one move in full.", check,
			Field{Name: "bot", Type: Text, Needed: true, About: aBot}),
		s.action("play", "Play games: how they ended, faults, move times. From one game to the next the bots move one seat on.",
			play,
			Field{Name: "bots", Type: List, Needed: true, Least: 1, About: somebots},
			Field{Name: "games", Type: Number, Least: 1, Most: mostPlayed, About: "number of games (1)"},
			Field{Name: "seed", Type: Number, About: "seed of the first game, the next has the next (drawn)"},
			Field{Name: "replay", Type: Text, About: "file for the game, as game.agon; of several game-1.agon, game-2.agon and so on"},
			Field{Name: "log", Type: Text, About: "folder for what the bots print; of several games log-1, log-2 and so on"}),
		s.action("compare", "Find out whether a new version of a bot is better: pairs of games with equal luck, until it is known.",
			compare,
			Field{Name: "old", Type: Text, Needed: true, About: aBot},
			Field{Name: "new", Type: Text, Needed: true, About: aBot},
			Field{Name: "against", Type: List, About: "opponents of both (none: the two play each other)"},
			Field{Name: "games", Type: Number, Least: 2, Most: mostCompared, About: "most games (200)"}),
		s.action("trial", "Measure how long the moves of bots take, and how often they are late.", trial,
			Field{Name: "bots", Type: List, Needed: true, Least: 1, About: "bots: files, folders, or builtin:NAME"},
			Field{Name: "games", Type: Number, Least: 1, Most: mostPlayed, About: "number of games (5)"}),
		s.without("explain", "Estimate how a recorded game stood along the way, and which moves decided it.", explain,
			Field{Name: "file", Type: Text, About: aGame}, Field{Name: "game", Type: Number, Least: 1, About: aNumber},
			Field{Name: "of", Type: Text, About: "list the turns of this bot alone: its name or seat"},
			Field{Name: "most", Type: Number, Least: 1, Most: 50, About: "most turns that are listed (3)"}),
		s.without("replay", "Show positions of a recorded game, each a JSON object on a line; the last line counts all.", replay,
			Field{Name: "file", Type: Text, About: aGame}, Field{Name: "game", Type: Number, Least: 1, About: aNumber},
			Field{Name: "from", Type: Number, Least: 1, About: "first position (1: the beginning)"},
			Field{Name: "to", Type: Number, Least: 1, About: "last position (nine after the first)"}),
		s.without("pin", "Keep a moment of a recorded game as a test of a bot: what it must do, or must not do, in a turn.", pin,
			Field{Name: "file", Type: Text, About: aGame}, Field{Name: "game", Type: Number, Least: 1, About: aNumber},
			Field{Name: "seat", Type: Number, Needed: true, About: "seat of the bot, from 0"},
			Field{Name: "turn", Type: Number, Needed: true, Least: 1, About: "turn from which on its own moves count"},
			Field{Name: "not", Type: List, About: "moves that it must not make there"},
			Field{Name: "must", Type: List, About: "moves of which it must make one there"},
			Field{Name: "survive", Type: Number, Least: 1, About: "number of turns after which it must still play"},
			Field{Name: "no_fault", Type: Yes, About: "it must make no fault there"},
			Field{Name: "name", Type: Text, About: "name of the case"},
			Field{Name: "to", Type: Text, About: "folder for the case (cases)"}),
		s.action("test", "Run a bot against cases that the tool pin has written.", test,
			Field{Name: "bot", Type: Text, Needed: true, About: aBot},
			Field{Name: "cases", Type: List, Needed: true, Least: 1, About: "files of cases, or folders of them"}),
	}
}

func rules(ctx context.Context, c *call) (Result, error) { return c.text(ctx, "games", "--", c.kind) }

func protocol(ctx context.Context, c *call) (Result, error) {
	whole, err := c.text(ctx, "protocol")
	if err != nil {
		return Result{}, err
	}
	example, _ := c.text(ctx, "protocol", "--", c.kind) // an engine that somebody else wrote may have none
	return Result{Text: whole.Text + "\n" + example.Text}, nil
}

func starter(ctx context.Context, c *call) (Result, error) {
	to, err := c.New(c.Text("to"))
	if err != nil {
		return Result{}, err
	}
	r, err := c.text(ctx, "new", "--", c.kind, c.Text("language"), to)
	r.Text = fmt.Sprintf("The starter is in %s.\n", c.Text("to"))
	return r, err
}

func check(ctx context.Context, c *call) (Result, error) {
	bot, err := c.Bot(ctx, c.Text("bot"))
	if err != nil {
		return Result{}, err
	}
	if err := c.Count(CheckGames); err != nil {
		return Result{}, err
	}
	ref, flags := c.subject()
	return c.data(ctx, slices.Concat([]string{"check", "--json"}, flags, []string{"--", ref, bot})...)
}

func play(ctx context.Context, c *call) (Result, error) {
	refs, err := c.bots(ctx, c.List("bots"))
	if err != nil {
		return Result{}, err
	}
	games := c.Number("games", 1)
	if err := c.Count(games); err != nil {
		return Result{}, err
	}
	var all []json.RawMessage
	for i := range games {
		at := i % len(refs)
		r, err := c.playOne(ctx, i, games, slices.Concat(refs[at:], refs[:at]))
		if err != nil {
			return Result{}, err
		}
		all = append(all, r.Data)
	}
	data, err := json.Marshal(map[string]any{"games": all})
	return Result{Data: data}, err
}

// playOne plays one of several games.
func (c *call) playOne(ctx context.Context, nth, of int, refs []string) (Result, error) {
	ref, flags := c.subject()
	if seed := c.Number("seed", -1); seed >= 0 {
		flags = append(flags, fmt.Sprintf("--seed=%d", seed+nth))
	}
	for _, field := range []string{"replay", "log"} {
		written, err := c.written(field, numbered(c.Text(field), nth, of))
		if err != nil {
			return Result{}, err
		}
		flags = append(flags, written...)
	}
	return c.data(ctx, slices.Concat([]string{"play", "--json"}, flags, []string{"--", ref}, refs)...)
}

// numbered returns the name of the file of one of several games.
func numbered(name string, nth, of int) string {
	if name == "" || of == 1 {
		return name
	}
	ext := path.Ext(name)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), nth+1, ext)
}

func compare(ctx context.Context, c *call) (Result, error) {
	refs, err := c.bots(ctx, append([]string{c.Text("old"), c.Text("new")}, c.List("against")...))
	if err != nil {
		return Result{}, err
	}
	games := c.Number("games", 200)
	if err := c.Count(games); err != nil {
		return Result{}, err
	}
	ref, flags := c.underKind()
	for _, opponent := range refs[2:] {
		flags = append(flags, "--against="+opponent)
	}
	out, err := c.New("")
	if err != nil {
		return Result{}, err
	}
	if out != "" {
		flags = append(flags, "--out="+out, "--jobs=1")
	}
	return c.data(ctx, slices.Concat([]string{"compare", "--json", fmt.Sprintf("--games=%d", games)}, flags,
		[]string{"--", ref, refs[0], refs[1]})...)
}

func trial(ctx context.Context, c *call) (Result, error) {
	refs, err := c.bots(ctx, c.List("bots"))
	if err != nil {
		return Result{}, err
	}
	games := c.Number("games", 5)
	if err := c.Count(games); err != nil {
		return Result{}, err
	}
	ref, flags := c.underKind()
	return c.data(ctx, slices.Concat([]string{"trial", "--json", fmt.Sprintf("--games=%d", games)}, flags, []string{"--", ref}, refs)...)
}

// recorded returns the words that name the game of an input.
func (c *call) recorded(ctx context.Context) ([]string, error) {
	return c.Game(ctx, c.Text("file"), c.Number("game", 0))
}

func explain(ctx context.Context, c *call) (Result, error) {
	game, err := c.recorded(ctx)
	if err != nil {
		return Result{}, err
	}
	return c.text(ctx, slices.Concat([]string{"explain"}, c.flag("of", "of"), c.flag("most", "most"), game)...)
}

func replay(ctx context.Context, c *call) (Result, error) {
	game, err := c.recorded(ctx)
	if err != nil {
		return Result{}, err
	}
	const usual = 10
	from := c.Number("from", 1)
	out := &picker{kept: head{most: mostText}, first: from, last: c.Number("to", from+usual-1)}
	code, told, err := c.Run(ctx, out, append([]string{"replay", "--json"}, game...)...)
	switch {
	case err != nil:
		return Result{}, err
	case code != 0:
		return Failure("%s", told), nil
	case out.kept.rest > 0:
		return Failure("these positions have more than %d bytes: ask for fewer, from %d on; there are %d", mostText, from, out.lines), nil
	}
	return Result{Text: fmt.Sprintf("%s%d positions in all\n", out.kept.text.String(), out.lines)}, nil
}

func pin(ctx context.Context, c *call) (Result, error) {
	game, err := c.recorded(ctx)
	if err != nil {
		return Result{}, err
	}
	to := c.Text("to")
	if to == "" {
		to = "cases"
	}
	flags, err := c.written("out", to)
	if err != nil {
		return Result{}, err
	}
	for _, list := range []string{"not", "must"} {
		for _, move := range c.List(list) {
			flags = append(flags, "--"+list+"="+move)
		}
	}
	return c.text(ctx, slices.Concat([]string{"pin"}, flags, c.flag("seat", "seat"), c.flag("turn", "turn"), c.flag("survive", "survive"),
		c.flag("no_fault", "no-fault"), c.flag("name", "name"), game)...)
}

func test(ctx context.Context, c *call) (Result, error) {
	bot, err := c.Bot(ctx, c.Text("bot"))
	if err != nil {
		return Result{}, err
	}
	words := append([]string{"test", "--json"}, c.Setup.Bots...)
	words = append(words, "--", c.kind, bot)
	for _, name := range c.List("cases") {
		file, err := c.File(ctx, name)
		if err != nil {
			return Result{}, err
		}
		words = append(words, file)
	}
	return c.data(ctx, words...)
}

package game

import (
	"cmp"
	"fmt"
	"maps"
	"strconv"
	"strings"
)

// A Kind is a kind of game with its types erased, made by New. It is safe for concurrent use.
type Kind struct {
	Info
	board   func(o Settings) (board, error)
	builtin func(name string, params map[string]any) (BuiltinBot, error)
	erring  func(name, other string, percent int) (BuiltinBot, error)
	// output is nil where the kind has no files of its own
	output func(rec *Record, players []Participant, put func(OutputFile) error, more func() bool) error
}

// New erases the types of a Spec. It panics if the Spec is invalid, which is a programmer's mistake that the kind's own tests detect first.
func New[S, M comparable](spec Spec[S, M]) *Kind {
	k := &Kind{Info: spec.info()}
	wire := spec.WireFor
	if spec.Wire == nil {
		spoken := newWords(&spec)
		wire = func(Settings) Wire[S, M] { return spoken }
	}
	k.board = func(o Settings) (board, error) {
		rules, err := spec.Rules(o)
		if err != nil {
			return board{}, err
		}
		return newBoard(&spec, o, rules, wire(o)), nil
	}
	if spec.OutputFiles != nil {
		k.output = writer(k, spec.OutputFiles)
	}
	k.Searchers = searchers(&spec)
	own := builtinSpec[S, M]{&spec, &k.Info}
	k.builtin, k.erring = own.builtin, own.erring
	return k
}

// builtinNames returns the names of all built-in bots.
func (i *Info) builtinNames() (names []string) {
	for _, b := range append(i.Builtins[:len(i.Builtins):len(i.Builtins)], i.Searchers...) {
		names = append(names, b.Name)
	}
	return names
}

// WireFor returns the Wire of the Spec, or a default one for a kind without a Wire: its moves are their Strings, its prompts empty. It
// panics if the Spec is invalid, as New does.
func (spec Spec[S, M]) WireFor(o Settings) Wire[S, M] {
	if spec.Wire != nil {
		return spec.Wire(o)
	}
	return newWords(&spec)
}

func mark(hint string) string {
	if hint == "" {
		return "."
	}
	return hint
}

func (spec *Spec[S, M]) info() Info {
	i := Info{
		Name: spec.Name, Title: spec.Title, Version: spec.Version, About: spec.About, Source: spec.Source,
		MinSeats: spec.MinSeats, MaxSeats: spec.MaxSeats, UsualSeats: spec.UsualSeats,
		Simultaneous: spec.Simultaneous, Chance: spec.Chance, Timed: spec.Timed, Hidden: spec.Hidden, Apart: spec.Apart, Art: spec.Art,
		Uncertain: spec.Uncertain, Forward: spec.Forward, Says: spec.Says, Step: cmp.Or(spec.Step, "round"),
		Format: spec.Format, KeepOrder: spec.KeepOrder, Mirrors: spec.Mirrors, Launch: spec.Launch, Requests: spec.Requests,
		Keyboard: spec.Keyboard, Draw: spec.Draw, Layers: spec.Layers, Marks: spec.Marks, Notes: spec.Notes, Recall: spec.Recall,
		Files: spec.Files,
		Clock: spec.Clock, Scale: spec.Scale, Range: spec.Range,
	}
	if i.Clock == nil {
		i.Clock = func(Settings) Clock { return Clock{} }
	}
	if i.Scale == nil {
		i.Scale = func(Settings, int) (string, int) { return "points", 0 }
	}
	i.Options = append([]Option(nil), spec.Options...)
	if spec.Deals != "" {
		i.Options = append(i.Options, Option{Name: "deal", Title: "Fixed start", Default: "",
			About: "the position in which every game starts, instead of a drawn one: " + spec.Deals})
	}
	i.Options = append(i.Options,
		Option{Name: "draws", Title: "Fixed dice", Default: "",
			About: "the first random numbers of every game, separated by spaces; those after them are drawn as usual"})
	for _, b := range spec.Builtins {
		i.Builtins = append(i.Builtins, BuiltinInfo{Name: b.Name, About: b.About, Params: b.Params})
	}
	if i.Weakest = spec.Weakest; i.Weakest == "" && len(i.Builtins) > 0 {
		i.Weakest = i.Builtins[0].Name
	}
	if i.Quick = spec.Quick; i.Quick == "" && len(i.Builtins) > 0 {
		i.Quick = i.Builtins[len(i.Builtins)-1].Name
	}
	return i
}

// TurnWord returns what people call a turn of a game of so many turns and rounds: the rules' word for a round if each turn was one, else
// "turn". The first turn of a round that has several says nothing yet, so there it is a turn unless the rules have another word.
func (i *Info) TurnWord(turns, rounds int) string {
	if turns == rounds && (turns > 1 || i.Simultaneous || i.Step != "round") {
		return i.Step
	}
	return "turn"
}

// Settings checks chosen options; see NewSettings. An empty deal is allowed in a kind without deals: older records have it.
func (i *Info) Settings(chosen map[string]any) (Settings, error) {
	if _, err := findOption(i.Options, "deal"); err != nil && chosen["deal"] == "" {
		chosen = maps.Clone(chosen)
		delete(chosen, "deal")
	}
	s, err := NewSettings(i.Options, chosen)
	if err != nil {
		return s, fmt.Errorf("%s: %w", i.Name, err)
	}
	if _, err := parseDraws(s.Text("draws")); err != nil {
		return s, fmt.Errorf("%s: %w", i.Name, err)
	}
	return s, nil
}

// SeatsText describes how many bots a game has.
func (i *Info) SeatsText() string {
	switch {
	case i.MaxSeats == 1:
		return "1 bot"
	case i.MinSeats == i.MaxSeats:
		return fmt.Sprintf("%d bots", i.MinSeats)
	case i.MaxSeats == MaxSeats:
		return fmt.Sprintf("from %d bot", i.MinSeats)
	}
	return fmt.Sprintf("%d to %d bots", i.MinSeats, i.MaxSeats)
}

// SeatsFit returns an error if the game cannot have n seats.
func (i *Info) SeatsFit(n int) error {
	if n >= i.MinSeats && n <= i.MaxSeats {
		return nil
	}
	if i.MinSeats == i.MaxSeats {
		return fmt.Errorf("%s is played by %d, not by %d", i.Name, i.MinSeats, n)
	}
	return fmt.Errorf("%s is played by %d to %d, not by %d", i.Name, i.MinSeats, i.MaxSeats, n)
}

// Builtin returns a built-in bot by name, with its parameters.
func (k *Kind) Builtin(name string, params map[string]any) (BuiltinBot, error) {
	return k.builtin(name, params)
}

// Erring returns a built-in bot that makes a part of its moves, in percent, as another one does: estimates need bots that do not always
// play the same.
func (k *Kind) Erring(name, other string, percent int) (BuiltinBot, error) {
	return k.erring(name, other, percent)
}

// A BuiltinBot is a built-in bot with its parameters, ready to sit at tables of its kind.
type BuiltinBot struct {
	Name string
	play func(d *Dice) any
}

func parseDraws(text string) ([]int, error) {
	var draws []int
	for _, word := range strings.Fields(text) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, fmt.Errorf("option draws must be whole numbers separated by spaces, not %q", word)
		}
		draws = append(draws, n)
	}
	return draws, nil
}

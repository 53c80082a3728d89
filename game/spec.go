package game

import (
	"io/fs"

	"agon/draw"
)

// A Spec is everything about one kind, in one literal. The viewer, the docs, the option parser and the schedulers read it;
// nothing about a kind is written twice.
type Spec[S, M comparable] struct {
	Name    string // "my-game": in commands, files and addresses
	Title   string // "Colour Battle": for people
	Version string // of the rules; a replay of another version is not played again
	About   string // one sentence
	Source  string // which contest and which document the rules come from

	MinSeats, MaxSeats int
	UsualSeats         int // how many built-ins play when nobody names a bot

	Options []Option // without deal and draws, which every kind has
	Deals   string   // what the option deal looks like, in words, with an example

	Rules func(o Settings) (Rules[S, M], error)
	Wire  func(o Settings) Wire[S, M] // the contest's own calling convention; nil: bots speak the agon protocol, and a move is its String
	Clock func(o Settings) Clock

	Moves []M                                                   // the moves of the kind, commonest first, where they are few: replays are smaller and faster
	Round func(s *S) int                                        // how many rounds have been played
	View  func(f *Frame, s *S, eye Seat)                        // draws what a seat, or the Audience, may see
	Hash  func(h *Hash, s *S)                                   // gathers the used part of a state; nil: all of it, see [Hash.Flat]
	Done  func(s *S) string                                     // how the game ended, in words, for people; nil when there is nothing to say
	Scale func(o Settings, seats int) (unit string, rounds int) // what a score is measured in, and about how many rounds a game has; nil: points, and nobody knows
	Range func(o Settings) (least, most float64)                // scores that a game can give; nil: nobody knows

	OutputFiles OutputFiles[S, M] // writes the contest's own files of a finished game; nil where it had none
	Says        bool              // OutputFiles knows what the original's engine printed on request, see OutputFile.Said

	Draw   Draw         // the picture of a state for every viewer; nil for one by the facts of view.js
	Layers []draw.Layer // of the picture
	Marks  []string     // what the rules call the seats, at most three letters each; nil for the letters of their looks

	Notes    Notes    // what a viewer computes from a frame; nil for nothing
	Recall   Recall   // reads a game back from the contest's own files; nil where that cannot be
	Keyboard Keyboard // how people play it

	Simultaneous bool   // all seats move in one turn
	Chance       bool   // dice fall after the deal
	Timed        bool   // rules read Move.Took
	Hidden       bool   // a seat may not see everything; else its View is everybody's but for "me"
	Format       string // the contest format that plays when none is named
	KeepOrder    bool   // seats keep the order of the line-up instead of rotating

	Launch   Launch
	Builtins []Builtin[S, M]
	Files    fs.FS // README.md for contestants, view.js for the page, starters/ for new bots
}

// Notes are what a viewer computes from a frame of the kind's own View, by name, as it goes into JSON. They are no part of the game and cost it
// nothing. An error says which field of the frame is not as View draws it.
type Notes func(f *Frame) (map[string]any, error)

// A Form is how the bots of a kind are spoken to where they do not ask for the agon protocol.
type Form uint8

const (
	Agon   Form = iota // a program that speaks the agon protocol: the kind has no other
	Hosted             // a Python class in a host process, spoken to in frames
	Lines              // a program that lives on and answers each prompt with a line
	Fresh              // a program that is started anew for each move and says all it has to say
)

// A Launch says how the bots of a kind are started.
type Launch struct {
	Form      Form
	Host      string   // Hosted: the kind's Python side
	Libraries []string // Hosted: what Host imports of numpy and scipy
	Entries   []string // files that make a folder a bot when it has no bot.toml, as "Bot.py"
	PerGame   bool     // a new process for each game and seat
	Together  bool     // the bots that owe a move may be run side by side
	Home      bool     // a bot has a private copy of its folder per game, and may write into it
	Replies   []string // Fresh: the files that a program leaves as its answer
}

// A Builtin is a bot written in Go, with the kind.
type Builtin[S, M comparable] struct {
	Name   string
	About  string
	Params []Option                             // builtin:NAME?key=value
	New    func(p Settings, d *Dice) Mind[S, M] // for one seat of one game; d is the bot's own
}

// Info is what can be said of a kind without its types.
type Info struct {
	Name, Title, Version, About, Source string
	MinSeats, MaxSeats, UsualSeats      int
	Options                             []Option
	Simultaneous, Chance, Timed, Hidden bool
	Says                                bool
	Format                              string
	KeepOrder                           bool
	Launch                              Launch
	Keyboard                            Keyboard
	Draw                                Draw
	Layers                              []draw.Layer
	Marks                               []string
	Notes                               Notes
	Recall                              Recall
	Builtins                            []BuiltinInfo
	Files                               fs.FS
	Clock                               func(o Settings) Clock
	Scale                               func(o Settings, seats int) (unit string, rounds int)
	Range                               func(o Settings) (least, most float64)
}

// Scores are the least and the most that a game can give as a score; equal where nobody knows.
func (i *Info) Scores(o Settings) (least, most float64) {
	if i.Range == nil {
		return 0, 0
	}
	return i.Range(o)
}

// BuiltinInfo is what can be said of a built-in bot.
type BuiltinInfo struct {
	Name, About string
	Params      []Option
}

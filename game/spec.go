package game

import (
	"io/fs"

	"agon/game/draw"
)

// A Spec is everything about one kind, in one literal. Viewers, docs, option parser and schedulers read it; nothing about a kind is written
// twice.
type Spec[S, M comparable] struct {
	Name    string // "my-game", in commands, files and addresses
	Title   string // "Colour Battle", for display
	Version string // of the rules; replays of other versions are not re-simulated
	About   string // one sentence
	Source  string // the contest and the document that the rules come from

	MinSeats, MaxSeats int
	UsualSeats         int // number of built-ins that play if no bot is named

	Options []Option // without draws, which every kind has, and deal
	Deals   string   // describes the option deal, with an example; empty: the kind takes no explicit start and has no such option

	Rules func(o Settings) (Rules[S, M], error)
	Wire  func(o Settings) Wire[S, M] // the contest's own calling convention; nil: bots use the agon protocol, and a move is its String
	Clock func(o Settings) Clock

	// the moves of the kind, commonest first, if they are few: replays are smaller and faster
	Moves []M
	Round func(s *S) int                    // how many rounds have been played, or what Step calls them
	View  func(f *Frame, s *S, viewer Seat) // adds what a seat, or the Audience, may see
	Hash  func(h *Hash, s *S)               // adds the used part of a state; nil: all of it, see [Hash.Flat]
	// Done describes the end of the game, with the names of its players; nil if there is nothing to say
	Done func(s *S, name func(Seat) string) string
	// the rules' own word for what Round counts, in the singular: "ply", "turn"; empty: "round". Everything that people read calls it so
	Step string
	// the unit of scores and the approximate number of rounds; nil: points, and unknown
	Scale func(o Settings, seats int) (unit string, rounds int)
	Range func(o Settings) (least, most float64) // possible scores of a game; nil: unknown

	OutputFiles OutputFiles[S, M] // writes the contest's own files of a finished game; nil if there are none
	Art         bool              // OutputFiles writes the bots' art as p1.gif and p2.gif, which galleries show
	Says        bool              // OutputFiles knows what the original's engine printed on request, see OutputFile.Log

	Draw   Draw         // the picture of a state for every viewer; nil: the grid "grid" and the bots at "x" and "y", see film
	Layers []draw.Layer // of the picture
	Marks  []string     // the rules' names of the seats, at most three letters each; nil: the letters of their looks

	Notes    Notes    // values that a viewer computes from a frame; nil for none
	Recall   Recall   // reads a game from the contest's own files; nil if that is impossible
	Keyboard Keyboard // how people play it

	Simultaneous bool   // all seats move in one turn
	Chance       bool   // dice fall after the deal
	Timed        bool   // rules read Move.Took
	Uncertain    bool   // equal seeds and moves need not make equal games: replays record them, and nothing plays them again
	Forward      bool   // a game's states are in a process of its own, so nothing searches them or plays on from them
	Hidden       bool   // seats may not see everything; else all seats see the same except "me"
	Apart        bool   // seats are shown different fields although nothing is hidden, such as the moves that each may make
	Format       string // the default contest format
	Mirrors      int    // number of deals in a set of mirrored deals, at most MostMirrors, if the Rules are a Mirrorer; else 0
	KeepOrder    bool   // seats keep the order of the line-up instead of rotating

	Launch   Launch
	Requests *Requests       // for bots that are HTTP servers, if the Wire is a Requester; nil: there are none of this kind
	Builtins []Builtin[S, M] // the last is the strongest, and the first the weakest unless Weakest names it
	Weakest  string
	Quick    string // the strongest one that moves within some 10 µs, which plays games on for estimates; empty: the last
	Files    fs.FS  // README.md for contestants, view.js for the page, starters/ for new bots
}

// Notes computes JSON values by name from a frame of the kind's own View, for viewers. They are no part of the game. The error names a
// field of the frame that does not match View.
type Notes func(f *Frame) (map[string]any, error)

// A Form is how the bots of a kind communicate, unless they ask for the agon protocol.
type Form uint8

const (
	Agon   Form = iota // programs use the agon protocol: the kind has no other
	Hosted             // a Python class in a host process, in frames
	Lines              // a program that keeps running and answers each prompt with a line
	Fresh              // a program that is started for each move
	Texts              // a file that is not run: its text is the answer to each prompt
)

// A Launch describes how the bots of a kind are started.
type Launch struct {
	Form      Form
	Host      string   // the Python source of the host of classes: of Hosted, and of Lines with classes beside programs; empty: none
	Mark      string   // with Host: a name that every file with a bot defines, but for variables of functions; "*": any
	Libraries []string // with Host: the modules of numpy and scipy that it imports
	Entries   []string // files that make a folder a bot without a bot.toml, such as "Bot.py"
	PerGame   bool     // a new process for each game and seat
	Together  bool     // the bots that owe a move may run concurrently
	Home      bool     // a bot has a private copy of its folder per game, which it may write to
	Replies   []string // Fresh: the files with which a program may answer
}

// A Builtin is a bot of the kind, written in Go.
type Builtin[S, M comparable] struct {
	Name   string
	About  string
	Params []Option                                    // builtin:NAME?key=value
	New    func(p Settings, d *Dice) BuiltinFunc[S, M] // for one seat of one game; d belongs to the bot
}

// Info is the untyped part of a Spec.
type Info struct {
	Name, Title, Version, About, Source string
	Folder                              string // path of the folder with its rules; empty: every agon has them
	MinSeats, MaxSeats, UsualSeats      int
	Options                             []Option
	Simultaneous, Chance, Timed, Hidden bool
	Uncertain, Forward                  bool
	Apart                               bool
	Art                                 bool
	Says                                bool
	Step                                string // what the rules call a round: never empty
	Format                              string
	KeepOrder                           bool
	Mirrors                             int
	Launch                              Launch
	Requests                            *Requests
	Keyboard                            Keyboard
	Draw                                Draw
	Layers                              []draw.Layer
	Marks                               []string
	Notes                               Notes
	Recall                              Recall
	Builtins                            []BuiltinInfo
	Searchers                           []BuiltinInfo // bots that know the rules alone, beside the kind's own
	Weakest                             string        // the name of the weakest built-in bot
	Quick                               string        // the name of the strongest that moves within some 10 µs
	Files                               fs.FS
	// the files that make the kind where agon does not have it, by name; nil: every agon has it
	RuleFiles func() (map[string][]byte, error)
	// Viewer is what the game's author wrote to show it; nil: nothing.
	Viewer Viewer
	Clock  func(o Settings) Clock
	Scale  func(o Settings, seats int) (unit string, rounds int)
	Range  func(o Settings) (least, most float64)
}

// Ref returns what commands call the kind: its folder, or its name.
func (i *Info) Ref() string {
	if i.Folder != "" {
		return i.Folder
	}
	return i.Name
}

// Scores returns the least and the greatest score of a game; equal if unknown.
func (i *Info) Scores(o Settings) (least, most float64) {
	if i.Range == nil {
		return 0, 0
	}
	return i.Range(o)
}

// BuiltinInfo is the untyped part of a Builtin.
type BuiltinInfo struct {
	Name, About string
	Params      []Option
}

// A Viewer is a viewer that the author of a game has written for it, as files of a page which agon serves apart from its own. It is safe
// for concurrent use.
type Viewer interface {
	// Read returns a file by its path, with forward slashes; the error is fs.ErrNotExist for one that is not there.
	Read(name string) ([]byte, error)
	// Missing says in a sentence which file it lacks; empty: none.
	Missing() string
	// Views returns what it is given of a frame, in the form of its maker.
	Views(f *Frame) []string
}

package run

import (
	"time"

	"agon/contest/limit"
	"agon/format/tournament"
	"agon/play/worker"
)

// Options are the settings of a run.
type Options struct {
	Cores       int    // of this machine; 0: all; negative: none, only Remote plays
	Remote      Remote // plays games on other machines; nil: none
	Lanes       int
	NoLimits    bool
	VoidStalled bool // games whose outcome may depend on a stall of the host are played again
	Times       bool // record the time of every move in replays
	OneProcess  bool // the Python bots of a game share a process
	Sandbox     string
	RoundTime   time.Duration  // of a round of play in formats that can bound it, approximately; 0: any
	Rounds      int            // rounds of play of a stage, after which the run stops unless the stage is over; 0: no limit
	Stages      int            // stages that are played, from the first; 0: all
	Progress    func(Progress) // called from time to time, never concurrently; may be nil
	Note        func(string)   // receives messages for the organiser during the run; may be nil
	EndsNoted   bool           // the caller reports how stages ended: Note does not
	// Late is called for each new bot that cannot join the stage, and is left out; nil: a [*contest.Conflict]
	Late func(bot, why string)
	// time without a result and with no bot on turn, after which games are offered again; 0: one minute
	Patience time.Duration
	Played   func(Played)              // called for every game that counts, after it is stored, never concurrently; may be nil
	Watch    func(Dealt) worker.Viewer // returns who follows a game, on the core that plays it; may be nil
	Meter    *limit.Meter              // measures what limits the run, while Progress is called; nil: nobody asks
}

// Played is a game that counts.
type Played struct {
	Game      int  // its ID
	DrawnOnce bool // a bot that leaves its stage loses the games that are left
	Bots      []PlayedBot
}

// PlayedBot is a bot of a game that counts.
type PlayedBot struct {
	Name   string
	Faults map[string]int     // how many of each; not to be changed
	Silent tournament.Silence // how it ended without a move of its own; empty if it made one
}

// Progress is the progress of a run.
type Progress struct {
	Stage   int
	Bots    int // those that play in the stage now
	Planned int // games of the stage, approximately
	Done    int
	Played  int   // games in this run
	Rounds  int64 // played in this run, also those of the games that are being played here
	Elapsed time.Duration
	Left    time.Duration // approximately; 0 if unknown, or if the stage has no end
	Next    time.Duration // until the games that are planned now have results, approximately; 0 if unknown

	StageRounds float64                   // of the stage, of earlier runs too, and of the games that are being played here
	StageTotal  float64                   // rounds that the stage will have, approximately; 0 while the length of a game is unknown
	Part        float64                   // of the stage's rounds, else of its games: 0 to 1, never less than before with as many games
	Efficiency  float64                   // CPU time of bots divided by cores times wall time, in this run
	Faults      map[string]map[string]int // by bot and fault
	Strain      worker.StrainReport       // the host's delays, in this run
	Last        tournament.Result
	LastSeats   []int
	Table       func() tournament.Table
	Newest      func(entries []int, most int) map[int][]tournament.Placing // see [tournament.Past.Newest]
}

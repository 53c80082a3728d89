package contest

import (
	"fmt"
	"time"

	"agon/format/tournament"
	"agon/internal/numerals"
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
	Rounds      int                       // rounds of play of a stage, after which the run stops unless the stage is over; 0: no limit
	Progress    func(Progress)            // called from time to time, never concurrently; may be nil
	Note        func(string)              // receives messages for the organiser during the run; may be nil
	TellsEnd    bool                      // the caller tells how stages ended: Note does not
	Late        func(bot, why string)     // is told of each new bot that cannot join the stage, which goes on without it; nil: the run refuses it with a [*Conflict]
	Patience    time.Duration             // time without a result and with no bot on turn, after which games are offered again; 0: one minute
	Played      func(Played)              // is told of every game that counts, after it is stored, never concurrently; may be nil
	Watch       func(Dealt) worker.Viewer // is asked who follows a game, on the core that plays it; may be nil
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
	Bots    int // that play in the stage now
	Planned int // games of the stage, approximately
	Done    int
	Played  int   // games in this run
	Rounds  int64 // played in this run, also those of the games that are being played here
	Elapsed time.Duration
	Left    time.Duration // approximately; 0 if unknown

	StageRounds float64                   // of the stage, of earlier runs too, and of the games that are being played here
	StageTotal  float64                   // rounds that the stage will have, approximately; 0 while the length of a game is unknown
	Part        float64                   // of the stage's rounds, else of its games: 0 to 1, never less than before unless more games are planned
	Efficiency  float64                   // CPU time of bots divided by cores times wall time, in this run
	Faults      map[string]map[string]int // by bot and fault
	Strain      worker.StrainReport       // the host's delays, in this run
	Last        tournament.Result
	LastSeats   []int
	Table       func() tournament.Table
}

// A StageResult is a stage that has been played, completely or in part.
type StageResult struct {
	Stage    Stage
	Field    tournament.Field
	Ledger   *tournament.Ledger
	Table    tournament.Table
	Finished bool
	Early    string // how it ended before the last game, if what mattered was certain or too few were left: "ended after 412 of 1000 games: …"
}

// early sets how a finished stage ended.
func (s *StageResult) early() {
	if !s.Finished {
		return
	}
	if ending, ok := tournament.Ended(s.Stage.play, &s.Field, s.Ledger); ok {
		s.Early = ending.String()
		return
	}
	most := tournament.Most(s.Stage.play, s.Field.At(-1))
	if n := s.Field.At(tournament.Now).Size(); n < 2 && n < s.Field.At(-1).Size() && (most == 0 || s.Ledger.Done() < most) {
		s.Early = fmt.Sprintf("ended after %s: %s", numerals.Counted(s.Ledger.Done(), "game"), botsLeft(n))
	}
}

// botsLeft says how many bots are left.
func botsLeft(bots int) string {
	switch bots {
	case 0:
		return "no bot is left"
	case 1:
		return "1 bot is left"
	}
	return fmt.Sprintf("%d bots are left", bots)
}

// Moments returns the standings of the stage after its rounds of play, at most most of them.
func (s *StageResult) Moments(most int) []tournament.Moment {
	return tournament.Moments(s.Stage.play, &s.Field, s.Ledger, most)
}

// Result is the result of a run.
type Result struct {
	Stages     []StageResult
	Games      int // with a result, in total
	PlayedNow  int // in this run
	Rounds     int64
	Wall       time.Duration
	CPU        time.Duration // of bots, in this run
	Efficiency float64
	Finished   bool
	Faults     map[string]map[string]int // in this run
	Odd        int
	Strain     worker.StrainReport // the host's delays, in this run
	Retired    []Retired           // in the order of the line-up
	GivenUp    GivenUp             // by a run that was interrupted
	Unplayed   string              // why the stage after the last of Stages is not played, as too few bots are left; else empty
}

// GivenUp are the games that were being played when a run ended, and that a later run plays from their start.
type GivenUp struct {
	Games   int           // on this machine
	Spent   time.Duration // the time of their bots
	Workers int           // games that other machines had taken
}

// Retired is a bot that made no move of its own in several consecutive games. Unless each game starts a process of its own, it was not
// started in its later games.
type Retired struct {
	Entry int
	Why   string
	How   tournament.Silence
	Games int // decided without it
}

package contest

import (
	"time"

	"agon/tournament"
	"agon/worker"
)

// Options say how a contest is run.
type Options struct {
	Cores       int
	Lanes       int
	NoLimits    bool
	VoidStalled bool // a game that the host may have decided on time is played again
	Times       bool // keep the time of every move in replays
	OneProcess  bool // the Python bots of a game share a process
	Sandbox     string
	Rounds      int            // of play, of a stage, after which the run stops though the stage goes on; 0: none
	Progress    func(Progress) // called now and again, never at once by two; nil for nobody
	Note        func(string)   // takes what an organiser must know while the run goes on; nil for nobody
	Watch       time.Duration  // without a result and with no bot on turn, after which games are offered again; 0: one minute
}

// Progress is how far a run has come.
type Progress struct {
	Stage      int
	Planned    int // games of the stage, about
	Done       int
	Rounds     int64 // played in this run
	Elapsed    time.Duration
	Left       time.Duration             // about; 0 when nobody can tell
	Efficiency float64                   // CPU of bots over cores times wall, in this run
	Faults     map[string]map[string]int // by bot and fault
	Strain     worker.StrainReport       // what the host held up, in this run
	Last       tournament.Result
	LastSeats  []int
	Table      func() tournament.Table
}

// A StageResult is a stage that has been played, or as much of it as has been.
type StageResult struct {
	Stage    Stage
	Field    tournament.Field
	Ledger   *tournament.Ledger
	Table    tournament.Table
	Finished bool
}

// Moments are how the stage stood after its rounds of play, so many of them at most.
func (s *StageResult) Moments(most int) []tournament.Moment {
	return tournament.Moments(s.Stage.play, &s.Field, s.Ledger, most)
}

// Result is what a run came to.
type Result struct {
	Stages     []StageResult
	Games      int // with a result, in all
	PlayedNow  int // in this run
	Rounds     int64
	Wall       time.Duration
	CPU        time.Duration // of bots, in this run
	Efficiency float64
	Finished   bool
	Faults     map[string]map[string]int // in this run
	Odd        int
	Strain     worker.StrainReport // what the host held up, in this run
	Retired    []Retired           // in the order of the line-up
}

// Retired is a bot that gave no answer in several games running, and was not started in its later games.
type Retired struct {
	Entry int
	Why   string
	Games int // that were decided without it
}

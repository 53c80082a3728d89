package contest

import (
	"fmt"
	"time"

	"agon/format/tournament"
	"agon/internal/numerals"
	"agon/play/worker"
)

// A StageResult is a stage that has been played, completely or in part.
type StageResult struct {
	Stage    Stage
	Field    tournament.Field
	Ledger   *tournament.Ledger
	Table    tournament.Table
	Finished bool
	// Early is how it ended before the last game, if what mattered was certain or too few were left: "ended after 412 of 1000 games: …"
	Early string
}

// Count computes the table, and how a finished stage ended.
func (s *StageResult) Count() {
	s.Table = tournament.Standings(s.Stage.play, &s.Field, s.Ledger.All())
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

// botsLeft returns how many bots are left, as a sentence.
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

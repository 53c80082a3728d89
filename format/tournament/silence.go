package tournament

import "agon/game"

// SilentAfter is the number of consecutive games without a move of its own after which a table says of a bot that it does not play.
const SilentAfter = 3

// A Silence is how a bot ended in games in which it made no move of its own: a set of faults, empty if it made one.
type Silence uint16

// Silence returns how a bot ended that made no move of its own: it was absent for every move that it owed, or crashed, was late or was
// stopped at its first, and absent from then on. It is empty if the bot made a move, or answered with something that is none.
func (s Seat) Silence() (how Silence) {
	absent := s.Faults[game.Gone.String()] + s.Faults[game.Unstarted.String()]
	ended := s.FaultCount() - absent - s.Faults[game.Garbled.String()] - s.Faults[game.Illegal.String()] - s.Faults[game.Pondering.String()]
	if s.Moves == 0 || absent+ended != s.Moves || ended > 1 {
		return 0
	}
	for _, f := range game.Faults() {
		if f != game.Pondering && s.Faults[f.String()] > 0 {
			how |= silenceBy(f)
		}
	}
	return how
}

func silenceBy(f game.Fault) Silence { return 1 << f }

// silences are the words of those with one fault; all others have given no answer.
var silences = map[Silence]string{
	silenceBy(game.Crashed):   "crashes in turn 1",
	silenceBy(game.Memory):    "exceeds its memory limit in turn 1",
	silenceBy(game.Output):    "exceeds its output limit in turn 1",
	silenceBy(game.CPUTime):   "exceeds its processor time in turn 1",
	silenceBy(game.Disk):      "exceeds its disk limit in turn 1",
	silenceBy(game.Unstarted): "cannot be started",
}

// String returns why the bot does not play, for its author: "does not play: crashes in turn 1". It is empty for an empty Silence.
func (s Silence) String() string {
	if s == 0 {
		return ""
	}
	if absent := silenceBy(game.Gone) | silenceBy(game.Unstarted); s&^absent != 0 {
		s &^= absent
	}
	if words, one := silences[s]; one {
		return "does not play: " + words
	}
	return "does not play: no answer in turn 1"
}

// quiet is the games of an entry in which it made no move of its own.
type quiet struct {
	games int
	how   Silence
}

// Idle returns the entries that do not play, with the reason for their authors: they made no move of their own in their last SilentAfter
// games in which they owed one, in the order of the plan.
func Idle(f *Field, past Past) map[int]Silence {
	quiet := past.ledger.quiet
	left := map[int]int{} // games that are still to be found silent, by entry
	for e := range quiet {
		if quiet[e].games >= SilentAfter && !f.Gone(e, Now) {
			left[e] = SilentAfter
		}
	}
	idle := map[int]Silence{}
	for i := past.Len() - 1; i >= 0 && len(left) > 0; i-- {
		g := past.Game(i)
		if !g.Done {
			continue
		}
		for seat := range g.Seats() {
			e := g.Entry(seat)
			switch n, looking := left[e]; {
			case !looking || !g.Asked(seat):
			case !g.Silent(seat):
				delete(left, e)
			case n > 1:
				left[e]--
			default:
				delete(left, e)
				idle[e] = quiet[e].how
			}
		}
	}
	return idle
}

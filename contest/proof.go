package contest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"agon/contest/store"
	"agon/format/tournament"
	"agon/game"
	"agon/record/replay"
	"agon/record/replay/archive"
)

// Prove plays the replay of a game again and compares it with the ledger: the game's ID and seed, the bots in its seats, the digest
// (which includes the times of all moves for kinds that read times), places, scores and faults. The error lists all differences; it is
// [archive.ErrAbsent] if there is no replay.
func (c *Contest) Prove(g store.Game) error {
	data, err := c.Replay(g.ID)
	if err != nil {
		return err
	}
	rep, err := replay.Decode(data)
	if err != nil {
		return err
	}
	if differ := c.differences(g, rep); len(differ) > 0 {
		return errors.New(strings.Join(differ, "; "))
	}
	rerun, err := c.Kind.Rerun(rep.Record)
	if err == nil {
		err = rerun.Finish()
	}
	if err != nil {
		return err
	}
	return outcomes(g, rerun.Table)
}

// differences lists in what a replay differs from the ledger.
func (c *Contest) differences(g store.Game, rep *replay.Replay) (list []string) {
	differ := func(what string, replay, ledger any) {
		if replay != ledger {
			list = append(list, fmt.Sprintf("%s is %v in the replay and %v in the ledger", what, replay, ledger))
		}
	}
	rec := rep.Record
	differ("the kind", rec.Kind, c.Kind.Name)
	differ("the options", strings.Join(rec.Options, " "), strings.Join(c.Settings.Texts(), " "))
	differ("the game", rep.Notes.Game, int64(g.ID+1))
	differ("the seed", rec.Seed, g.Seed)
	differ("the number of seats", len(rep.Seats), len(g.Seats))
	for i := range min(len(rep.Seats), len(g.Seats)) {
		if g.Seats[i] >= len(c.Entries) {
			list = append(list, fmt.Sprintf("the ledger has entry %d in seat %d and names %d bots", g.Seats[i], i+1, len(c.Entries)))
			continue
		}
		seat, entry := rep.Seats[i], c.Entries[g.Seats[i]]
		differ(fmt.Sprintf("who sat in seat %d", i+1), seat.Name, entry.Name)
		digits := min(len(seat.Hash), len(entry.Hash)) // early ledgers have the first ones only
		differ("the bot "+entry.Name, seat.Hash[:digits], entry.Hash[:digits])
	}
	differ("the number of turns", rec.Turns, g.Result.Turns)
	differ("the digest", fmt.Sprintf("%016x", rec.Digest), fmt.Sprintf("%016x", g.Result.Digest))
	return list
}

// outcomes compares the end of a replayed game with its result.
func outcomes(g store.Game, t *game.Table) error {
	if t.Rounds() != g.Result.Rounds {
		return fmt.Errorf("the game has %d rounds and its result %d", t.Rounds(), g.Result.Rounds)
	}
	for seat, s := range g.Result.Seats {
		o := t.Outcome(game.Seat(seat))
		if o.Place != s.Place || o.Score != s.Score {
			return fmt.Errorf("seat %d has place %d with %v in the game and place %d with %v in the ledger",
				seat+1, o.Place, o.Score, s.Place, s.Score)
		}
		if faults := t.Record().FaultsOf(game.Seat(seat)); !tournament.SameFaults(s.Faults, faults) {
			return fmt.Errorf("seat %d has the faults %v in the game and %v in the ledger", seat+1, faults, s.Faults)
		}
		if s.OnTime && !o.OnTime { // early ledgers do not say it
			return fmt.Errorf("seat %d loses on time in the ledger and not in the game", seat+1)
		}
	}
	return nil
}

// Names returns the names of the bots of a game in the order of its seats.
func (c *Contest) Names(g store.Game) []string {
	names := make([]string, len(g.Seats))
	for i, entry := range g.Seats {
		names[i] = fmt.Sprintf("entry %d", entry)
		if entry < len(c.Entries) {
			names[i] = c.Entries[entry].Name
		}
	}
	return names
}

// Lost reports whether an error of Prove or Replay means that there is no replay.
func Lost(err error) bool { return errors.Is(err, archive.ErrAbsent) }

// Odd returns the results of a game that were handed in after the one that stands, and differ from it. Results of games that a decision had
// played again are not among them.
func (r *Roster) Odd(g *store.Game) []tournament.Result {
	again := func(x store.Change) bool { return x.What == store.Again && slices.Contains(x.Games, g.ID) }
	if len(g.Others) == 0 || slices.ContainsFunc(r.changes, again) {
		return nil
	}
	return g.Others
}

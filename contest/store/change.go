package store

import (
	"fmt"
	"slices"
	"time"
)

// A Change is a change of the bots or the stages of a contest after it began, or a decision about its games. Tables depend only on the
// plan, the results and the sequence of changes.
type Change struct {
	At   time.Time
	What What
	Why  string // the reason given for the decision; may be empty
	By   string // author of the decision; empty for a change of the contest's file

	Entry  int    // number in the line-up, where each bot that joins gets the next; -1 for a decision about games
	Name   string // of a bot that joins, as are the next four
	Author string
	Hash   string // of the bot's files
	Image  string // the ID of its container image; empty if it has none
	// Broken is why it cannot play; empty if it can; of a bot that leaves: why it no longer starts, empty if it leaves for another reason
	Broken  string
	Instead int // the entry that this version replaces, -1 for none

	Stage int   // the stage in which it takes effect, from 0
	Round int   // of play: the first that is planned with it; tournament.After: between the stage and the next
	Games []int // IDs: open games that are given up, or, for Again, games whose results are replaced

	Stages []Stage // of Grown: all stages of the contest from then on
}

// What is the type of a change.
type What string

const (
	Joined     What = "joined"
	Withdrawn  What = "withdrawn"  // the bot leaves
	Barred     What = "barred"     // the bot is disqualified, and its games count for nobody
	Reinstated What = "reinstated" // the bot plays again, and its games count again
	Again      What = "again"      // games are played again
	Spent      What = "spent"      // the bot used its time in a round of play, and its games of it are given up
	Grown      What = "grown"      // stages became longer, or later ones were added, changed or removed
)

// Check returns an error if a change is invalid.
func (c Change) Check() error {
	switch {
	case !slices.Contains([]What{Joined, Withdrawn, Barred, Reinstated, Again, Spent, Grown}, c.What):
		return fmt.Errorf("keep a change: %q is none", c.What)
	case c.What == Joined && c.Name == "":
		return fmt.Errorf("keep a change: a bot without a name joined")
	case (c.What == Grown) != (len(c.Stages) > 0), c.What == Grown && c.Stage >= len(c.Stages):
		return fmt.Errorf("keep a change: %s in stage %d, with %d stages", c.What, c.Stage, len(c.Stages))
	case c.Stage < 0 || c.Round < 0 || c.Entry < -1 || c.Instead < -1:
		return fmt.Errorf("keep a change: stage %d, round %d, entry %d in the place of %d", c.Stage, c.Round, c.Entry, c.Instead)
	}
	return nil
}

package store

import (
	"fmt"
	"slices"
	"time"
)

// A Change is something that happened to the bots of a contest after it began, or a decision about its games. With the plan and the results,
// the changes in their order are all that tables follow from.
type Change struct {
	At   time.Time
	What What
	Why  string // in the words of who decided it; empty where nobody had to
	By   string // who decided it; empty for a change of the contest's file

	Entry   int    // number in the line-up, counted on for each bot that joins; -1 for a decision about games
	Name    string // of a bot that joins, as the next four
	Author  string
	Hash    string // of the bot's files
	Image   string // the ID of its container image; empty where it has none
	Broken  string // why it cannot play; empty where it can
	Instead int    // the entry whose later version it is, -1 for none's

	Stage int   // in which it takes effect, from 0
	Round int   // of play: the first that is planned with it
	Games []int // IDs: open games that are given up, or, of Again, games whose results stand no more
}

// What happened.
type What string

const (
	Joined     What = "joined"
	Withdrawn  What = "withdrawn"  // it plays no more
	Barred     What = "barred"     // it plays no more, and its games count for nobody
	Reinstated What = "reinstated" // it plays again, and its games count again
	Again      What = "again"      // games are played again
)

// Check tells why a change cannot be kept.
func (c Change) Check() error {
	switch {
	case !slices.Contains([]What{Joined, Withdrawn, Barred, Reinstated, Again}, c.What):
		return fmt.Errorf("keep a change: %q is none", c.What)
	case c.What == Joined && c.Name == "":
		return fmt.Errorf("keep a change: a bot without a name joined")
	case c.Stage < 0 || c.Round < 0 || c.Entry < -1 || c.Instead < -1:
		return fmt.Errorf("keep a change: stage %d, round %d, entry %d in the place of %d", c.Stage, c.Round, c.Entry, c.Instead)
	}
	return nil
}

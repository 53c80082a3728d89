package gametest

import (
	"strings"
	"testing"

	"agon/game"
)

// A Declaration states for the suite what it cannot see in a Spec, or allows what it would report: [Unhashed], [Passes], [Owners], [Deal],
// [OneStart], [Untold] or [ShowsSeed]. A declaration that allows something is itself an error where it is not needed, or has no reason.
type Declaration interface{ declare(d *particulars) }

// Unhashed lists fields of a state that its Hash leaves out on purpose, by their paths as failures print them ("Players[].Path"), each with
// the reason: what they follow from, or that no rule reads them.
type Unhashed map[string]string

// Passes lists moves, as text, of a kind in which seats move in turn, that may leave the board as it is, each with the reason.
type Passes map[string]string

// Owners returns the seat that owns a tile of the picture by a frame, draw.Nobody for none. It replaces the usual reading of the field
// "grid", in which n is a tile of seat n-1 and row 0 is the uppermost.
type Owners func(f *game.Frame, x, y int) int

// Deal is an example of the option deal, for a kind that has it.
type Deal string

// OneStart is the reason why all games of a kind begin alike, whatever the dice give.
type OneStart string

// Untold is the reason why a prompt does not show what the other seats played last, although the View shows it.
type Untold string

// ShowsSeed is the reason why bots or viewers of a kind are shown the seed of a game in progress.
type ShowsSeed string

// particulars are what the declarations of a kind say.
type particulars struct {
	unhashed                    Unhashed
	passes                      Passes
	owners                      Owners
	deals                       []string
	oneStart, untold, showsSeed *string
}

func (u Unhashed) declare(d *particulars)  { d.unhashed = u }
func (p Passes) declare(d *particulars)    { d.passes = p }
func (o Owners) declare(d *particulars)    { d.owners = o }
func (s Deal) declare(d *particulars)      { d.deals = append(d.deals, string(s)) }
func (s OneStart) declare(d *particulars)  { text := string(s); d.oneStart = &text }
func (s Untold) declare(d *particulars)    { text := string(s); d.untold = &text }
func (s ShowsSeed) declare(d *particulars) { text := string(s); d.showsSeed = &text }

func newParticulars(list []Declaration) *particulars {
	d := &particulars{}
	for _, one := range list {
		one.declare(d)
	}
	return d
}

// allowed reports whether a declaration allows what was found. It fails for one without a reason, and for one that allows nothing.
func allowed(t testing.TB, name string, reason *string, found bool) bool {
	switch {
	case reason == nil:
		return false
	case strings.TrimSpace(*reason) == "":
		t.Errorf("gametest.%s gives no reason", name)
	case !found:
		t.Errorf("gametest.%s says %q, but nothing like that was found: leave it out", name, *reason)
	}
	return true
}

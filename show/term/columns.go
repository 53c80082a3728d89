package term

import "agon/show/term/screen"

// columns are the widths of a list's columns, 0 for a column that is not shown.
type columns struct {
	place, mark, name, score, bar, note, micros, faults int
	below                                               bool // the note has a line of its own
	scored                                              bool // the score is on that line too
}

// shortest is the width below which a name is not cut before other columns are dropped, usualName a comfortable width; barWidth and
// barBeside are the widths of bars.
const (
	shortest  = 12
	usualName = 19
	barWidth  = 8
	barBeside = 6 // beside times and faults
)

// measure returns the widths that the rows need. Times and faults are included if all is set.
func measure(rows []row, all bool) columns {
	c := columns{place: 2, bar: barWidth}
	if all {
		c.bar = barBeside
	}
	for _, r := range rows {
		c.place = max(c.place, len(r.place))
		c.mark = max(c.mark, screen.Width(r.mark))
		c.name = max(c.name, screen.Width(r.name))
		c.score = max(c.score, screen.Width(r.score))
		c.note = max(c.note, screen.Width(r.note))
		if all && r.micros != "" {
			c.micros = 5
		}
		if all {
			c.faults = max(c.faults, screen.Width(r.faults))
		}
	}
	return c
}

// rest returns the width that the other columns leave to the name.
func (c *columns) rest(width int) int {
	rest := width - c.place - 1 - c.mark - 1
	for _, n := range [...]int{c.score, c.bar, c.note, c.micros, c.faults} {
		if n > 0 {
			rest -= n + 1
		}
	}
	return rest
}

// fit chooses the columns. The name gets what the others leave; if that is too little, bars and notes are dropped first.
func fit(rows []row, width, height int, all bool) columns {
	c := measure(rows, all)
	longest := c.name
	if c.note > 0 && c.rest(width) < shortest {
		c.bar = 0
	}
	if c.note > 0 && c.rest(width) < shortest {
		c.below, c.note = 2*len(rows) <= height, 0
	}
	if c.below && c.rest(width) < shortest {
		c.score, c.scored = 0, true
		for _, r := range rows {
			c.scored = c.scored && screen.Width(r.scoredNote()) <= width
		}
	}
	for _, drop := range [...]*int{&c.bar, &c.micros, &c.faults} {
		if c.rest(width) < min(shortest, longest) {
			*drop = 0
		}
	}
	c.name = max(min(c.rest(width), max(longest, usualName)), 1)
	return c
}

package contest

import (
	"fmt"

	"agon/bot/lineup"
	"agon/tournament"
)

// Sketch prepares the stages of a contest with a number of bots that nobody has written yet, instead of those of its file. It finds no bots,
// starts nothing and opens no folder; the contest it returns can be inspected, not played. A stage that would have more than most games is refused
// before any memory is taken for them. s needs Kinds and Formats only.
func Sketch(f *File, s Setup, bots, most int) (*Contest, error) {
	c := &Contest{File: f, Seed: f.Seed, Entries: make([]lineup.Entry, bots)}
	if err := c.check(f, s); err != nil {
		return nil, err
	}
	c.most = most
	return c, c.stages(f, s)
}

// manyBots is a field in which every format's number of games can be computed, though the format may refuse it.
const manyBots = 1000

// checkGames returns an error if a stage has more games than are allowed.
func (c *Contest) checkGames(s Stage, field *tournament.Field) error {
	if c.most == 0 {
		return nil
	}
	if endless, ok := s.play.(tournament.Endless); ok && endless.Endless() {
		return fmt.Errorf("%s has no end: set games = %d, or until", s.Format, max(1000, 100*field.Size()))
	}
	if games := s.play.Games(field); games > c.most || games < 0 {
		return fmt.Errorf("%s of %d bots has %d games, and at most %d can be simulated: set format = \"swiss\", \"groups\" or \"knockout\", whose games grow with the number of bots", s.Format, field.Size(), games, c.most)
	}
	return nil
}

// Play returns the format of the stage with its keys.
func (s Stage) Play() tournament.Format { return s.play }

// StageField returns the field of a stage in which these entries play, in seeding order.
func (c *Contest) StageField(nth int, entries []int) tournament.Field {
	return c.stageField(nth, entries)
}

package rows

import (
	"encoding/json"
	"fmt"
	"time"

	"agon/contest/store"
	"agon/game"
)

// A Change is a row for a change of a contest's bots and games.
type Change struct {
	Number                                               int // from 1
	At, What, Why, By, Name, Author, Hash, Image, Broken string
	Entry, Instead, Stage, Round                         int    // Name is of a bot, or of Grown the stages as JSON
	Games                                                string // JSON: IDs
	Sum                                                  int64
}

// OfChange returns the row of the nth change, from 1.
func OfChange(nth int, c store.Change) Change {
	games := c.Games
	if games == nil {
		games = []int{}
	}
	r := Change{
		Number: nth, At: c.At.UTC().Format(time.RFC3339Nano), What: string(c.What), Why: c.Why, By: c.By,
		Name: c.Name, Author: c.Author, Hash: c.Hash, Image: c.Image, Broken: c.Broken,
		Entry: c.Entry, Instead: c.Instead, Stage: c.Stage, Round: c.Round, Games: array(games),
	}
	if c.What == store.Grown {
		r.Name = array(c.Stages)
	}
	r.Sum = r.sum()
	return r
}

func (r Change) sum() int64 {
	var h game.Hash
	for _, n := range []int{r.Number, r.Entry, r.Instead, r.Stage, r.Round} {
		h.Int(n)
	}
	for _, text := range []string{r.At, r.What, r.Why, r.By, r.Name, r.Author, r.Hash, r.Image, r.Broken, r.Games} {
		h.Text(text)
	}
	return int64(h.Sum())
}

// Change decodes the row. It returns an error if the row is not as it was written.
func (r Change) Change() (store.Change, error) {
	c := store.Change{
		What: store.What(r.What), Why: r.Why, By: r.By, Entry: r.Entry, Name: r.Name, Author: r.Author, Hash: r.Hash, Image: r.Image,
		Broken:  r.Broken,
		Instead: r.Instead, Stage: r.Stage, Round: r.Round,
	}
	if r.Sum != r.sum() {
		return c, fmt.Errorf("change %d is not as it was written", r.Number)
	}
	var err error
	if c.At, err = time.Parse(time.RFC3339Nano, r.At); err != nil {
		return c, fmt.Errorf("change %d: %w", r.Number, err)
	}
	if err := json.Unmarshal([]byte(r.Games), &c.Games); err != nil {
		return c, fmt.Errorf("change %d: games: %w", r.Number, err)
	}
	if c.What == store.Grown {
		c.Name = ""
		if err := json.Unmarshal([]byte(r.Name), &c.Stages); err != nil {
			return c, fmt.Errorf("change %d: stages: %w", r.Number, err)
		}
	}
	if len(c.Games) == 0 {
		c.Games = nil
	}
	return c, nil
}

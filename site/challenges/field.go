package challenges

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"agon/site/entries"
	"agon/site/matches"
	"agon/site/people"
)

// A Field is who plays in the trial of a bot's new version, beside that and the version before.
type Field struct {
	Duel   bool           // its games have two seats, so the two versions can play each other alone
	Seats  int            // of its games, as the contest's last stage has it, or else as usual
	Rivals []matches.Seat // at most mostRivals, each with its reference; those that are nearest to the bot in the newest table
}

// mostRivals bounds the field of a trial.
const mostRivals = 3

// Field returns the field of a bot: equal for equal tables. Bots that play elsewhere, such as those behind an address, are not in it.
func (s *Challenges) Field(ctx context.Context, b *entries.Bot) (*Field, error) {
	c, f, k, err := s.find(b.Contest)
	if err != nil {
		return nil, err
	}
	all, err := s.Choices(ctx, &people.Person{}, c, f)
	if err != nil {
		return nil, err
	}
	place := map[string]int{}
	if t := c.Newest(); t != nil {
		for i := range t.Stage.Standings {
			place[t.Stage.Standings[i].Name] = i + 1
		}
	}
	far := func(x Choice) int {
		if place[x.Bot] == 0 || place[b.Name] == 0 {
			return len(place) + 1
		}
		return max(place[x.Bot]-place[b.Name], place[b.Name]-place[x.Bot])
	}
	near := slices.DeleteFunc(slices.Concat(all.Others, all.House), func(x Choice) bool {
		here := x.Seat.Version != 0 || strings.HasPrefix(x.Seat.Ref, "builtin:") || filepath.IsAbs(x.Seat.Ref)
		return x.Bot == b.Name || !here
	})
	slices.SortStableFunc(near, func(a, b Choice) int { return cmp.Compare(far(a), far(b)) })
	field := &Field{Seats: k.UsualSeats}
	if chosen, ok := f.Stages[len(f.Stages)-1].Keys["seats"].(int64); ok && chosen > 0 && k.SeatsFit(int(chosen)) == nil {
		field.Seats = int(chosen)
	}
	field.Duel = field.Seats == 2
	for _, x := range near[:min(len(near), mostRivals)] {
		if x.Seat.Version != 0 {
			if x.Seat.Ref, err = s.Entries.Files(ctx, x.Seat.Version); err != nil {
				return nil, err
			}
		}
		field.Rivals = append(field.Rivals, x.Seat)
	}
	return field, nil
}

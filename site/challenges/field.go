package challenges

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"agon/contest/config"
	"agon/format/tournament"
	"agon/game"
	"agon/site/entries"
	"agon/site/matches"
	"agon/site/people"
)

// A Field is who plays in the trial of a bot's new version, beside that and the version before.
type Field struct {
	Duel   bool           // its games have two seats, so the two versions can play each other alone
	Seats  int            // of its games, as the contest's last stage begins
	Rivals []matches.Seat // at most mostRivals, each with its reference; those that are nearest to the bot in the newest table
}

// mostRivals bounds the field of a trial.
const mostRivals = 3

// Field returns the field of a bot: equal for equal tables.
func (s *Challenges) Field(ctx context.Context, b *entries.Bot) (*Field, error) {
	c, f, k, err := s.find(b.Contest)
	if err != nil {
		return nil, err
	}
	all, err := s.Choices(ctx, &people.Person{}, c, f)
	if err != nil {
		return nil, err
	}
	var ranked []string
	if t := c.Newest(); t != nil {
		for i := range t.Stage.Standings {
			ranked = append(ranked, t.Stage.Standings[i].Name)
		}
	}
	field := &Field{}
	if field.Seats, err = s.seats(f, k, 1+len(all.Others)+len(all.House)); err != nil {
		return nil, err
	}
	field.Duel = field.Seats == 2
	for _, x := range near(slices.Concat(all.Others, all.House), ranked, b.Name) {
		if x.Seat.Version != 0 {
			if x.Seat.Ref, err = s.Entries.Files(ctx, x.Seat.Version); err != nil {
				return nil, err
			}
		}
		field.Rivals = append(field.Rivals, x.Seat)
	}
	return field, nil
}

// seats returns the seats of the games with which the last stage of a contest begins among so many bots.
func (s *Challenges) seats(f *config.File, k *game.Kind, bots int) (int, error) {
	options, err := k.Settings(f.Options)
	if err != nil {
		return 0, err
	}
	last := f.Stages[len(f.Stages)-1]
	format, err := tournament.Find(s.Formats, cmp.Or(last.Format, k.Format))
	if err != nil {
		return 0, err
	}
	return format.Seats(last.Keys, &k.Info, options, bots)
}

// near returns the bots that are nearest to one in a table, and after them those that are not in it. Bots that play elsewhere, such as
// those behind an address, are none of them.
func near(all []Choice, ranked []string, bot string) []Choice {
	at := slices.Index(ranked, bot)
	far := func(x Choice) int {
		i := slices.Index(ranked, x.Bot)
		if i < 0 || at < 0 {
			return len(ranked)
		}
		return max(i-at, at-i)
	}
	all = slices.DeleteFunc(all, func(x Choice) bool {
		here := x.Seat.Version != 0 || strings.HasPrefix(x.Seat.Ref, "builtin:") || filepath.IsAbs(x.Seat.Ref)
		return x.Bot == bot || !here
	})
	slices.SortStableFunc(all, func(a, b Choice) int { return cmp.Compare(far(a), far(b)) })
	return all[:min(len(all), mostRivals)]
}

package check

import (
	"context"
	"slices"

	"agon/bot/lineup"
	"agon/game"
)

// LongEnough is how many moves a bot should have made in one game of each size, so that a mistake in its seventh move, say, is met.
const LongEnough = 20

// moreGames is how many games of a size are played, two at once, beyond those that were asked for, while none is long enough.
const moreGames = 8

// rivals say who sits beside the bot.
type rivals int

const (
	builtins rivals = iota // the kind's built-in bots, from the weakest
	strong                 // those up to the strongest that moves quickly, from that one
	itself                 // the bot once more, and then as before
)

// field returns the bot and those that sit beside it.
func (s *session) field(ctx context.Context) ([]lineup.Entry, error) {
	entries := []lineup.Entry{s.entry}
	if s.rivals == itself && s.seats > 1 {
		entries = append(entries, s.entry)
	}
	all := s.builtins()
	var refs []string
	for i := 0; len(entries)+len(refs) < s.seats; i++ {
		refs = append(refs, "builtin:"+all[i%len(all)])
	}
	if len(refs) == 0 {
		return entries, nil
	}
	others, err := s.Opener.Open(ctx, refs)
	return append(entries, others...), err
}

// builtins returns the names of the kind's built-in bots in the order in which they are taken.
func (s *session) builtins() (names []string) {
	for _, b := range s.Kind.Builtins {
		names = append(names, b.Name)
	}
	if s.rivals != builtins { // those above the quick one would think for as long as they may
		names = names[:slices.Index(names, s.Kind.Quick)+1]
		slices.Reverse(names)
	}
	return names
}

// lengthen plays further games while the bot has made no mistake and no game was long enough: in turn against strong bots, which do not
// die at once, and against itself, whom it does not beat at once. With an error it returns what had been played.
func (x *Examination) lengthen(ctx context.Context, s *session, played []checked, seed int64) ([]checked, error) {
	for more := int64(1); more < moreGames; more += 2 {
		if least, most := lengths(played); most >= x.Enough || faulty(played) || more > 1 && most-least <= 1 {
			break // of games that are all equally long the rules know the end
		}
		s.rivals = strong
		if more%4 == 3 {
			s.rivals = itself
		}
		first := int64(x.Games) + more
		seeds := []int64{game.SubSeed(seed, int64(s.seats), first), game.SubSeed(seed, int64(s.seats), first+1)}
		x.Progress.Begin(len(seeds), s.seats)
		further, err := s.play(ctx, seeds)
		played = append(played, further...)
		if err != nil {
			return played, err
		}
	}
	return played, nil
}

// lengths returns how many moves the bot made in the game in which it made the fewest, and in that with the most.
func lengths(played []checked) (least, most int) {
	for i := range played {
		moves := played[i].tally.Moves
		if i == 0 || moves < least {
			least = moves
		}
		most = max(most, moves)
	}
	return least, most
}

// faulty reports whether the bot made a mistake in a game.
func faulty(played []checked) bool {
	for i := range played {
		if len(played[i].faults) > 0 {
			return true
		}
	}
	return false
}

/*
Package onegame prepares one game of an author and keeps what comes of it. Package agon/lab/live plays it.

	lineup.go   its bots, and built-in ones for seats that nobody takes
	contest.go  a game of a contest, to be played again
	onward.go   a game that goes on from a turn of a recorded one
	again.go    the same game again whenever a file of a bot changes
	keep.go     the files of the game
*/
package onegame

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"agon/bot"
	"agon/bot/lineup"
	"agon/game"
	"agon/internal/clean"
	"agon/internal/nearest"
	"agon/internal/traceback"
	"agon/lab/session"
)

// Open opens bots, which must be able to play.
func Open(ctx context.Context, s *session.Session, opener *lineup.Opener, refs []string) ([]lineup.Entry, error) {
	log := bot.NewLog(0)
	opener.Log = log
	entries, err := s.Bots(ctx, opener, refs)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.Broken != "" {
			return nil, errors.New(strings.TrimRight(fmt.Sprintf("%s: %s\n%s", e.Ref, e.Broken, traceback.Short(clean.End(log.Text()))),
				"\n"))
		}
	}
	return entries, nil
}

// Rivals returns the built-in bots, in turn, that a word names for seats that nobody takes: a name, strong, weak, or none; empty: all.
func Rivals(k *game.Kind, word string) (names []string, err error) {
	for _, b := range k.Builtins {
		names = append(names, b.Name)
	}
	switch word {
	case "", "none":
		return names, nil
	case "strong":
		return names[len(names)-1:], nil
	case "weak":
		return []string{k.Weakest}, nil
	}
	if name, _, _ := strings.Cut(word, "?"); !slices.Contains(names, name) {
		return nil, fmt.Errorf("--rivals %s: %s has no built-in bot %q%s (it has %s; or strong, weak, none)",
			word, k.Name, name, nearest.Hint(name, names), strings.Join(names, ", "))
	}
	return []string{word}, nil
}

// Fill adds rivals to the bots that were found, which one reference may be several of, until there are as many as the kind needs, and two
// at least. It returns the references of those that it has added.
func Fill(ctx context.Context, opener *lineup.Opener, entries []lineup.Entry, word string) (all []lineup.Entry, added []string, err error) {
	k := opener.Kind
	missing := max(k.MinSeats, min(2, k.MaxSeats)) - len(entries)
	if missing <= 0 || word == "none" {
		return entries, nil, nil
	}
	names, err := Rivals(k, word)
	if err != nil {
		return nil, nil, err
	}
	for i := range missing {
		added = append(added, "builtin:"+names[i%len(names)])
	}
	rivals, err := opener.Open(ctx, added)
	if err != nil {
		return nil, nil, err
	}
	return lineup.Join(entries, rivals), added, nil
}

// Fits returns an error if a game with these options cannot be dealt to that many seats. Such options are the user's mistake.
func Fits(k *game.Kind, s game.Settings, seats int) error {
	if err := k.SeatsFit(seats); err != nil {
		return fmt.Errorf("%w: name as many bots, as in agon play %s builtin:%s …", err, k.Name, k.Builtins[0].Name)
	}
	t, err := k.Table(s)
	if err != nil {
		return err
	}
	return t.Deal(1, seats)
}

/*
Package challenges says who can play in a match on demand, and takes the requests of people for them.

A person challenges others: with the own versions that passed their check, whether or not they play in the contest, the active versions of
others, and house bots. Package matches, which knows neither contests nor bots, queues, plays and keeps them.
*/
package challenges

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"agon/contest/config"
	"agon/format/tournament"
	"agon/game"
	"agon/site/contests"
	"agon/site/disk"
	"agon/site/entries"
	"agon/site/matches"
	"agon/site/people"
)

// Challenges are what people of a site ask for. The methods are safe for concurrent use.
type Challenges struct {
	Contests *contests.Contests
	Entries  *entries.Entries
	Kinds    func(name string) (*game.Kind, error)
	Formats  []tournament.Spec
	Disk     *disk.Disk
	Matches  *matches.Matches // nil: nobody asks for any
}

// mostSeats bounds the seats of a match on demand.
const mostSeats = 16

// A Choice is somebody who can be asked to play in a match.
type Choice struct {
	Value string // in forms: "12" the active version of bot 12, "12.3" its version 3, "=NAME" a house bot
	Name  string

	Bot    string // its name in the contest
	Active bool   // it plays there
	Seat   matches.Seat
}

// Choices are all who can play in the matches of a contest that a person asks for.
type Choices struct {
	Mine, Others, House []Choice
}

// All returns the choices one after the other.
func (c *Choices) All() []Choice { return slices.Concat(c.Mine, c.Others, c.House) }

// Choices returns who can play in the matches that a person asks for: the person's own versions that passed their check, active versions
// of others, and house bots.
func (s *Challenges) Choices(ctx context.Context, by *people.Person, c *contests.Contest, f *config.File) (*Choices, error) {
	all := &Choices{}
	if f.Folder != "" {
		bots, err := s.Entries.Bots(ctx, c.Name, 0)
		if err != nil {
			return nil, err
		}
		for i := range bots {
			if err := s.addBot(ctx, by, all, &bots[i]); err != nil {
				return nil, err
			}
		}
	}
	for _, b := range f.Bots {
		if b.Takes() != nil {
			continue // bots of another contest play in this one's own games alone
		}
		name, ref := HouseBot(b.Ref)
		if f.Folder != "" && filepath.Dir(ref) == f.Folder {
			continue // it was submitted
		}
		all.House = append(all.House, Choice{Value: "=" + name, Name: name, Bot: name, Active: true,
			Seat: matches.Seat{Name: name, Ref: ref}})
	}
	return all, nil
}

// addBot adds the versions of a submitted bot that a person may let play.
func (s *Challenges) addBot(ctx context.Context, by *people.Person, all *Choices, b *entries.Bot) error {
	if !b.Of(by) {
		if b.Active != 0 {
			all.Others = append(all.Others, Choice{Value: fmt.Sprint(b.ID), Name: b.Name, Bot: b.Name, Active: true,
				Seat: matches.Seat{Name: b.Name, Version: b.Active}})
		}
		return nil
	}
	versions, err := s.Entries.Versions(ctx, b.ID)
	if err != nil {
		return err
	}
	for _, v := range versions {
		if v.State != entries.Good {
			continue
		}
		name := fmt.Sprintf("%s v%d", b.Name, v.Number)
		seat := matches.Seat{Name: name, Version: v.ID, Mine: true}
		if v.ID == b.Active {
			all.Mine = append([]Choice{{Value: fmt.Sprint(b.ID), Name: b.Name + ", which plays", Bot: b.Name, Active: true, Seat: seat}},
				all.Mine...)
		}
		all.Mine = append(all.Mine, Choice{Value: fmt.Sprintf("%d.%d", b.ID, v.Number), Name: name, Bot: b.Name, Seat: seat})
	}
	return nil
}

// HouseBot returns the name of a bot of a contest's file, and its reference without it.
func HouseBot(ref string) (name, plain string) {
	if before, after, ok := strings.Cut(ref, "="); ok && before != "" && !strings.ContainsAny(before, `/\:?.@`) {
		return before, after
	}
	name = strings.TrimPrefix(ref, "builtin:")
	if filepath.IsAbs(ref) {
		name = strings.TrimSuffix(filepath.Base(ref), filepath.Ext(ref))
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:?.@=`, r) {
			return '-'
		}
		return r
	}, name), ref
}

// Contest returns a contest in which a person may ask for matches, with its kind.
func (s *Challenges) Contest(contest string) (*contests.Contest, *config.File, *game.Kind, error) {
	if s.Matches == nil {
		return nil, nil, nil, people.ErrNobody
	}
	return s.find(contest)
}

// find returns a contest with its file and its kind.
func (s *Challenges) find(contest string) (*contests.Contest, *config.File, *game.Kind, error) {
	c, err := s.Contests.Find(contest)
	if err != nil {
		return nil, nil, nil, err
	}
	f, err := s.Contests.File(c)
	if err != nil {
		return nil, nil, nil, &people.Problem{Text: "The contest's file cannot be read: the organiser has to mend it."}
	}
	k, err := s.Kinds(f.Kind)
	if err != nil {
		return nil, nil, nil, &people.Problem{Text: "The contest's file names a kind of game that this site does not have."}
	}
	return c, f, k, nil
}

// A Request is what somebody asks for.
type Request struct {
	Seats []string // values of choices
	Map   string   // a number; empty: drawn
}

// Ask keeps a request for a match and has it played.
func (s *Challenges) Ask(ctx context.Context, by *people.Person, contest string, r Request) (*contests.Contest, *matches.Match, error) {
	c, f, k, err := s.Contest(contest)
	if err != nil {
		return nil, nil, err
	}
	if err := s.Disk.Room(); err != nil {
		return nil, nil, err
	}
	number := matches.DrawMap()
	if r.Map != "" {
		if number, err = strconv.ParseInt(r.Map, 10, 64); err != nil || number < 0 || number > matches.MostMap {
			return nil, nil, &people.Problem{
				Text: fmt.Sprintf("The map is a number from 0 to %d; leave it empty to draw one.", int64(matches.MostMap)),
			}
		}
	}
	if err := dealable(k, f, len(r.Seats), number); err != nil {
		return nil, nil, err
	}
	all, err := s.Choices(ctx, by, c, f)
	if err != nil {
		return nil, nil, err
	}
	seats, err := seated(all, by, r.Seats)
	if err != nil {
		return nil, nil, err
	}
	m, err := s.Matches.Ask(ctx, by.ID, c.Name, number, seats)
	return c, m, s.Disk.Unkept(err)
}

// dealable returns a [*people.Problem] if a contest's game cannot be dealt to that many seats.
func dealable(k *game.Kind, f *config.File, seats int, number int64) error {
	if seats > mostSeats {
		return &people.Problem{Text: fmt.Sprintf("A match has at most %d seats.", mostSeats)}
	}
	if err := k.SeatsFit(seats); err != nil {
		return &people.Problem{Text: fmt.Sprintf("%v.", err)}
	}
	settings, err := k.Settings(f.Options)
	if err == nil {
		var t *game.Table
		if t, err = k.Table(settings); err == nil {
			err = t.Deal(matches.Seed(number), seats)
		}
	}
	if err != nil {
		return &people.Problem{Text: fmt.Sprintf("No game can be dealt: %v.", err)}
	}
	return nil
}

// seated returns the seats of chosen values, of which one at least is the person's.
func seated(all *Choices, by *people.Person, values []string) (seats []matches.Seat, err error) {
	mine := false
	taken := map[string]bool{}
	for i, value := range values {
		at := slices.IndexFunc(all.All(), func(c Choice) bool { return c.Value == value })
		if at < 0 {
			return nil, &people.Problem{Text: fmt.Sprintf("Seat %d: there is no such bot, or it does not play.", i+1)}
		}
		seat := all.All()[at].Seat
		mine = mine || seat.Mine
		name := seat.Name
		for n := 2; taken[strings.ToLower(seat.Name)]; n++ {
			seat.Name = fmt.Sprintf("%s-%d", name, n)
		}
		taken[strings.ToLower(seat.Name)] = true
		seats = append(seats, seat)
	}
	if !mine && !by.Role.May(people.Decide) {
		return nil, &people.Problem{Text: "One of the bots must be yours."}
	}
	return seats, nil
}

// Game returns what is played for a match. A version that was removed, or a contest that is gone, is a [*people.Problem].
func (s *Challenges) Game(ctx context.Context, m *matches.Match) (matches.Game, error) {
	c, _, _, err := s.find(m.Contest)
	if err != nil {
		return matches.Game{}, &people.Problem{Text: "The contest is not there any more."}
	}
	g := matches.Game{File: c.Path}
	for _, seat := range m.Seats {
		ref := seat.Ref
		if seat.Version != 0 {
			ref, err = s.Entries.Files(ctx, seat.Version)
			if errors.Is(err, people.ErrNobody) {
				err = &people.Problem{Text: seat.Name + " is not there any more."}
			}
			if err != nil {
				return g, err
			}
			if ref, err = filepath.Abs(ref); err != nil {
				return g, err
			}
		}
		g.Refs = append(g.Refs, seat.Name+"="+ref)
	}
	return g, nil
}

// Own returns a match that a person asked for.
func (s *Challenges) Own(ctx context.Context, by *people.Person, contest string, id int64) (*contests.Contest, *matches.Match, error) {
	if s.Matches == nil {
		return nil, nil, people.ErrNobody
	}
	c, err := s.Contests.Find(contest)
	if err != nil {
		return nil, nil, err
	}
	m, err := s.Matches.Match(ctx, by.ID, c.Name, id)
	return c, m, err
}

// Share makes the code of the address by which others see a match.
func (s *Challenges) Share(ctx context.Context, by *people.Person, contest string, id int64) (
	c *contests.Contest, m *matches.Match, code string, err error) {
	if c, m, err = s.Own(ctx, by, contest, id); err != nil {
		return nil, nil, "", err
	}
	if m.State != matches.Played {
		return nil, nil, "", &people.Problem{Text: "The match has not been played: there is nothing to share."}
	}
	code, err = s.Matches.Share(ctx, m)
	return c, m, code, err
}

// Unshare makes the address by which others saw a match invalid.
func (s *Challenges) Unshare(ctx context.Context, by *people.Person, contest string, id int64) error {
	_, m, err := s.Own(ctx, by, contest, id)
	if err != nil {
		return err
	}
	return s.Matches.Unshare(ctx, m)
}

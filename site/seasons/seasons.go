/*
Package seasons follows contests by others that begin with the bots which play in them.

A season is a contest of its own with a folder of its own. It has the settings of the contest before, the versions that play there, its
link and its guests if that one is private, and neither its games nor the bots that were disqualified. A contest has one next season.

First the database knows a season, in the transaction that copies its bots; then it gets its folder and its bots' files. So whatever ends
the site in between, [Seasons.Finish] completes the season when the site starts, or forgets it.
*/
package seasons

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"unicode/utf8"

	"agon/internal/pattern"
	"agon/site/contests"
	"agon/site/database"
	"agon/site/disk"
	"agon/site/entries"
	"agon/site/guests"
	"agon/site/people"
)

// Seasons are those of a site. The methods are safe for concurrent use.
type Seasons struct {
	DB       *database.Database
	Contests *contests.Contests
	Entries  *entries.Entries
	Guests   *guests.Guests
	Disk     *disk.Disk
	Log      *slog.Logger
}

// Around returns the names of the seasons before and after a contest; empty: there is none.
func (s *Seasons) Around(ctx context.Context, contest string) (before, next string, err error) {
	err = s.DB.Row(ctx, `SELECT coalesce((SELECT before FROM season WHERE contest = ?1), ''),
		coalesce((SELECT contest FROM season WHERE before = ?1), '')`, contest).Scan(&before, &next)
	return before, next, err
}

// A Proposal is what an organiser is offered to follow a contest by a season.
type Proposal struct {
	Next        string // the season that follows; empty: none yet
	Wrong       string // why none can follow now
	Title, Name string // suggested
}

// Propose returns the proposal for the season after a contest.
func (s *Seasons) Propose(ctx context.Context, c *contests.Contest) (p Proposal, err error) {
	if _, p.Next, err = s.Around(ctx, c.Name); err != nil || p.Next != "" {
		return p, err
	}
	var conflict *contests.Conflict
	switch err := s.Contests.Followable(c); {
	case errors.As(err, &conflict):
		p.Wrong = conflict.Text
		return p, nil
	case err != nil:
		p.Wrong = "Its file cannot be read."
		return p, nil
	}
	p.Title, p.Name = following(s.Contests.Title(c), " "), following(c.Name, "-")
	return p, nil
}

// number matches the number at the end of a name.
var number = pattern.Of(`^(.*?)([0-9]{1,9})$`)

// following returns a name with the next number at its end: "Cup" is followed by "Cup 2".
func following(name, between string) string {
	if at := number().FindStringSubmatch(name); at != nil {
		if n, err := strconv.Atoi(at[2]); err == nil {
			return at[1] + strconv.Itoa(n+1)
		}
	}
	return name + between + "2"
}

// mostTitle bounds the title of a season, in characters.
const mostTitle = 100

// Follow makes the season after a contest.
func (s *Seasons) Follow(ctx context.Context, c *contests.Contest, name, title string) error {
	title = strings.Join(strings.Fields(strings.ToValidUTF8(title, "")), " ")
	if n := utf8.RuneCountInString(title); n == 0 || n > mostTitle {
		return &people.Problem{Text: fmt.Sprintf("A title has 1 to %d letters.", mostTitle)}
	}
	if err := errors.Join(s.Disk.Room(), s.Contests.Followable(c), s.Contests.Free(name)); err != nil {
		return err
	}
	err := s.Entries.Follow(ctx, c.Name, name, disqualified(c), func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO season (contest, before, title) VALUES (?, ?, ?)`, name, c.Name, title)
		if database.Taken(err) {
			return &contests.Conflict{Text: "This contest has a next season already, or there is one of that name."}
		}
		if err != nil {
			return err
		}
		return guests.Inherit(tx, name, c.Name)
	})
	if err != nil {
		return s.Disk.Unkept(err)
	}
	ctx = context.WithoutCancel(ctx)
	err = s.Guests.Refresh(ctx, name) // before its folder is there: nobody sees a private season meanwhile
	if err == nil {
		err = s.finish(ctx, c, name, title)
	}
	if err != nil {
		return errors.Join(err, s.forget(ctx, name))
	}
	return s.Entries.Put(ctx, name)
}

// disqualified returns the names of a contest's bots that do not come with it.
func disqualified(c *contests.Contest) (names []string) {
	if t := c.Newest(); t != nil {
		for _, b := range t.Bots {
			if strings.HasPrefix(b.Out, "disqualified") {
				names = append(names, b.Name)
			}
		}
	}
	return names
}

// finish makes the folder of a season that the database knows.
func (s *Seasons) finish(ctx context.Context, from *contests.Contest, name, title string) error {
	if err := s.Contests.Follow(from, name, title); err != nil {
		return err
	}
	return s.DB.Exec(ctx, `UPDATE season SET made = 1 WHERE contest = ?`, name)
}

// forget removes a season that got no folder. The files of its versions are removed when the site starts.
func (s *Seasons) forget(ctx context.Context, name string) error {
	err := s.DB.Write(ctx, func(tx *sql.Tx) error {
		for _, change := range []string{
			`UPDATE bot SET active = NULL WHERE contest = ?`, `DELETE FROM version WHERE bot IN (SELECT id FROM bot WHERE contest = ?)`,
			`DELETE FROM bot WHERE contest = ?`,
			`DELETE FROM season WHERE contest = ?`,
		} {
			if _, err := tx.Exec(change, name); err != nil {
				return err
			}
		}
		return guests.Forget(tx, name)
	})
	return errors.Join(err, s.Guests.Refresh(ctx, name))
}

// Finish finishes the seasons that a killed site left without a folder. Their bots are put there as all bots are when the site starts.
func (s *Seasons) Finish(ctx context.Context) error {
	type season struct{ name, before, title string }
	var left []season
	err := s.DB.Each(ctx, func(scan func(...any) error) error {
		var x season
		err := scan(&x.name, &x.before, &x.title)
		left = append(left, x)
		return err
	}, `SELECT contest, before, title FROM season WHERE made = 0`)
	if err != nil {
		return fmt.Errorf("read the seasons: %w", err)
	}
	for _, x := range left {
		c, err := s.Contests.Find(x.before)
		if err == nil {
			err = s.finish(ctx, c, x.name, x.title)
		}
		if err == nil {
			continue
		}
		s.Log.Error("finish a season", "season", x.name, "error", err)
		if err := s.forget(ctx, x.name); err != nil {
			return fmt.Errorf("forget the season %s: %w", x.name, err)
		}
	}
	return nil
}

package site

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"agon/format/tournament"
	"agon/internal/pattern"
	"agon/show/report/chart"
	"agon/site/contests"
	"agon/site/database"
	"agon/site/decisions"
	"agon/site/entries"
	"agon/site/people"
	"agon/site/wire"
)

// seasonForm is what the desk offers to follow a contest by a season.
type seasonForm struct {
	Next        string // the season that follows; empty: none yet
	Wrong       string // why none can follow now
	Title, Name string // suggested
}

// seasonForm returns the form for the season after a contest.
func (s *Site) seasonForm(ctx context.Context, c *contests.Contest) (f seasonForm, err error) {
	if f.Next, err = s.seasonAfter(ctx, c.Name); err != nil || f.Next != "" {
		return f, err
	}
	var conflict *contests.Conflict
	switch err := s.contests.Followable(c); {
	case errors.As(err, &conflict):
		f.Wrong = conflict.Text
		return f, nil
	case err != nil:
		f.Wrong = "Its file cannot be read."
		return f, nil
	}
	f.Title, f.Name = following(s.title(c), " "), following(c.Name, "-")
	return f, nil
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

func (s *Site) seasonAfter(ctx context.Context, contest string) (next string, err error) {
	err = s.db.Row(ctx, `SELECT contest FROM season WHERE before = ?`, contest).Scan(&next)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return next, err
}

// seasonsAround returns the seasons before and after a contest that a person sees.
func (s *Site) seasonsAround(ctx context.Context, by *people.Person, contest string) (before, next contestLine, err error) {
	var earlier, later string
	err = s.db.Row(ctx, `SELECT coalesce((SELECT before FROM season WHERE contest = ?1), ''), coalesce((SELECT contest FROM season WHERE before = ?1), '')`, contest).Scan(&earlier, &later)
	if err != nil {
		return before, next, err
	}
	for name, line := range map[string]*contestLine{earlier: &before, later: &next} {
		if name == "" {
			continue
		}
		seen, err := s.sees(ctx, by, nil, name)
		if err != nil {
			return before, next, err
		}
		if c, err := s.contests.Find(name); seen && err == nil {
			*line = s.line(c)
		}
	}
	return before, next, nil
}

// mostSeasonTitle bounds the title of a season, in characters.
const mostSeasonTitle = 100

// newSeason names a contest, and the season that follows it.
type newSeason = struct {
	ContestPath
	Body struct {
		wire.Reason
		Name  string `json:"name" maxLength:"64" doc:"of the season in addresses"`
		Title string `json:"title" maxLength:"400"`
	}
}

// makeSeason follows a contest by a season that begins with the bots that play in it. First the database knows the season, then it gets its folder and its
// bots: a start of the site finishes what a kill left.
func (s *Site) makeSeason(ctx context.Context, by *people.Person, in *newSeason) (string, error) {
	c, err := s.contests.Find(in.Contest)
	if err != nil {
		return "", err
	}
	why, err := decisions.Reason(in.Body.Why)
	if err != nil {
		return "", err
	}
	name, title := in.Body.Name, strings.Join(strings.Fields(strings.ToValidUTF8(in.Body.Title, "")), " ")
	if n := utf8.RuneCountInString(title); n == 0 || n > mostSeasonTitle {
		return "", &people.Problem{Text: fmt.Sprintf("A title has 1 to %d letters.", mostSeasonTitle)}
	}
	if err := errors.Join(s.room(), s.contests.Followable(c), s.contests.Free(name)); err != nil {
		return "", err
	}
	var barred []string
	if t := c.Newest(); t != nil {
		for _, b := range t.Bots {
			if strings.HasPrefix(b.Out, "disqualified") {
				barred = append(barred, b.Name)
			}
		}
	}
	err = s.entries.Follow(ctx, c.Name, name, barred, func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO season (contest, before, title) VALUES (?, ?, ?)`, name, c.Name, title)
		if database.Taken(err) {
			return &contests.Conflict{Text: "This contest has a next season already, or there is one of that name."}
		}
		for _, change := range []string{`INSERT INTO private (contest, hash) SELECT ?, hash FROM private WHERE contest = ?`, `INSERT INTO guest (contest, person) SELECT ?, person FROM guest WHERE contest = ?`} {
			if err == nil {
				_, err = tx.Exec(change, name, c.Name)
			}
		}
		return err
	})
	if err != nil {
		return "", s.unkept(err)
	}
	if hash := s.private.of(c.Name); hash != nil {
		s.private.set(name, hash)
	}
	ctx = context.WithoutCancel(ctx)
	if err := s.finishSeason(ctx, c, name, title); err != nil {
		return "", errors.Join(err, s.forgetSeason(ctx, name))
	}
	if err := s.entries.Put(ctx, name); err != nil {
		return "", err
	}
	return "", s.decided.Record(ctx, by.Name, "made "+name+" the season after "+c.Name, why, c.Name, nil)
}

// finishSeason makes the folder of a season that the database knows.
func (s *Site) finishSeason(ctx context.Context, from *contests.Contest, name, title string) error {
	if err := s.contests.Follow(from, name, title); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE season SET made = 1 WHERE contest = ?`, name)
		return err
	})
}

// forgetSeason removes a season that got no folder. The files of its versions are removed when the site starts.
func (s *Site) forgetSeason(ctx context.Context, name string) error {
	s.private.set(name, nil)
	return s.db.Write(ctx, func(tx *sql.Tx) error {
		for _, change := range []string{
			`UPDATE bot SET active = NULL WHERE contest = ?`, `DELETE FROM version WHERE bot IN (SELECT id FROM bot WHERE contest = ?)`, `DELETE FROM bot WHERE contest = ?`,
			`DELETE FROM season WHERE contest = ?`, `DELETE FROM private WHERE contest = ?`, `DELETE FROM guest WHERE contest = ?`,
		} {
			if _, err := tx.Exec(change, name); err != nil {
				return err
			}
		}
		return nil
	})
}

// finishSeasons finishes the seasons that a killed site left without a folder. Their bots are put there as all bots are when the site starts.
func (s *Site) finishSeasons(ctx context.Context) error {
	type season struct{ name, before, title string }
	var left []season
	err := s.db.Each(ctx, func(scan func(...any) error) error {
		var x season
		err := scan(&x.name, &x.before, &x.title)
		left = append(left, x)
		return err
	}, `SELECT contest, before, title FROM season WHERE made = 0`)
	if err != nil {
		return fmt.Errorf("read the seasons: %w", err)
	}
	for _, x := range left {
		c, err := s.contests.Find(x.before)
		if err == nil {
			err = s.finishSeason(ctx, c, x.name, x.title)
		}
		if err == nil {
			continue
		}
		s.log.Error("finish a season", "season", x.name, "error", err)
		if err := s.forgetSeason(ctx, x.name); err != nil {
			return fmt.Errorf("forget the season %s: %w", x.name, err)
		}
	}
	return nil
}

// career is what a bot did in several seasons.
type career struct {
	Curve template.HTML // of its rating; empty: no season has ratings
	Lines []careerLine  // the newest season first
}

type careerLine struct {
	Title, Page, Rating string
	Rank, Games         int // 0: not ranked
}

// career returns what a bot did in its contest and the seasons before, as a person may see it; nil if it has played in one alone.
func (s *Site) career(ctx context.Context, by *people.Person, b *entries.Bot) (*career, error) {
	before, err := s.entries.Before(ctx, b)
	if err != nil || len(before) == 0 {
		return nil, err
	}
	k := &career{}
	var parts []chart.Version
	for _, x := range append([]entries.Bot{*b}, before...) {
		seen, err := s.sees(ctx, by, nil, x.Contest)
		if err != nil {
			return nil, err
		}
		c, err := s.contests.Find(x.Contest)
		if errors.Is(err, fs.ErrNotExist) || !seen && x.ID != b.ID {
			continue
		}
		if err != nil {
			return nil, err
		}
		l := careerLine{Title: s.title(c), Page: botAddress(x.Contest, x.ID)}
		t := c.Table()
		if by.Role.May(people.Inspect) {
			t = c.Newest()
		}
		var points []tournament.CurvePoint
		if t != nil {
			for i := range t.Stage.Standings {
				if n := &t.Stage.Standings[i]; n.Name == x.Name && n.Played > 0 {
					l.Rank, l.Games, points = n.Rank, n.Played, n.Curve
					if n.Rating != 0 {
						l.Rating = fmt.Sprintf("%.0f ± %.0f", n.Rating, 1.96*n.RatingError)
					}
				}
			}
		}
		k.Lines = append(k.Lines, l)
		parts = append(parts, chart.Version{Name: l.Title, Points: points, Old: x.ID != b.ID})
	}
	slices.Reverse(parts)
	k.Curve = chart.Curve(parts, chart.OnPage)
	return k, nil
}

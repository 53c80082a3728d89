package site

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"agon/show/gallery"
	"agon/site/contests"
	"agon/site/database"
	"agon/site/people"
)

// shows are the galleries of contests, each searched again when its folder has changed. It is safe for concurrent use.
type shows struct {
	mu    sync.Mutex
	known map[string]knownShow // by folder
}

type knownShow struct {
	changed time.Time
	show    *gallery.Show
}

// of returns the art in a folder, nil if there is none.
func (x *shows) of(dir string) (*gallery.Show, error) {
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if have, ok := x.known[dir]; ok && have.changed.Equal(info.ModTime()) {
		return have.show, nil
	}
	show, err := gallery.Open(dir)
	if errors.Is(err, gallery.ErrNone) || errors.Is(err, fs.ErrNotExist) {
		show, err = nil, nil
	}
	if err != nil {
		return nil, err
	}
	if x.known == nil {
		x.known = map[string]knownShow{}
	}
	x.known[dir] = knownShow{info.ModTime(), show}
	return show, nil
}

// vote is the vote on a contest's art.
type vote struct {
	Method         gallery.Method
	Names          []string // of the exhibits
	Opened, Closed time.Time
	Ballots        []gallery.Ballot // for those who may see the tally
	Turnout        int
	Voted          bool // the reader has
}

// open reports whether ballots are taken.
func (v *vote) open() bool { return v != nil && v.Closed.IsZero() }

// mayCount reports whether a person sees the tally: all do when the vote is closed, before that organisers and the jury.
func (v *vote) mayCount(by *people.Person) bool {
	return v != nil && (!v.open() || by.Role.May(people.Inspect))
}

// voteOf returns the vote of a contest as a person sees it; nil if there is none.
func (s *Site) voteOf(ctx context.Context, contest string, by *people.Person) (*vote, error) {
	v := &vote{}
	var names string
	var opened, closed int64
	err := s.db.Row(ctx, `SELECT method, exhibits, opened, closed, (SELECT count(*) FROM voter WHERE voter.contest = vote.contest),
		EXISTS (SELECT 1 FROM voter WHERE voter.contest = vote.contest AND person = ?) FROM vote WHERE contest = ?`, by.ID, contest).
		Scan(&v.Method, &names, &opened, &closed, &v.Turnout, &v.Voted)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(names), &v.Names)
	}
	if err != nil {
		return nil, fmt.Errorf("read the vote of %s: %w", contest, err)
	}
	v.Opened, v.Closed = momentOf(opened), momentOf(closed)
	if !v.mayCount(by) {
		return v, nil
	}
	err = s.db.Each(ctx, func(scan func(...any) error) error {
		var text string
		var b gallery.Ballot
		if err := scan(&text); err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(text), &b); err != nil {
			return err
		}
		v.Ballots = append(v.Ballots, b)
		return nil
	}, `SELECT data FROM ballot WHERE contest = ? ORDER BY id`, contest)
	if err != nil {
		return nil, fmt.Errorf("read the ballots of %s: %w", contest, err)
	}
	return v, nil
}

// own returns the indexes, among the names of exhibits, of a person's bots.
func (s *Site) own(ctx context.Context, contest string, names []string, by *people.Person) (list []int, err error) {
	if by.ID == 0 {
		return nil, nil
	}
	bots, err := s.entries.Bots(ctx, contest, by.ID)
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		for _, b := range bots {
			if b.Name == name {
				list = append(list, i)
			}
		}
	}
	return list, nil
}

// galleryPage is the data of a contest's gallery.
type galleryPage struct {
	page
	Line    contestLine
	Facts   []string
	Any     bool // there are exhibits
	Wall    template.HTML
	Tally   template.HTML
	Refused string // why a ballot does not count
	Vote    *vote
	Ballot  bool // the reader has one to cast
	CanOpen bool // the reader may open a vote
	CanEnd  bool // the reader may close it
}

func (s *Site) gallery(w http.ResponseWriter, r *http.Request) error {
	return s.showGallery(w, r, nil, nil)
}

// showGallery shows the page, after a ballot that was refused with its form and the reason.
func (s *Site) showGallery(w http.ResponseWriter, r *http.Request, form url.Values, refused error) error {
	by := reader(r)
	c, err := s.contests.Find(r.PathValue("contest"))
	if err != nil {
		return err
	}
	show, err := s.shows.of(c.ArtDir())
	if err != nil {
		return err
	}
	v, err := s.voteOf(r.Context(), c.Name, by)
	if err != nil {
		return err
	}
	p := &galleryPage{page: page{Title: "Gallery", Note: s.noted(r)}, Line: s.line(c), Vote: v, Any: show != nil || v != nil}
	p.Ballot = v.open() && !v.Voted && by.ID != 0
	p.CanOpen = v == nil && show != nil && by.Role.May(people.Decide)
	p.CanEnd = v.open() && by.Role.May(people.Decide)
	wall := gallery.Wall{Show: show, Art: contestAddress(c.Name) + "/gallery", Veiled: hidden(c, by), Form: form}
	if v != nil {
		wall.Names, wall.Method = v.Names, v.Method
		p.Facts = append(p.Facts, voted(v.Turnout))
	}
	if p.Ballot {
		wall.Action = contestAddress(c.Name) + "/vote/ballot"
		if wall.Own, err = s.own(r.Context(), c.Name, v.Names, by); err != nil {
			return err
		}
	}
	if p.Wall, err = wall.HTML(); err != nil {
		return err
	}
	if v.mayCount(by) {
		if p.Tally, err = gallery.TallyHTML(v.Method, v.Names, v.Ballots, v.open()); err != nil {
			return err
		}
	}
	if refused != nil {
		p.Refused = said(refused)
		w.WriteHeader(http.StatusUnprocessableEntity)
	}
	s.render(w, r, "gallery", p)
	return nil
}

// said returns an error as a sentence.
func said(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".") + "."
}

// voted says how many have.
func voted(n int) string {
	if n == 1 {
		return "1 person has voted"
	}
	return fmt.Sprintf("%d people have voted", n)
}

// picture serves a picture of the gallery.
func (s *Site) picture(w http.ResponseWriter, r *http.Request) error {
	c, err := s.contests.Find(r.PathValue("contest"))
	if err != nil {
		return err
	}
	show, err := s.shows.of(c.ArtDir())
	if err != nil {
		return err
	}
	if show == nil {
		return fs.ErrNotExist
	}
	show.ServePicture(w, r, r.PathValue("exhibit"), r.PathValue("picture"))
	return nil
}

// openVote opens the vote on the art that a contest has now.
func (s *Site) openVote(ctx context.Context, by *people.Person, in *newVote) (string, error) {
	c, err := s.contests.Find(in.Contest)
	if err != nil {
		return "", err
	}
	m := gallery.Method(in.Body.Method)
	if m != gallery.Approval && m != gallery.Ranked {
		return "", &people.Problem{Text: fmt.Sprintf("%q is no way to vote; choose %q or %q.", m, gallery.Approval, gallery.Ranked)}
	}
	show, err := s.shows.of(c.ArtDir())
	if err != nil {
		return "", err
	}
	if show == nil {
		return "", &people.Problem{Text: "There is no art to vote on yet."}
	}
	names, err := json.Marshal(show.Names())
	if err != nil {
		return "", err
	}
	err = s.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO vote (contest, method, exhibits, opened) VALUES (?, ?, ?, ?)`, c.Name, string(m), string(names), s.options.Now().UnixMilli())
		return err
	})
	if database.Taken(err) {
		return "", &people.Problem{Text: "The vote was opened before."}
	}
	if err != nil {
		return "", err
	}
	return "", s.decided.Record(ctx, by.Name, "opened the vote of "+c.Name, "", c.Name, nil)
}

// closeVote closes the vote for good.
func (s *Site) closeVote(ctx context.Context, by *people.Person, in *ContestPath) (string, error) {
	c, err := s.contests.Find(in.Contest)
	if err != nil {
		return "", err
	}
	ended := false
	err = s.db.Write(ctx, func(tx *sql.Tx) error {
		done, err := tx.Exec(`UPDATE vote SET closed = ? WHERE contest = ? AND closed = 0`, s.options.Now().UnixMilli(), c.Name)
		if err != nil {
			return err
		}
		n, err := done.RowsAffected()
		ended = n == 1
		return err
	})
	if err != nil {
		return "", err
	}
	if !ended {
		return "", &people.Problem{Text: "No vote is open."}
	}
	return "", s.decided.Record(ctx, by.Name, "closed the vote of "+c.Name, "", c.Name, nil)
}

func (s *Site) castBallot(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	by := reader(r)
	v, err := s.voteOf(r.Context(), r.PathValue("contest"), by)
	if err != nil {
		return err
	}
	var b gallery.Ballot
	if v != nil {
		if b, err = gallery.ReadBallot(v.Method, len(v.Names), r.PostForm); err != nil {
			return s.showGallery(w, r, r.PostForm, err)
		}
	}
	c, err := s.cast(r.Context(), by, r.PathValue("contest"), b)
	var problem *people.Problem
	if errors.As(err, &problem) {
		return s.showGallery(w, r, r.PostForm, err)
	}
	if err != nil {
		return err
	}
	return s.note(w, r, contestAddress(c.Name)+"/gallery", "Your ballot counts. Thank you. The tally is shown here when the vote is closed.")
}

// cast keeps a person's ballot. When it returns nil the ballot counts, whatever happens. Nothing says later whose it was.
func (s *Site) cast(ctx context.Context, by *people.Person, name string, b gallery.Ballot) (*contests.Contest, error) {
	c, err := s.contests.Find(name)
	if err != nil {
		return nil, err
	}
	v, err := s.voteOf(ctx, c.Name, by)
	if err != nil {
		return nil, err
	}
	if v == nil {
		return nil, &people.Problem{Text: "There is no vote."}
	}
	if b.Own, err = s.own(ctx, c.Name, v.Names, by); err != nil {
		return nil, err
	}
	slices.Sort(b.Likes)
	if err := b.Check(v.Method, len(v.Names)); err != nil {
		return nil, &people.Problem{Text: said(err)}
	}
	data, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	refused := ""
	err = s.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error {
		var closed int64
		if err := tx.QueryRow(`SELECT closed FROM vote WHERE contest = ?`, c.Name).Scan(&closed); err != nil {
			return err
		}
		if closed != 0 {
			refused = "The vote is closed."
			return nil
		}
		_, err := tx.Exec(`INSERT INTO voter (contest, person) VALUES (?, ?)`, c.Name, by.ID)
		if database.Taken(err) {
			refused = "You have voted already: a ballot is final."
			return nil
		}
		if err == nil {
			_, err = tx.Exec(`INSERT INTO ballot (contest, id, data) VALUES (?, ?, ?)`, c.Name, rand.Text(), string(data))
		}
		return err
	})
	if err == nil && refused != "" {
		err = &people.Problem{Text: refused}
	}
	return c, err
}

// momentOf returns a time that is kept in Unix milliseconds, 0 for none.
func momentOf(millis int64) time.Time {
	if millis == 0 {
		return time.Time{}
	}
	return time.UnixMilli(millis)
}

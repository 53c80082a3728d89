package site

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"agon/contest/config"
	"agon/game"
	"agon/site/contests"
	"agon/site/entries"
	"agon/site/matches"
	"agon/site/people"
)

// mostSeats bounds the seats of a match on demand.
const mostSeats = 16

// A choice is somebody who can be asked to play in a match.
type choice struct {
	Value string // in forms: "12" the active version of bot 12, "12.3" its version 3, "=NAME" a house bot
	Name  string

	bot    string // its name in the contest
	active bool   // it plays there
	seat   matches.Seat
}

// choices are all who can play in the matches of a contest that a person asks for.
type choices struct {
	Mine, Others, House []choice
}

// all returns the choices one after the other.
func (c *choices) all() []choice { return slices.Concat(c.Mine, c.Others, c.House) }

// choicesFor returns who can play in the matches that a person asks for: the person's own versions that passed their check, active versions of others, and
// house bots.
func (s *Site) choicesFor(ctx context.Context, by *people.Person, c *contests.Contest, f *config.File) (*choices, error) {
	all := &choices{}
	if f.Folder != "" {
		bots, err := s.entries.Bots(ctx, c.Name, 0)
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
		name, ref := houseBot(b.Ref)
		if f.Folder != "" && filepath.Dir(ref) == f.Folder {
			continue // it was submitted
		}
		all.House = append(all.House, choice{Value: "=" + name, Name: name, bot: name, active: true, seat: matches.Seat{Name: name, Ref: ref}})
	}
	return all, nil
}

// addBot adds the versions of a submitted bot that a person may let play.
func (s *Site) addBot(ctx context.Context, by *people.Person, all *choices, b *entries.Bot) error {
	if !b.Of(by) {
		if b.Active != 0 {
			all.Others = append(all.Others, choice{Value: fmt.Sprint(b.ID), Name: b.Name, bot: b.Name, active: true, seat: matches.Seat{Name: b.Name, Version: b.Active}})
		}
		return nil
	}
	versions, err := s.entries.Versions(ctx, b.ID)
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
			all.Mine = append([]choice{{Value: fmt.Sprint(b.ID), Name: b.Name + ", which plays", bot: b.Name, active: true, seat: seat}}, all.Mine...)
		}
		all.Mine = append(all.Mine, choice{Value: fmt.Sprintf("%d.%d", b.ID, v.Number), Name: name, bot: b.Name, seat: seat})
	}
	return nil
}

// houseBot returns the name of a bot of a contest's file, and its reference without it.
func houseBot(ref string) (name, plain string) {
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

// matchable returns a contest in which a person may ask for matches, with its kind.
func (s *Site) matchable(contest string) (*contests.Contest, *config.File, *game.Kind, error) {
	if s.matches == nil {
		return nil, nil, nil, people.ErrNobody
	}
	c, err := s.contests.Find(contest)
	if err != nil {
		return nil, nil, nil, err
	}
	f, err := s.contests.File(c)
	if err != nil {
		return nil, nil, nil, &people.Problem{Text: "The contest's file cannot be read: the organiser has to mend it."}
	}
	k, err := s.options.Kinds(f.Kind)
	if err != nil {
		return nil, nil, nil, &people.Problem{Text: "The contest's file names a kind of game that this site does not have."}
	}
	return c, f, k, nil
}

// A matchRequest is what somebody asks for.
type matchRequest struct {
	Seats []string // values of choices
	Map   string   // a number; empty: drawn
}

// askMatch keeps a request for a match and has it played.
func (s *Site) askMatch(ctx context.Context, by *people.Person, contest string, r matchRequest) (*contests.Contest, *matches.Match, error) {
	c, f, k, err := s.matchable(contest)
	if err != nil {
		return nil, nil, err
	}
	if err := s.room(); err != nil {
		return nil, nil, err
	}
	number := matches.DrawMap()
	if r.Map != "" {
		if number, err = strconv.ParseInt(r.Map, 10, 64); err != nil || number < 0 || number > matches.MostMap {
			return nil, nil, &people.Problem{Text: fmt.Sprintf("The map is a number from 0 to %d; leave it empty to draw one.", int64(matches.MostMap))}
		}
	}
	if err := dealable(k, f, len(r.Seats), number); err != nil {
		return nil, nil, err
	}
	all, err := s.choicesFor(ctx, by, c, f)
	if err != nil {
		return nil, nil, err
	}
	seats, err := seated(all, by, r.Seats)
	if err != nil {
		return nil, nil, err
	}
	m, err := s.matches.Ask(ctx, by.ID, c.Name, number, seats)
	return c, m, s.unkept(err)
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
func seated(all *choices, by *people.Person, values []string) (seats []matches.Seat, err error) {
	mine := false
	taken := map[string]bool{}
	for i, value := range values {
		at := slices.IndexFunc(all.all(), func(c choice) bool { return c.Value == value })
		if at < 0 {
			return nil, &people.Problem{Text: fmt.Sprintf("Seat %d: there is no such bot, or it does not play.", i+1)}
		}
		seat := all.all()[at].seat
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

// matchGame returns what is played for a match. A version that was removed, or a contest that is gone, is a [*people.Problem].
func (s *Site) matchGame(ctx context.Context, m *matches.Match) (matches.Game, error) {
	c, _, _, err := s.matchable(m.Contest)
	if err != nil {
		return matches.Game{}, &people.Problem{Text: "The contest is not there any more."}
	}
	g := matches.Game{File: c.Path}
	for _, seat := range m.Seats {
		ref := seat.Ref
		if seat.Version != 0 {
			ref, err = s.entries.Files(ctx, seat.Version)
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

// matchesPage is the data of the page on which matches are asked for.
type matchesPage struct {
	page
	Contest string // its title
	Link    string // of the contest
	Choices *choices
	Seats   []string // chosen values, one for each seat of the form
	Least   int      // seats that must be taken
	Map     string
	Wrong   string
	Matches []*matches.Match
	Waits   bool // one of them waits or is played
}

// mostFormSeats is how many seats the form has at most; programs can ask for more.
const mostFormSeats = 8

func (s *Site) matchList(w http.ResponseWriter, r *http.Request) error {
	chosen := r.URL.Query()["seat"]
	return s.showMatches(w, r, matchRequest{Seats: chosen[:min(len(chosen), mostFormSeats)], Map: r.URL.Query().Get("map")}, "")
}

// showMatches shows the form with what was typed, and the reader's matches.
func (s *Site) showMatches(w http.ResponseWriter, r *http.Request, typed matchRequest, wrong string) error {
	c, f, k, err := s.matchable(r.PathValue("contest"))
	if err != nil {
		return err
	}
	p := &matchesPage{page: page{Title: "Matches", Note: s.noted(r)}, Contest: s.title(c), Link: contestAddress(c.Name), Map: typed.Map, Wrong: wrong, Least: k.MinSeats}
	if p.Choices, err = s.choicesFor(r.Context(), reader(r), c, f); err != nil {
		return err
	}
	p.Seats = make([]string, min(max(k.MinSeats, k.UsualSeats), mostFormSeats))
	p.Seats = append(p.Seats, make([]string, max(0, min(k.MaxSeats, mostFormSeats)-len(p.Seats)))...)
	copy(p.Seats, typed.Seats)
	least := p.Least
	if len(typed.Seats) == 0 {
		least = max(least, 2) // who asks for a match of one bot takes the other out
	}
	p.propose(least)
	if p.Matches, err = s.matches.Of(r.Context(), reader(r).ID, c.Name); err != nil {
		return err
	}
	p.Waits = slices.ContainsFunc(p.Matches, func(m *matches.Match) bool { return m.State == matches.Waiting || m.State == matches.Playing })
	if wrong != "" {
		w.WriteHeader(http.StatusUnprocessableEntity)
	}
	s.render(w, r, "matches", p)
	return nil
}

// propose fills the first seats, where they are not taken: the reader's bot first, and then others.
func (p *matchesPage) propose(least int) {
	rivals := slices.Concat(p.Choices.House, p.Choices.Others)
	for i := range p.Seats[:min(least, len(p.Seats))] {
		switch {
		case p.Seats[i] != "":
		case i == 0 && len(p.Choices.Mine) > 0:
			p.Seats[i] = p.Choices.Mine[0].Value
		case len(rivals) > 0:
			p.Seats[i] = rivals[i%len(rivals)].Value
		}
	}
}

func (s *Site) newMatch(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	typed := matchRequest{Map: strings.TrimSpace(r.PostFormValue("map"))}
	for _, value := range r.PostForm["seat"] {
		if value != "" {
			typed.Seats = append(typed.Seats, value)
		}
	}
	c, m, err := s.askMatch(r.Context(), reader(r), r.PathValue("contest"), typed)
	var wrong *people.Problem
	if errors.As(err, &wrong) && s.matches != nil {
		return s.showMatches(w, r, typed, wrong.Text)
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, matchAddress(c.Name, m.ID), http.StatusSeeOther)
	return nil
}

func matchAddress(contest string, id int64) string {
	return fmt.Sprintf("%s/matches/%d", contestAddress(contest), id)
}

// ownMatch returns a match that a person asked for.
func (s *Site) ownMatch(ctx context.Context, by *people.Person, contest, id string) (*contests.Contest, *matches.Match, error) {
	if s.matches == nil {
		return nil, nil, people.ErrNobody
	}
	c, err := s.contests.Find(contest)
	if err != nil {
		return nil, nil, err
	}
	number, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return nil, nil, people.ErrNobody
	}
	m, err := s.matches.Match(ctx, by.ID, c.Name, number)
	return c, m, err
}

// matchPage is the data of the page of a match.
type matchPage struct {
	page
	Contest string // its title
	Link    string // of the contest
	Self    string // address of this page
	Match   *matches.Match
	Seed    int64
	Lines   []matchLine // by place; by seat before the end
	Before  int         // matches that are played earlier, about
	Waits   bool
	Live    bool // the reader may see the game while it is played
	Mine    bool // the reader asked for it
	Again   string
}

// matchLine is a seat of a match.
type matchLine struct {
	matches.Seat
	matches.SeatResult
	Number int // of the seat, from 1
}

func (s *Site) match(w http.ResponseWriter, r *http.Request) error {
	c, m, err := s.ownMatch(r.Context(), reader(r), r.PathValue("contest"), r.PathValue("match"))
	if err != nil {
		return err
	}
	return s.showMatch(w, r, c, m, matchAddress(c.Name, m.ID), true)
}

func (s *Site) sharedMatch(w http.ResponseWriter, r *http.Request) error {
	c, m, err := s.matchByLink(r)
	if err != nil {
		return err
	}
	return s.showMatch(w, r, c, m, "/match/"+r.PathValue("code"), false)
}

// matchByLink returns the match whose shared address is asked for.
func (s *Site) matchByLink(r *http.Request) (*contests.Contest, *matches.Match, error) {
	if s.matches == nil {
		return nil, nil, people.ErrNobody
	}
	m, err := s.matches.Find(r.Context(), r.PathValue("code"))
	if err != nil {
		return nil, nil, err
	}
	// A link to a match does not open a private contest.
	seen, err := s.visible(r, m.Contest)
	if err != nil {
		return nil, nil, err
	}
	if !seen {
		return nil, nil, people.ErrNobody
	}
	c, err := s.contests.Find(m.Contest)
	return c, m, err
}

func (s *Site) showMatch(w http.ResponseWriter, r *http.Request, c *contests.Contest, m *matches.Match, self string, mine bool) error {
	p := &matchPage{page: page{Title: fmt.Sprintf("Match %d", m.ID), Note: s.noted(r)}, Contest: s.title(c), Link: contestAddress(c.Name), Self: self, Match: m, Seed: matches.Seed(m.Map), Mine: mine}
	p.Waits = m.State == matches.Waiting || m.State == matches.Playing
	p.Live = mine && m.State == matches.Playing && s.matches.Shown(m)
	if m.State == matches.Waiting {
		var err error
		if p.Before, err = s.matches.Before(r.Context(), m); err != nil {
			return err
		}
	}
	for i, seat := range m.Seats {
		l := matchLine{Seat: seat, Number: i + 1}
		if m.Result != nil {
			l.SeatResult = m.Result.Seats[i]
		}
		p.Lines = append(p.Lines, l)
	}
	slices.SortStableFunc(p.Lines, func(a, b matchLine) int { return a.Place - b.Place })
	s.render(w, r, "match", p)
	return nil
}

func (s *Site) shareMatch(w http.ResponseWriter, r *http.Request) error {
	c, m, path, err := s.shareMatchOf(r.Context(), reader(r), r.PathValue("contest"), r.PathValue("match"))
	if err != nil {
		return err
	}
	return s.note(w, r, matchAddress(c.Name, m.ID), "Everybody with this address sees the match; it is not shown again: "+s.base(r)+path)
}

// shareMatchOf makes the address by which others see a match.
func (s *Site) shareMatchOf(ctx context.Context, by *people.Person, contest, id string) (c *contests.Contest, m *matches.Match, path string, err error) {
	if c, m, err = s.ownMatch(ctx, by, contest, id); err != nil {
		return nil, nil, "", err
	}
	if m.State != matches.Played {
		return nil, nil, "", &people.Problem{Text: "The match has not been played: there is nothing to share."}
	}
	code, err := s.matches.Share(ctx, m)
	return c, m, "/match/" + code, err
}

// unshareMatch makes the address by which others saw a match invalid.
func (s *Site) unshareMatch(ctx context.Context, by *people.Person, in *MatchPath) (string, error) {
	_, m, err := s.ownMatch(ctx, by, in.Contest, in.match())
	if err != nil {
		return "", err
	}
	return "", s.matches.Unshare(ctx, m)
}

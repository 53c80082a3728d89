package site

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"agon/bot/download"
	"agon/contest/config"
	"agon/site/alerts"
	"agon/site/challenges"
	"agon/site/contests"
	"agon/site/decisions"
	"agon/site/disk"
	"agon/site/entries"
	"agon/site/hooks"
	"agon/site/people"
	"agon/site/recent"
	"agon/site/schedule"
	"agon/site/seasons"
	"agon/site/wire"
)

// submissions are what authors do with bots. A submission goes one way: take finds the contest and asks whether it takes bots, keep has
// package entries keep the version, check it and put it into the contest's folder, and the answer names the page on which the
// rest is shown.
type submissions struct {
	*pages
	people   *people.People
	contests *contests.Contests
	entries  *entries.Entries
	schedule *schedule.Schedule
	decided  *decisions.Log
	now      func() time.Time
	disk     *disk.Disk
	alerts   *alerts.Alerts
	seasons  *seasons.Seasons
	hooks    *hooks.Hooks
	fetches  bool                         // what addresses name
	texts    func(*config.File) bool      // see catalogue
	cards    recent.Values[int64, []byte] // by bot, of the newest table
}

// entered returns what entries need to know of a contest.
func (s *submissions) entered(name string) (*entries.Contest, error) {
	_, e, err := s.find(name)
	return e, err
}

// find returns a contest, and what entries need to know of it.
func (s *submissions) find(name string) (*contests.Contest, *entries.Contest, error) {
	c, err := s.contests.Find(name)
	if err != nil {
		return nil, nil, err
	}
	f, err := s.contests.File(c)
	if err != nil {
		return nil, nil, err
	}
	return c, &entries.Contest{
		Promote: f.Promote,
		Name:    c.Name, File: c.Path, Folder: f.Folder, Changed: func() { s.contests.Reload(c) }, Over: over(c), Most: f.MaxPerAuthor,
		Others: listed(c, f), Texts: s.texts(f),
		Practice: func(received time.Time) bool { return over(c) || s.schedule.Practice(c.Name, received) },
	}, nil
}

// over reports whether no game of a contest is played any more.
func over(c *contests.Contest) bool {
	state, _, _ := c.State()
	return state == contests.Over
}

// listed returns the names of a contest's bots, submitted or not.
func listed(c *contests.Contest, f *config.File) (names []string) {
	for _, b := range f.Bots {
		if b.Takes() != nil {
			continue // they are in the table
		}
		name, _ := challenges.HouseBot(b.Ref)
		names = append(names, name)
	}
	if t := c.Newest(); t != nil {
		for _, b := range t.Bots {
			names = append(names, b.Name)
		}
	}
	return names
}

// take returns the contest of a name, if it takes bots. The error is a [*people.Problem] if it is over.
func (s *submissions) take(name string) (*contests.Contest, *entries.Contest, error) {
	c, to, err := s.find(name)
	if err == nil && to.Over {
		err = &people.Problem{Text: "This contest is over."}
	}
	return c, to, err
}

// keep keeps a version of a bot in a contest that take has returned, and has it checked. branch is that of an address.
func (s *submissions) keep(ctx context.Context, by *people.Person, c *contests.Contest, handed entries.Submission, branch string) (
	*entries.Version, error,
) {
	if err := s.disk.Room(); err != nil {
		return nil, err
	}
	if err := errors.Join(s.schedule.Opened(c.Name), tooLate(c, handed.Bot)); err != nil {
		return nil, err
	}
	if handed.Address != "" {
		source, err := download.Parse(handed.Address, branch)
		if err != nil {
			return nil, &people.Problem{Text: err.Error()}
		}
		handed.Address = source.String()
	}
	handed.Owner, handed.Contest = by.ID, c.Name
	v, err := s.entries.Submit(ctx, handed)
	if err != nil && reading(err) {
		err = unread(err)
	}
	return v, s.disk.Unkept(err)
}

// tooLate returns a [*people.Problem] if a bot is new in a contest whose first stage has finished: no new one can join then.
func tooLate(c *contests.Contest, bot string) error {
	t := c.Newest()
	if t == nil || t.Nth == 0 || slices.ContainsFunc(t.Bots, func(b contests.Bot) bool { return strings.EqualFold(b.Name, bot) }) {
		return nil
	}
	return &people.Problem{
		Text: "New bots cannot join any more: the first stage has finished. New versions of the bots that are in the contest are taken.",
	}
}

// reading reports whether an error came from the request's body.
func reading(err error) bool {
	var large *http.MaxBytesError
	return errors.As(err, &large) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, os.ErrDeadlineExceeded)
}

// submitBot takes a bot, and keeps it.
func (s *submissions) submitBot(ctx context.Context, by *people.Person, handed entries.Submission, branch string) (
	*contests.Contest, *entries.Version, error,
) {
	c, to, err := s.take(handed.Contest)
	if err != nil {
		return nil, nil, err
	}
	handed.To = to
	v, err := s.keep(ctx, by, c, handed, branch)
	return c, v, err
}

// submit takes the bot of a form: a program that sends it gets JSON, a browser the bot's page.
func (s *submissions) submit(w http.ResponseWriter, r *http.Request) error {
	c, to, err := s.take(r.PathValue("contest"))
	if err != nil {
		return err
	}
	parts, err := r.MultipartReader()
	if err != nil {
		return unread(err)
	}
	handed, branch, err := handedIn(parts)
	if err != nil {
		return err
	}
	handed.To = to
	v, err := s.keep(r.Context(), reader(r), c, handed, branch)
	if err != nil {
		return err
	}
	page := botAddress(c.Name, v.Bot)
	if !strings.Contains(r.Header.Get("Accept"), "application/json") {
		http.Redirect(w, r, page, http.StatusSeeOther)
		return nil
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusAccepted)
	return json.NewEncoder(w).Encode(map[string]any{"agon": 1, "bot": v.Bot, "version": v.Number, "hash": v.Hash, "page": s.base(r) + page})
}

// mostText bounds the fields of the form beside the file.
const mostText = 1 << 10

// handedIn returns what a form hands in. The other fields come before "file", which is read as it arrives.
func handedIn(parts *multipart.Reader) (handed entries.Submission, branch string, err error) {
	given := map[string]string{}
	var file *multipart.Part
	for file == nil {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return handed, "", unread(err)
		}
		if part.FormName() == "file" {
			if part.FileName() != "" { // else none was chosen
				file = part
			}
			continue
		}
		text, err := io.ReadAll(io.LimitReader(part, mostText))
		if err != nil {
			return handed, "", unread(err)
		}
		given[part.FormName()] = strings.TrimSpace(string(text))
	}
	handed = entries.Submission{Bot: given["bot"], Address: given["address"]}
	if given["new"] != "" {
		handed.Bot = given["new"]
	}
	switch {
	case file == nil && handed.Address == "":
		return handed, "", &people.Problem{Text: "Choose a file, or give an address."}
	case file != nil && handed.Address != "":
		return handed, "", &people.Problem{Text: "Choose a file or give an address, not both."}
	case file != nil:
		handed.File, handed.Content = file.FileName(), file
	}
	return handed, given["branch"], nil
}

// acknowledged answers a program after a submission.
func (s *submissions) acknowledged(ctx context.Context, by *people.Person, handed entries.Submission, branch string) (
	*body[wire.Submitted], error,
) {
	c, v, err := s.submitBot(ctx, by, handed, branch)
	if err != nil {
		return nil, err
	}
	return answered(wire.Submitted{Bot: v.Bot, Version: v.Number, Hash: v.Hash, Page: botAddress(c.Name, v.Bot)}), nil
}

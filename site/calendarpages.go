package site

import (
	"cmp"
	"context"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"agon/site/calendar"
	"agon/site/people"
)

// calendarPages show the dates of contests, as a page and for calendar programs. A private contest has none for those who do not see it.
type calendarPages struct {
	*pages
	*catalogue
	now func() time.Time
}

// datedLine is a date of a contest.
type datedLine struct {
	Key, Words    string
	At, Ends      time.Time // Ends is zero of a moment
	Contest, Page string
	Name          string // of the contest in addresses
}

// calendarPage is the data of the page with all dates.
type calendarPage struct {
	page
	Months []datedMonth // to come
	Past   []datedLine  // the newest first
}

// datedMonth is the dates within a month.
type datedMonth struct {
	First time.Time
	Dates []datedLine
}

// dates returns the dates of all contests that a person sees, in their order. r is the request, whose cookies count as well.
func (p *calendarPages) dates(ctx context.Context, by *people.Person, r *http.Request) (list []datedLine, err error) {
	all, err := p.lines(ctx, by, r)
	if err != nil {
		return nil, err
	}
	for i := range all {
		list = append(list, p.datesOf(all[i].Name, all[i].Title)...)
	}
	slices.SortStableFunc(list, func(a, b datedLine) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Contest, b.Contest)) })
	return list, nil
}

// datesOf returns the dates of a contest.
func (p *calendarPages) datesOf(name, title string) (list []datedLine) {
	for _, e := range p.schedule.Events(name) {
		list = append(list, datedLine{e.Key, e.Words, e.At, e.Ends, title, contestAddress(name), name})
	}
	return list
}

// all shows the dates of all contests.
func (p *calendarPages) all(w http.ResponseWriter, r *http.Request) error {
	list, err := p.dates(r.Context(), reader(r), r)
	if err != nil {
		return err
	}
	data, now := &calendarPage{page: page{Title: "Calendar"}}, p.now()
	for _, d := range list {
		if !d.At.After(now) {
			data.Past = append(data.Past, d)
			continue
		}
		at := d.At.In(time.Local) // a timetable may have another zone
		month := time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.Local)
		if n := len(data.Months); n == 0 || !data.Months[n-1].First.Equal(month) {
			data.Months = append(data.Months, datedMonth{First: month})
		}
		last := &data.Months[len(data.Months)-1]
		last.Dates = append(last.Dates, d)
	}
	slices.Reverse(data.Past)
	p.render(w, r, "calendar", data)
	return nil
}

// subscribed sends the dates of all contests that the reader sees to a calendar program.
func (p *calendarPages) subscribed(w http.ResponseWriter, r *http.Request) error {
	list, err := p.dates(r.Context(), reader(r), r)
	if err != nil {
		return err
	}
	p.send(w, r, p.name, "contests", list)
	return nil
}

// one sends the dates of a contest to a calendar program.
func (p *calendarPages) one(w http.ResponseWriter, r *http.Request) error {
	c, err := p.contests.Find(r.PathValue("contest"))
	if err != nil {
		return err
	}
	title := p.contests.Title(c)
	p.send(w, r, title, c.Name, p.datesOf(c.Name, title))
	return nil
}

func (p *calendarPages) send(w http.ResponseWriter, r *http.Request, title, file string, list []datedLine) {
	base := p.base(r)
	host := r.Host
	if u, err := url.Parse(base); err == nil {
		host = u.Hostname()
	}
	var events []calendar.Event
	for _, d := range list {
		events = append(events, calendar.Event{
			UID: d.Name + "-" + d.Key + "@" + host, At: d.At, Ends: d.Ends, Summary: d.Contest + ": " + d.Words,
			URL: base + d.Page,
		})
	}
	w.Header().Set("Content-Type", calendar.Type)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": file + ".ics"}))
	w.Header().Set("Cache-Control", "no-store")
	if _, err := strings.NewReader(calendar.Text(title, p.now(), events)).WriteTo(w); err != nil {
		p.log.Debug("send a calendar", "error", err) // the reader has gone
	}
}

package folder

import (
	"bytes"
	"crypto/sha256"
	"encoding/xml"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"agon/internal/wholefile"
	"agon/show/report"
	"agon/show/report/chart"
	"agon/show/term/standing"
	"agon/show/term/table"
)

// Files to publish or to commit.
const (
	StandingsFile = "standings.md" // the tables as Markdown
	BadgeFile     = "badge.svg"    // the leader
)

// writeExports writes the files of a report for use elsewhere: tables for a repository, a badge, a feed, and charts of the places.
func writeExports(dir string, r *report.Run) error {
	var text bytes.Buffer
	fmt.Fprintf(&text, "# %s\n\n", table.Escape(r.Contest))
	if err := standing.Print(&text, r, standing.Style{Style: table.Style{Markdown: true}}); err != nil {
		return err
	}
	if err := wholefile.WriteBytes(filepath.Join(dir, StandingsFile), text.Bytes()); err != nil {
		return err
	}
	if err := wholefile.WriteBytes(filepath.Join(dir, BadgeFile), badge(r)); err != nil {
		return err
	}
	if err := writeMarks(dir, r); err != nil {
		return err
	}
	feed, err := feed(r)
	if err != nil {
		return err
	}
	if err := wholefile.WriteBytes(filepath.Join(dir, report.FeedFile), feed); err != nil {
		return err
	}
	for i := range r.Stages {
		s := &r.Stages[i]
		if !chart.HasPlaces(s) {
			continue
		}
		var places bytes.Buffer
		if err := chart.Places(&places, s, r.Names()); err != nil {
			return err
		}
		if err := wholefile.WriteBytes(filepath.Join(dir, fmt.Sprintf("stage-%d-places.svg", i+1)), places.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// badge returns an SVG of one line: the contest, its leader, the number of bots.
func badge(r *report.Run) []byte {
	what, who := shortened(r.Contest, 28), "no games yet"
	if last := r.Last(); last != nil && r.Played > 0 && len(last.Standings) > 0 {
		names, several := last.Leaders()
		verb := "leads"
		switch {
		case r.Finished:
			verb = "won"
		case several:
			verb = "lead"
		}
		if last.Unranked() {
			names, verb = report.Counted(last.Played, "game"), "played"
		}
		who = fmt.Sprintf("%s %s, %s", shortened(names, 24), verb, report.Counted(len(last.Standings), "bot"))
	}
	const letter, high, pad = 6.6, 20, 8
	left, right := letter*float64(len([]rune(what)))+2*pad, letter*float64(len([]rune(who)))+2*pad
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%d" role="img" aria-label="%s: %s" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">`, left+right, high, escape(what), escape(who))
	fmt.Fprintf(&b, `<rect width="%.0f" height="%d" fill="#3a4048"/><rect x="%.0f" width="%.0f" height="%d" fill="#07605a"/>`, left, high,
		left, right, high)
	fmt.Fprintf(&b, `<text x="%.0f" y="14" text-anchor="middle" fill="#fff" textLength="%.0f">%s</text><text x="%.0f" y="14" text-anchor="middle" fill="#fff" textLength="%.0f">%s</text></svg>`+"\n",
		left/2, left-2*pad, escape(what), left+right/2, right-2*pad, escape(who))
	return b.Bytes()
}

// shortened returns a text cut to at most most letters.
func shortened(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return text
}

func escape(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		return ""
	}
	return b.String()
}

// atom is a feed in the format of RFC 4287.
type atom struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Entries []atomEntry `xml:"entry"`
}

type atomEntry struct {
	ID      string `xml:"id"`
	Title   string `xml:"title"`
	Updated string `xml:"updated"`
	Content struct {
		Type string `xml:"type,attr"`
		Text string `xml:",chardata"`
	} `xml:"content"`
}

// mostEntries is the maximum number of entries in a feed; the newest are kept.
const mostEntries = 50

// feed returns the events of a contest: the standings after each round of play, decisions, and the end. An entry keeps its ID.
func feed(r *report.Run) ([]byte, error) {
	base := fmt.Sprintf("urn:agon:%x",
		sha256.Sum256([]byte(fmt.Sprint(r.Contest, "\x00", r.Kind.Name, "\x00", r.Seed))))[:len("urn:agon:")+32]
	f := atom{ID: base, Title: r.Contest, Author: "agon", Updated: begun(r).UTC().Format(time.RFC3339)}
	add := func(id, title string, at time.Time, text string) {
		e := atomEntry{ID: base + ":" + id, Title: title, Updated: at.UTC().Format(time.RFC3339)}
		e.Content.Type, e.Content.Text = "text", text
		f.Entries = append(f.Entries, e)
	}
	for i := range r.Stages {
		s := &r.Stages[i]
		for j := range s.Moments {
			m := &s.Moments[j]
			title := fmt.Sprintf("%s, round %d: %s", s.Name, m.Round, report.Counted(m.Games, "game"))
			if len(m.Places) > 0 {
				title += ", " + m.Places[0].Bot + " leads"
			}
			add(fmt.Sprintf("stage:%d:round:%d", i+1, m.Round), title, planned(r, m), placesText(m))
		}
	}
	for i, d := range r.Decisions {
		add(fmt.Sprintf("decision:%d", i+1), d.Text, d.At, d.Text)
	}
	if last := r.Last(); last != nil && r.Finished && len(r.Days) > 0 {
		var lines []string
		for _, s := range last.Standings[:min(len(last.Standings), 10)] {
			lines = append(lines, strings.TrimPrefix(last.RankText(&s)+". ", "-. ")+s.Name)
		}
		add("end", "The contest is over", r.Days[len(r.Days)-1].At, strings.Join(lines, "\n"))
	}
	slices.SortStableFunc(f.Entries, func(a, b atomEntry) int { return strings.Compare(a.Updated, b.Updated) })
	if n := len(f.Entries); n > mostEntries {
		f.Entries = f.Entries[n-mostEntries:]
	}
	for _, e := range f.Entries {
		f.Updated = max(f.Updated, e.Updated)
	}
	text, err := xml.MarshalIndent(f, "", "  ")
	return append([]byte(xml.Header), append(text, '\n')...), err
}

// begun returns when the first round of play was planned; now if there is none yet.
func begun(r *report.Run) time.Time {
	if len(r.Days) == 0 {
		return time.Now()
	}
	return r.Days[0].At
}

// planned returns when a moment's day began, the first day's time if days are unknown.
func planned(r *report.Run, m *report.Moment) time.Time {
	for _, d := range r.Days {
		if d.Date == m.Day {
			return d.At
		}
	}
	return begun(r)
}

// placesText lists the first ten places of a moment.
func placesText(m *report.Moment) string {
	var lines []string
	for _, p := range m.Places[:min(len(m.Places), 10)] {
		lines = append(lines, fmt.Sprintf("%d. %s", p.Rank, p.Bot))
	}
	return strings.Join(lines, "\n")
}

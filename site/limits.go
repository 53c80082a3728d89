package site

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"agon/site/contests"
	"agon/site/entries"
	"agon/site/matches"
	"agon/site/people"
	"agon/site/wire"
)

// limits are how much of what a person may submit is used, in a contest.
type limits struct {
	entries.Used
	MostBots, MostWaiting, MostHourly int
	MostChecking                      time.Duration

	Matches, MostMatches             int // on demand, that wait or are played; MostMatches 0: there are none
	HourlyMatches, MostHourlyMatches int
	MostMiB                          int64 // of a file
}

// A meter is a limit as a page shows it.
type meter struct {
	What string
	Used string // "2 of 3"
	Part string // percentage
	Full bool
}

// quotas know the limits of people.
type quotas struct {
	entries *entries.Entries
	matches *matches.Matches              // nil: there are none
	most    func(c *contests.Contest) int // bots of a person in a contest
}

// of returns the limits of a person who may submit to a contest.
func (q *quotas) of(ctx context.Context, by *people.Person, c *contests.Contest) (*limits, error) {
	l := q.entries.Limits()
	x := &limits{MostBots: q.most(c), MostWaiting: l.Waiting, MostHourly: l.Hourly, MostChecking: l.Checking, MostMiB: l.Bytes >> 20}
	var err error
	if x.Used, err = q.entries.Used(ctx, c.Name, by.ID); err != nil {
		return nil, err
	}
	if q.matches != nil {
		x.MostMatches, x.MostHourlyMatches = q.matches.Limits().Waiting, q.matches.Limits().Hourly
		if x.Matches, x.HourlyMatches, err = q.matches.Use(ctx, by.ID); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// Meters returns the limits that count something.
func (x *limits) Meters() []meter {
	list := []meter{newMeter("Bots here", x.Bots, x.MostBots), newMeter("Versions this hour", x.Hourly, x.MostHourly),
		newMeter("Checks waiting", x.Waiting, x.MostWaiting),
		newMeter("Minutes of checks this hour", int(x.Checking.Minutes()), int(x.MostChecking.Minutes()))}
	if x.MostMatches > 0 {
		list = append(list, newMeter("Matches waiting", x.Matches, x.MostMatches),
			newMeter("Matches this hour", x.HourlyMatches, x.MostHourlyMatches))
	}
	return list
}

func newMeter(what string, used, most int) meter {
	return meter{what, fmt.Sprintf("%d of %d", used, most), fmt.Sprintf("%.1f", 100*float64(min(used, most))/float64(max(most, 1))),
		used >= most}
}

func (x *limits) forPrograms() *wire.Limits {
	if x == nil {
		return nil
	}
	return &wire.Limits{
		Bots: wire.Limit{Used: x.Bots, Most: x.MostBots}, Hourly: wire.Limit{Used: x.Hourly,
			Most: x.MostHourly}, Waiting: wire.Limit{Used: x.Waiting, Most: x.MostWaiting},
		Matches:       wire.Limit{Used: x.Matches, Most: x.MostMatches},
		HourlyMatches: wire.Limit{Used: x.HourlyMatches, Most: x.MostHourlyMatches},
		Checking:      wire.Limit{Used: int(x.Checking.Minutes()), Most: int(x.MostChecking.Minutes())},
	}
}

// deadline is the date on which submissions close, for a page that counts down to it.
type deadline struct {
	At, Now time.Time
}

// Left returns how long it is until then: "in 3 days".
func (d *deadline) Left() string { return until(d.At, d.Now) }

// until returns how long it is to a moment: "in 3 days", "in 2 h 10 min"; empty if it is past.
func until(at, now time.Time) string {
	left := at.Sub(now)
	switch days := int(left.Hours()) / 24; {
	case left <= 0:
		return ""
	case left < time.Minute:
		return "in less than a minute"
	case left < time.Hour:
		return "in " + strconv.Itoa(int(left.Minutes())) + " min"
	case days < 2:
		return "in " + strconv.Itoa(int(left.Hours())) + " h " + strconv.Itoa(int(left.Minutes())%60) + " min"
	default:
		return "in " + strconv.Itoa(days) + " days"
	}
}

// Over reports whether it has come.
func (d *deadline) Over() bool { return !d.Now.Before(d.At) }

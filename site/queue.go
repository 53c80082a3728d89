package site

import (
	"fmt"
	"strings"
	"time"

	"agon/internal/moment"
	"agon/show/report"
	"agon/site/entries"
)

// waits returns what a version waits for, as its author reads it; empty if it does not wait.
func waits(p *entries.Pending) string {
	switch {
	case !p.Fetched && p.Began.IsZero():
		return "It is fetched in a moment."
	case p.Place == 0:
		return ""
	case !p.Until.IsZero():
		return fmt.Sprintf("It is number %d in the queue. Your checks have used up their time within an hour: "+
			"it is not checked before %s.", p.Place, moment.Clock(p.Until))
	case p.Back:
		return fmt.Sprintf("It is number %d in the queue. Its check was put back: it waited and used no processor while others were due. "+
			"Look for a sleep, or for input that does not come.", p.Place)
	case p.Place == 1:
		return "It is the next to be checked. Only one of your versions is checked at a time."
	}
	return fmt.Sprintf("It is number %d in the queue: %s before it. Only one of your versions is checked at a time.", p.Place,
		report.Counted(p.Place-1, "version"))
}

// queueNamed is the number of versions that are named before one.
const queueNamed = 3

// behind returns what stands before a version in the queue, for organisers: who is being checked, for how long, and who comes earlier.
func behind(queue []entries.Pending, p *entries.Pending, now time.Time) string {
	var before []string
	for i := range queue {
		q := &queue[i]
		switch {
		case !q.Fetched || q.Version == p.Version:
		case q.Place == 0:
			before = append(before, fmt.Sprintf("%s by %s, checked for %s", q.Name, q.Owner, now.Sub(q.Began).Round(time.Second)))
		case q.Place < p.Place:
			before = append(before, fmt.Sprintf("%s by %s", q.Name, q.Owner))
		}
	}
	more := ""
	if n := len(before) - queueNamed; n > 0 {
		before, more = before[:queueNamed], fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(before, "; ") + more
}

// A pendingView is a version on a desk that waits for its check or is being checked.
type pendingView struct {
	entries.Pending
	State string // "being checked for 20s", "1st in the queue"
	After string // what stands before it; empty: nothing does
}

// pendingOf returns the versions of a contest in the queue.
func pendingOf(queue []entries.Pending, contest string, now time.Time) (views []pendingView) {
	for i := range queue {
		p := &queue[i]
		if p.Contest != contest {
			continue
		}
		x := pendingView{Pending: *p}
		lasts := now.Sub(p.Began).Round(time.Second)
		switch {
		case !p.Fetched && p.Began.IsZero():
			x.State = "waits to be fetched"
		case !p.Fetched:
			x.State = fmt.Sprintf("being fetched for %v", lasts)
		case p.Place == 0:
			x.State = fmt.Sprintf("being checked for %v", lasts)
			if p.Tried {
				x.State = fmt.Sprintf("checked, and in its trial, for %v", lasts)
			}
			if p.Idle {
				x.State += ", waits and uses no processor"
			}
		default:
			x.State, x.After = fmt.Sprintf("number %d in the queue", p.Place), behind(queue, p, now)
		}
		if !p.Until.IsZero() && p.Place > 0 {
			x.State += fmt.Sprintf(", not before %s: its author's checks have used up their time", moment.Clock(p.Until))
		}
		views = append(views, x)
	}
	return views
}

// patience is how long a version waits for its check before an organiser is told.
const patience = 2 * time.Minute

// lateChecks returns what an organiser is told of versions that wait for their check.
func lateChecks(views []pendingView, now time.Time) (needs []need) {
	for i := range views {
		p := &views[i]
		if waited := now.Sub(p.Received); p.Place > 0 && waited > patience {
			why := "It is " + p.State + "."
			if p.After != "" {
				why = "Before it: " + p.After + "."
			}
			what := fmt.Sprintf("%s, version %d, has waited %v for its check.", p.Name, p.Number, waited.Round(time.Second))
			needs = append(needs, need{What: what, Why: why, Page: botAddress(p.Contest, p.Bot)})
		}
	}
	return needs
}

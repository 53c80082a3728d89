package entries

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"agon/site/database"
)

// A Pending is a version that waits for its check, or is being checked.
type Pending struct {
	Version  int64
	Bot      int64
	Name     string // of the bot
	Contest  string
	Owner    string // the person, or the team
	Number   int
	Received time.Time
	Fetched  bool      // its file is here
	Began    time.Time // its check, or its download if it has not been fetched; zero: neither has begun
	Place    int       // among those of the site that wait for their check, from 1; 0: it is being checked, or has not been fetched
	Until    time.Time // its author has used up [Limits.Checking] until then; zero: the author has not
	Tried    bool      // it has passed its check, and is in its trial
	Idle     bool      // it is being checked, waits for something, and uses no processor
	Back     bool      // its check waited like that, and was put back; it puts back no other

	author string // see authorKey
	upload string // path of what was handed in
	quick  bool   // it needs no build
}

// authorKey is the key of the author of a bot b: a team, that of its owner too, or a person.
const authorKey = `coalesce('team ' || coalesce(b.team, (SELECT team FROM member WHERE person = b.owner)), 'person ' || b.owner)`

// Queue returns the versions of the site that wait for their check or are being checked: first the latter, then the others in the order in
// which they will be, at last those that have not been fetched.
func (e *Entries) Queue(ctx context.Context) ([]Pending, error) {
	list, err := database.List(ctx, e.db, func(scan database.Scan) (p Pending, err error) {
		var received int64
		var place, file, hash string
		err = scan(&p.Version, &p.Bot, &p.Name, &p.Contest, &p.Owner, &p.Number, &received, &place, &file, &hash, &p.author)
		p.Received, p.Fetched, p.upload = time.UnixMilli(received), hash != "", filepath.Join(e.dir, place, file)
		return p, err
	}, `SELECT v.id, b.id, b.name, b.contest, coalesce(t.name, p.name), v.number, v.received, v.place, v.file, v.hash, `+authorKey+`
		FROM version v JOIN bot b ON b.id = v.bot JOIN person p ON p.id = b.owner LEFT JOIN team t ON t.id = b.team
		WHERE v.state = 'checking' ORDER BY v.id`)
	if err != nil {
		return nil, fmt.Errorf("read the queue of checks: %w", err)
	}
	e.findPlain(list)
	now := e.now()
	e.mu.Lock()
	defer e.mu.Unlock()
	for i := range list {
		p := &list[i]
		if r := e.live[p.Version]; r != nil {
			p.Began, p.Idle, p.Tried = r.began, r.idle && r.tried == 0, r.tried != 0
		}
		p.Until, p.Back = e.until(p.author, now), e.back[p.Version] > 0
	}
	arrange(list, func(author string) time.Duration { return e.used(author, now) })
	return list, nil
}

// arrange sorts versions as [Entries.Queue] says, and sets their places: of those that wait the first of each author come before the second
// of any, and within these the author comes first whose checks have taken the least time.
func arrange(list []Pending, used func(author string) time.Duration) {
	const checked, waits, fetched = 0, 1, 2
	group := func(p *Pending) int {
		switch {
		case !p.Fetched:
			return fetched
		case p.Began.IsZero():
			return waits
		}
		return checked
	}
	before := map[string]int{} // versions of an author
	nth := map[int64]int{}     // by version
	for _, of := range []int{checked, waits} {
		for i := range list {
			if p := &list[i]; group(p) == of {
				nth[p.Version] = before[p.author]
				before[p.author]++
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Pending) int {
		if order := cmp.Compare(group(&a), group(&b)); order != 0 || group(&a) != waits {
			return order
		}
		return cmp.Or(a.Until.Compare(b.Until), cmp.Compare(nth[a.Version], nth[b.Version]), cmp.Compare(used(a.author), used(b.author)),
			cmp.Compare(a.Version, b.Version))
	})
	place := 0
	for i := range list {
		if p := &list[i]; group(p) == waits {
			place++
			p.Place = place
		}
	}
}

// next returns the version to be checked now, beside those that are; nil if there is none. later are those whose turn comes later, since
// the host failed. held reports whether one waits only until its author may use more time.
func (e *Entries) next(ctx context.Context, running map[int64]Pending, later map[int64]bool) (next *Pending, held bool, err error) {
	list, err := e.Queue(ctx)
	if err != nil {
		return nil, false, err
	}
	busy := map[string]bool{}
	for _, p := range running {
		busy[p.author] = true
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	free := e.lanes(running, nil).free
	for i := range list {
		p := &list[i]
		_, runs := running[p.Version]
		switch {
		case p.Place == 0 || runs || later[p.Version] || busy[p.author]:
		case !p.Until.IsZero():
			held = true
		case free(p.quick):
			return p, false, nil
		case !p.Back:
			e.putBack(running, p.quick)
		}
	}
	return nil, held, nil
}

// lanes are those of checks: one for each, of which one is for bots that need no build.
type lanes struct{ most, held, builds int }

// free reports whether one more check has a lane.
func (l lanes) free(quick bool) bool { return l.held < l.most && (quick || l.builds < l.most-1) }

// lanes returns the lanes that checks hold, but for one of them: those that wait for something hold none, as far as [Limits.Idle] goes. The
// caller holds e.mu.
func (e *Entries) lanes(checks map[int64]Pending, but *running) lanes {
	l := lanes{most: e.limits.Checks + 1}
	idle, idleBuilds := 0, 0
	for version, p := range checks {
		r := e.live[version]
		if r != nil && r == but {
			continue
		}
		if r != nil && r.tried != 0 {
			continue
		}
		waits := r != nil && r.idle
		l.held++
		if waits {
			idle++
		}
		if !p.quick {
			l.builds++
		}
		if waits && !p.quick {
			idleBuilds++
		}
	}
	without := min(idle, max(0, e.limits.Idle))
	l.held -= without
	l.builds -= min(idleBuilds, without)
	return l
}

// mostBack is how often a check is put back; then it lasts until it has ended.
const mostBack = 3

// putBack ends the check that has waited for something longest of those that hold a lane, so that another has it: it begins again in its
// turn. Only one at a time leaves. quick says that the other needs no build. The caller holds e.mu.
func (e *Entries) putBack(checks map[int64]Pending, quick bool) {
	var longest *running
	for version := range checks {
		r := e.live[version]
		switch {
		case r == nil:
		case r.back:
			return
		case r.tried != 0: // it holds no lane
		case r.idle && e.back[version] < mostBack && e.lanes(checks, r).free(quick) && (longest == nil || r.began.Before(longest.began)):
			longest = r
		}
	}
	if longest != nil {
		longest.back = true
		longest.cancel(errPutBack)
	}
}

// A spent is the time that a check has taken.
type spent struct {
	author string
	ended  time.Time
	took   time.Duration
}

// within is the time in which [Limits.Checking] may be used.
const within = time.Hour

// used returns how long the checks of an author have taken within an hour. The caller holds e.mu.
func (e *Entries) used(author string, now time.Time) (used time.Duration) {
	for _, s := range e.spent {
		if s.author == author && now.Sub(s.ended) < within {
			used += s.took
		}
	}
	for _, r := range e.live {
		if r.author == author {
			used += r.took(now)
		}
	}
	return used
}

// until returns when an author may use more time for checks, zero if that is now. The caller holds e.mu.
func (e *Entries) until(author string, now time.Time) time.Time {
	used := e.used(author, now)
	if used < e.limits.Checking {
		return time.Time{}
	}
	for _, s := range e.spent { // the oldest first
		if s.author != author || now.Sub(s.ended) >= within {
			continue
		}
		if used -= s.took; used < e.limits.Checking {
			return s.ended.Add(within)
		}
	}
	return now.Add(within) // checks that last have used all
}

// spend notes that a check of an author has ended, and forgets those that no longer count. The caller holds e.mu.
func (e *Entries) spend(r *running, now time.Time) {
	e.spent = slices.DeleteFunc(e.spent, func(s spent) bool { return now.Sub(s.ended) >= within })
	if r.author != "" {
		e.spent = append(e.spent, spent{r.author, now, r.took(now)})
	}
}

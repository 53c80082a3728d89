package site

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/xml"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"agon/contest"
	"agon/contest/run"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/show/report"
	"agon/site/contests"
	"agon/site/notify"
	"agon/site/people"
)

// restAfter is the usual number of games running with a crash or a late move after which a bot rests.
const restAfter = 5

// resting are the faults that a bot rests for, with their words.
var resting = map[string]string{
	"late": "was late", "time": "was late", "crashed": "crashed", "gone": "crashed", "memory": "used too much memory", "disk": "used too much disk", "unstarted": "did not start",
}

// faultCount are games with a fault, by bot and fault.
type faultCount map[string]map[string]int

// watch follows the faults of bots in all contests. Its methods are safe for concurrent use.
type watch struct {
	after int

	mu      sync.Mutex
	running map[string]map[string]faulty // by contest and bot: games running with a fault
	faults  map[string]faultCount        // by contest
	changed map[string]bool              // contests whose faults are not stored
	tired   []tired                      // bots that are to rest
	wake    chan struct{}                // has an element when there may be some
}

// faulty are games running with a fault.
type faulty struct {
	games, silent int                // silent are those without a move of its own
	how           tournament.Silence // of these
}

// tired is a bot that is to rest.
type tired struct {
	contest, bot, why string
	drawnOnce         bool // it stays in its stage all the same, where it would lose the games that are left
}

func newWatch(after int) *watch {
	return &watch{
		after: cmp.Or(after, restAfter), running: map[string]map[string]faulty{}, faults: map[string]faultCount{}, changed: map[string]bool{}, wake: make(chan struct{}, 1),
	}
}

// played takes a game into account.
func (x *watch) played(contest string, p run.Played) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.running[contest] == nil {
		x.running[contest] = map[string]faulty{}
	}
	for _, b := range p.Bots {
		why := ""
		for _, fault := range slices.Sorted(maps.Keys(b.Faults)) {
			x.count(contest, b.Name, fault)
			if why == "" {
				why = resting[fault]
			}
		}
		if why == "" {
			delete(x.running[contest], b.Name)
			continue
		}
		now := x.running[contest][b.Name].and(b.Silent)
		if x.running[contest][b.Name] = now; now.games < x.after {
			continue
		}
		delete(x.running[contest], b.Name)
		x.tired = append(x.tired, tired{contest, b.Name, now.why(why, p.Game+1), p.DrawnOnce})
		select {
		case x.wake <- struct{}{}:
		default:
		}
	}
}

// and returns the games with one more.
func (f faulty) and(how tournament.Silence) faulty {
	f.games++
	if how != 0 {
		f.silent++
		f.how |= how
	}
	return f
}

// why returns why a bot rests, which had a fault in this game: "it crashed in game 7, the last of 5 games running with a fault".
func (f faulty) why(fault string, game int) string {
	if f.silent == f.games {
		return fmt.Sprintf("it %v (game %d is the last of %d in a row)", f.how, game, f.games)
	}
	return fmt.Sprintf("it %s in game %d, the last of %d games running with a fault", fault, game, f.games)
}

func (x *watch) count(contest, bot, fault string) {
	if x.faults[contest] == nil {
		x.faults[contest] = faultCount{}
	}
	if x.faults[contest][bot] == nil {
		x.faults[contest][bot] = map[string]int{}
	}
	x.faults[contest][bot][fault]++
	x.changed[contest] = true
}

// forget lets a bot begin anew.
func (x *watch) forget(contest, bot string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.running[contest], bot)
	x.tired = slices.DeleteFunc(x.tired, func(t tired) bool { return t.contest == contest && t.bot == bot })
}

// counted returns the faults of a contest.
func (x *watch) counted(contest string) faultCount {
	x.mu.Lock()
	defer x.mu.Unlock()
	all := faultCount{}
	for bot, faults := range x.faults[contest] {
		all[bot] = maps.Clone(faults)
	}
	return all
}

// take returns the bots that are to rest, once.
func (x *watch) take() []tired {
	x.mu.Lock()
	defer x.mu.Unlock()
	list := x.tired
	x.tired = nil
	return list
}

// readFaults reads the faults that were stored.
func (s *Site) readFaults(ctx context.Context) error {
	err := s.db.Each(ctx, func(scan func(...any) error) error {
		var contest, bot, fault string
		var n int
		if err := scan(&contest, &bot, &fault, &n); err != nil {
			return err
		}
		s.watch.count(contest, bot, fault)
		s.watch.faults[contest][bot][fault] = n
		return nil
	}, `SELECT contest, bot, fault, n FROM faults`)
	if err != nil {
		return fmt.Errorf("read the faults of bots: %w", err)
	}
	clear(s.watch.changed)
	return nil
}

// keepFaults stores the faults that have changed.
func (s *Site) keepFaults(ctx context.Context) error {
	s.watch.mu.Lock()
	names := slices.Collect(maps.Keys(s.watch.changed))
	clear(s.watch.changed)
	s.watch.mu.Unlock()
	for _, name := range names {
		all := s.watch.counted(name)
		err := s.db.Write(ctx, func(tx *sql.Tx) error {
			for bot, faults := range all {
				for fault, n := range faults {
					if _, err := tx.Exec(`INSERT OR REPLACE INTO faults (contest, bot, fault, n) VALUES (?, ?, ?, ?)`, name, bot, fault, n); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("keep the faults of bots: %w", err)
		}
	}
	return nil
}

// attend lets dates take effect, and bots rest, until ctx is done.
func (s *Site) attend(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.due(ctx)
			if err := s.keepFaults(ctx); err != nil && ctx.Err() == nil {
				s.log.Error("keep faults", "error", err)
			}
		case <-s.watch.wake:
			for _, t := range s.watch.take() {
				if err := s.rest(ctx, t); err != nil && ctx.Err() == nil {
					s.log.Error("let a bot rest", "bot", t.bot, "contest", t.contest, "error", err)
				}
			}
		case <-ctx.Done():
			return
		}
	}
}

// rest takes a bot out of the rounds to come, until its author wakes it, and tells its author.
func (s *Site) rest(ctx context.Context, t tired) error {
	c, err := s.contests.Find(t.contest)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%s rests: %s. Mend it and wake it on its page.", t.bot, t.why)
	if t.drawnOnce {
		text = fmt.Sprintf("%s has faults: %s. It plays on, because it would lose its games otherwise.", t.bot, t.why)
	} else {
		var conflict *contests.Conflict
		err := s.contests.Decide(ctx, c, contest.Decision{What: store.Withdrawn, Bot: t.bot, Why: t.why, By: itself})
		if errors.As(err, &conflict) {
			return nil // it is out already
		}
		if err != nil {
			return err
		}
		if err := s.keepDecision(ctx, itself, "let "+t.bot+" rest", t.why, c.Name, &opposite{What: store.Reinstated, Bot: t.bot}); err != nil {
			return err
		}
	}
	now := s.options.Now()
	var bot int64
	var authors []int64
	err = s.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error {
		if !t.drawnOnce {
			if _, err := tx.Exec(`INSERT OR REPLACE INTO rest (contest, bot, at, why) VALUES (?, ?, ?, ?)`, c.Name, t.bot, now.UnixMilli(), t.why); err != nil {
				return err
			}
		}
		if bot, authors, err = authorsOf(tx, c.Name, t.bot); err != nil {
			return err
		}
		for _, person := range authors {
			if _, err := tx.Exec(`INSERT INTO alert (at, person, contest, bot, text) VALUES (?, ?, ?, ?, ?)`, now.UnixMilli(), person, c.Name, bot, text); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || bot == 0 || s.options.Tell == nil {
		return err
	}
	a := notify.Alert{At: now, Contest: s.title(c), Bot: t.bot, Text: text, Page: botAddress(c.Name, bot)}
	for _, person := range authors {
		if p, err := s.people.Person(ctx, person); err == nil && p.Mail != "" {
			a.Mail = append(a.Mail, p.Mail)
		}
	}
	s.work.Go(func() {
		limited, cancel := context.WithTimeout(ctx, tellLasts)
		defer cancel()
		if err := s.options.Tell(limited, a); err != nil {
			s.log.Error("tell the authors", "bot", t.bot, "contest", t.contest, "error", err)
		}
	})
	return nil
}

// authorsOf returns the number of a bot and who is told of it: its owner, or its team. A house bot has nobody.
func authorsOf(tx *sql.Tx, contest, name string) (bot int64, authors []int64, err error) {
	var owner int64
	err = tx.QueryRow(`SELECT id, owner FROM bot WHERE contest = ? AND name = ?`, contest, name).Scan(&bot, &owner)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil, nil
	}
	if err != nil {
		return 0, nil, err
	}
	rows, err := tx.Query(`SELECT person FROM member WHERE team = (SELECT team FROM bot WHERE id = ?) ORDER BY person`, bot)
	if err != nil {
		return 0, nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var person int64
		if err := rows.Scan(&person); err != nil {
			return 0, nil, err
		}
		authors = append(authors, person)
	}
	if len(authors) == 0 {
		authors = []int64{owner}
	}
	return bot, authors, rows.Err()
}

// tellLasts bounds the sending of an alert.
const tellLasts = 30 * time.Second

// wakened forgets that a bot rests.
func (s *Site) wakened(ctx context.Context, contest, bot string) error {
	s.watch.forget(contest, bot)
	return s.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error {
		_, err := tx.Exec(`DELETE FROM rest WHERE contest = ? AND bot = ?`, contest, bot)
		return err
	})
}

// rests returns why a bot rests, and since when; empty if it does not.
func (s *Site) rests(ctx context.Context, contest, bot string) (why string, since time.Time, err error) {
	var at int64
	err = s.db.Row(ctx, `SELECT why, at FROM rest WHERE contest = ? AND bot = ?`, contest, bot).Scan(&why, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return "", since, nil
	}
	return why, time.UnixMilli(at), err
}

// wakeBot lets a bot that rests play again, for its author.
func (s *Site) wakeBot(w http.ResponseWriter, r *http.Request) error {
	told, page, err := s.wakeFor(r.Context(), reader(r), r.PathValue("contest"), r.PathValue("bot"))
	if err != nil {
		return err
	}
	return s.note(w, r, page, told)
}

// wakeFor lets a bot that rests play again, and returns what was done and the address of its page.
func (s *Site) wakeFor(ctx context.Context, by *people.Person, contest, bot string) (told, page string, err error) {
	c, b, err := s.owned(ctx, by, contest, bot)
	if err != nil {
		return "", "", err
	}
	why, _, err := s.rests(ctx, c.Name, b.Name)
	if err != nil {
		return "", "", err
	}
	if why == "" {
		return "", "", &contests.Conflict{Text: b.Name + " does not rest."}
	}
	told, err = s.decideBot(ctx, by.Name, c, store.Reinstated, b.Name, "woken after its rest")
	return told, botAddress(c.Name, b.ID), err
}

// newFeed makes the address of the reader's feed of alerts, in place of an earlier one.
func (s *Site) newFeed(w http.ResponseWriter, r *http.Request) error {
	key := rand.Text()
	sum := sha256.Sum256([]byte(key))
	err := s.db.Write(r.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT OR REPLACE INTO feed (person, hash) VALUES (?, ?)`, reader(r).ID, sum[:])
		return err
	})
	if err != nil {
		return err
	}
	return s.note(w, r, "/account", "The address of your feed, which is not shown again: "+s.base(r)+"/feed/"+key)
}

// mostAlerts is how many alerts a feed has.
const mostAlerts = 50

// An Atom feed, as RFC 4287 has it.
type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Entries []atomEntry `xml:"entry"`
}

type atomEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Link    atomLink `xml:"link"`
	Content string   `xml:"content"`
}

type atomLink struct {
	Href string `xml:"href,attr"`
}

// feed serves the alerts of the person whose key the address has.
func (s *Site) feed(w http.ResponseWriter, r *http.Request) error {
	sum := sha256.Sum256([]byte(r.PathValue("key")))
	var person int64
	err := s.db.Row(r.Context(), `SELECT f.person FROM feed f JOIN person p ON p.id = f.person WHERE f.hash = ? AND p.closed = 0`, sum[:]).Scan(&person)
	if errors.Is(err, sql.ErrNoRows) {
		return people.ErrNobody
	}
	if err != nil {
		return err
	}
	f := atomFeed{ID: fmt.Sprintf("%s/alerts/%d", s.base(r), person), Title: s.options.Name + ": your bots", Author: s.options.Name, Updated: time.Unix(0, 0).UTC().Format(time.RFC3339)}
	err = s.db.Each(r.Context(), func(scan func(...any) error) error {
		var id, at, bot int64
		var contest, name, text string
		if err := scan(&id, &at, &contest, &bot, &name, &text); err != nil {
			return err
		}
		e := atomEntry{ID: f.ID + "/" + strconv.FormatInt(id, 10), Title: name, Updated: time.UnixMilli(at).UTC().Format(time.RFC3339), Content: text}
		e.Link.Href = fmt.Sprintf("%s/c/%s/bots/%d", s.base(r), contest, bot)
		f.Updated = max(f.Updated, e.Updated)
		f.Entries = append(f.Entries, e)
		return nil
	}, `SELECT a.id, a.at, a.contest, a.bot, b.name, a.text FROM alert a JOIN bot b ON b.id = a.bot WHERE a.person = ? ORDER BY a.id DESC LIMIT ?`, person, mostAlerts)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/atom+xml; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if _, err := w.Write([]byte(xml.Header)); err != nil {
		return err
	}
	return xml.NewEncoder(w).Encode(&f)
}

// faultText says which faults a bot has, "3 late, 1 crashed"; empty for none.
func faultText(faults map[string]int) string {
	text := ""
	for _, fault := range slices.Sorted(maps.Keys(faults)) {
		if n := faults[fault]; n > 0 {
			if text != "" {
				text += ", "
			}
			text += fmt.Sprintf("%s %s", report.Counted(n, "game"), fault)
		}
	}
	return text
}

package alerts

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"agon/site/contests"
	"agon/site/database"
	"agon/site/notify"
)

// A Setup is what alerts need of their site.
type Setup struct {
	After    int                                            // games running with a fault after which a bot rests; 0: 5
	Title    func(contest string) (string, error)           // of a contest on pages
	Withdraw func(ctx context.Context, r Rest) error        // takes a bot out of the rounds to come; a [*contests.Conflict] if it is out
	Mail     func(ctx context.Context, person int64) string // the address of a person; empty: none
	Page     func(contest string, bot int64) string         // the path of a bot's page
	Send     notify.Sender                                  // may be nil
	Now      func() time.Time
	Log      *slog.Logger
}

// Alerts follow the faults of bots in the contests of a site. The methods are safe for concurrent use.
type Alerts struct {
	db    *database.Database
	setup Setup
	sends sync.WaitGroup
	wake  chan struct{} // one element when a bot may be to rest

	mu      sync.Mutex
	running map[string]map[string]streak // by contest and bot
	faults  map[string]Faults            // by contest
	changed map[string]bool              // contests whose faults are not stored
	rests   []Rest
}

// Open returns the alerts in a database. Run has to be called, and Close when it has returned.
func Open(ctx context.Context, db *database.Database, s Setup) (*Alerts, error) {
	s.After = cmp.Or(s.After, restAfter)
	a := &Alerts{db: db, setup: s, wake: make(chan struct{}, 1),
		running: map[string]map[string]streak{}, faults: map[string]Faults{}, changed: map[string]bool{}}
	return a, a.read(ctx)
}

// Run lets bots rest and stores faults until ctx is done.
func (a *Alerts) Run(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := a.keep(ctx); err != nil && ctx.Err() == nil {
				a.setup.Log.Error("keep faults", "error", err)
			}
		case <-a.wake:
			for _, r := range a.Take() {
				if err := a.Rest(ctx, r); err != nil && ctx.Err() == nil {
					a.setup.Log.Error("let a bot rest", "bot", r.Bot, "contest", r.Contest, "error", err)
				}
			}
		case <-ctx.Done():
			return
		}
	}
}

// Close waits for what is being sent and stores the faults.
func (a *Alerts) Close() error {
	a.sends.Wait()
	return a.keep(context.Background())
}

// Rest takes a bot out of the rounds to come, until its author wakes it, and alerts its authors.
func (a *Alerts) Rest(ctx context.Context, r Rest) error {
	title, err := a.setup.Title(r.Contest)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%s rests: %s. Mend it and wake it on its page.", r.Bot, r.Why)
	if r.PlaysOn {
		text = fmt.Sprintf("%s has faults: %s. It plays on, because it would lose its games otherwise.", r.Bot, r.Why)
	} else {
		var conflict *contests.Conflict
		err := a.setup.Withdraw(ctx, r)
		if errors.As(err, &conflict) {
			return nil // it is out already
		}
		if err != nil {
			return err
		}
	}
	now := a.setup.Now()
	bot, authors, err := a.store(ctx, r, text, now)
	if err != nil || bot == 0 || a.setup.Send == nil {
		return err
	}
	alert := notify.Alert{At: now, Contest: title, Bot: r.Bot, Text: text, Page: a.setup.Page(r.Contest, bot)}
	for _, person := range authors {
		alert.Mail = append(alert.Mail, a.setup.Mail(ctx, person))
	}
	alert.Mail = slices.DeleteFunc(alert.Mail, func(mail string) bool { return mail == "" })
	a.sends.Go(func() {
		limited, cancel := context.WithTimeout(ctx, sendLasts)
		defer cancel()
		if err := a.setup.Send(limited, alert); err != nil {
			a.setup.Log.Error("tell the authors", "bot", r.Bot, "contest", r.Contest, "error", err)
		}
	})
	return nil
}

// sendLasts bounds the sending of an alert.
const sendLasts = 30 * time.Second

// store stores that a bot rests, with an alert for each of its authors. It returns the number of the bot, 0 for a house bot, and the
// authors.
func (a *Alerts) store(ctx context.Context, r Rest, text string, now time.Time) (bot int64, authors []int64, err error) {
	err = a.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error {
		if !r.PlaysOn {
			if _, err := tx.Exec(`INSERT OR REPLACE INTO rest (contest, bot, at, why) VALUES (?, ?, ?, ?)`,
				r.Contest, r.Bot, now.UnixMilli(), r.Why); err != nil {
				return err
			}
		}
		if bot, authors, err = authorsOf(tx, r.Contest, r.Bot); err != nil {
			return err
		}
		for _, person := range authors {
			if _, err := tx.Exec(`INSERT INTO alert (at, person, contest, bot, text) VALUES (?, ?, ?, ?, ?)`,
				now.UnixMilli(), person, r.Contest, bot, text); err != nil {
				return err
			}
		}
		return nil
	})
	return bot, authors, err
}

// authorsOf returns the number of a bot and who is alerted: its owner, or its team. A house bot has nobody.
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

// Rests returns why a bot rests, and since when; empty if it does not.
func (a *Alerts) Rests(ctx context.Context, contest, bot string) (why string, since time.Time, err error) {
	var at int64
	err = a.db.Row(ctx, `SELECT why, at FROM rest WHERE contest = ? AND bot = ?`, contest, bot).Scan(&why, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return "", since, nil
	}
	return why, time.UnixMilli(at), err
}

// Forget lets a bot begin anew: it rests no longer, and the games running with a fault count from zero.
func (a *Alerts) Forget(ctx context.Context, contest, bot string) error {
	a.mu.Lock()
	delete(a.running[contest], bot)
	a.rests = slices.DeleteFunc(a.rests, func(r Rest) bool { return r.Contest == contest && r.Bot == bot })
	a.mu.Unlock()
	return a.db.Exec(context.WithoutCancel(ctx), `DELETE FROM rest WHERE contest = ? AND bot = ?`, contest, bot)
}

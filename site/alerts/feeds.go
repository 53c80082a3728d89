package alerts

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"errors"
	"time"

	"agon/site/database"
	"agon/site/people"
)

// An Alert is a message to a person about a bot.
type Alert struct {
	ID      int64
	At      time.Time
	Contest string
	Bot     int64
	Name    string // of the bot
	Text    string
	Game    int // the number of the game that the text names; 0: it names none
}

// NewFeed returns the key of a person's new feed of alerts, in place of an earlier one.
func (a *Alerts) NewFeed(ctx context.Context, person int64) (key string, err error) {
	key = rand.Text()
	sum := sha256.Sum256([]byte(key))
	return key, a.db.Exec(ctx, `INSERT OR REPLACE INTO feed (person, hash) VALUES (?, ?)`, person, sum[:])
}

// mostAlerts is how many alerts a feed has.
const mostAlerts = 50

// Feed returns the newest alerts of the person whose feed has a key, the newest first. The error is [people.ErrNobody] if there is none.
func (a *Alerts) Feed(ctx context.Context, key string) (person int64, list []Alert, err error) {
	sum := sha256.Sum256([]byte(key))
	err = a.db.Row(ctx, `SELECT f.person FROM feed f JOIN person p ON p.id = f.person WHERE f.hash = ? AND p.closed = 0`,
		sum[:]).Scan(&person)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil, people.ErrNobody
	}
	if err != nil {
		return 0, nil, err
	}
	list, err = a.Of(ctx, person)
	return person, list[:min(len(list), mostAlerts)], err
}

// Of returns the alerts of a person, the newest first.
func (a *Alerts) Of(ctx context.Context, person int64) ([]Alert, error) {
	return database.List(ctx, a.db, func(scan database.Scan) (x Alert, err error) {
		var at int64
		err = scan(&x.ID, &at, &x.Contest, &x.Bot, &x.Name, &x.Text)
		x.At, x.Game = time.UnixMilli(at), gameOf(x.Text)
		return x, err
	}, `SELECT a.id, a.at, a.contest, a.bot, b.name, a.text FROM alert a JOIN bot b ON b.id = a.bot WHERE a.person = ? ORDER BY a.id DESC`,
		person)
}

package matches

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"agon/internal/wholefile"
	"agon/record/gamelog"
	"agon/site/people"
)

// A Game is a match as it is played.
type Game struct {
	File string   // path of the contest's file, whose conditions hold
	Refs []string // of the bots, by seat, with their names
	Seed int64
	Dir  string // an empty folder, for ReplayName and the logs
}

// Names in the folder of a match: of its replay, and of the replay of the game so far while it is played.
const (
	ReplayName = "game.agon"
	LiveName   = "live.agon"
)

// LogsName is the name of the folder in which a player keeps what bots print while the match is played, in files that begin with the seat
// as in "01-".
const LogsName = "logs"

// A Player plays a match. It writes the replay, that of the game so far from time to time, and what the bot in a seat printed into LogName.
// ok is false if a bot cannot play; an error is the host's.
type Player func(ctx context.Context, g Game) (result *Result, ok bool, err error)

// LogName returns the path of the file for what the bot in a seat printed.
func (g *Game) LogName(seat int) string { return filepath.Join(g.Dir, outputName(seat)) }

// mostTries is how often a match is begun.
const mostTries = 3

// mostOutput bounds what is kept of what a bot printed, in bytes.
const mostOutput = 256 << 10

// retry is how long a slot waits after a failure of the host, such as a full disk.
const retry = 10 * time.Second

// wakeSlot wakes a slot.
func (m *Matches) wakeSlot() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// serve is one slot: it plays matches until ctx is done.
func (m *Matches) serve(ctx context.Context) {
	for {
		select {
		case <-m.wake:
		case <-ctx.Done():
			return
		}
		for ctx.Err() == nil {
			a, err := m.take(ctx)
			if err == nil && a == nil {
				break
			}
			if err == nil {
				err = m.play(ctx, a)
			}
			if err != nil && ctx.Err() == nil {
				m.setup.Log.Error("play a match", "error", err)
				select {
				case <-time.After(retry):
				case <-ctx.Done():
				}
			}
			if a != nil {
				m.release(a) // not before the pause: another slot would try it at once
			}
		}
	}
}

// take returns the match that is played next, nil if there is none: of those who have no slot, the person who was served longest ago.
func (m *Matches) take(ctx context.Context) (*Match, error) {
	if err := m.setup.Room(); err != nil {
		return nil, err
	}
	var waiting []*Match
	err := m.db.Each(ctx, func(scan func(...any) error) error {
		a, err := m.scan(scan)
		waiting = append(waiting, a)
		return err
	}, `SELECT `+columns+` FROM match WHERE state = 'waiting' ORDER BY id`)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var next *Match
	busy := map[int64]bool{}
	for _, person := range m.playing {
		busy[person] = true
	}
	for _, a := range waiting {
		if !busy[a.Person] && (next == nil || m.served[a.Person] < m.served[next.Person]) {
			next = a
		}
	}
	if next == nil {
		return nil, nil
	}
	// The list may be older than the end of a match that another slot has played meanwhile: the database decides.
	err = m.db.Write(ctx, func(tx *sql.Tx) error {
		return tx.QueryRow(`UPDATE match SET tries = tries + 1 WHERE id = ? AND state = 'waiting' RETURNING tries`,
			next.ID).Scan(&next.tries)
	})
	if errors.Is(err, sql.ErrNoRows) {
		m.wakeSlot()
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("begin match %d: %w", next.ID, err)
	}
	m.nth++
	m.playing[next.ID], m.served[next.Person] = next.Person, m.nth
	return next, nil
}

// release gives the slot of a match back.
func (m *Matches) release(a *Match) {
	m.mu.Lock()
	delete(m.playing, a.ID)
	m.mu.Unlock()
	m.wakeSlot() // the person's next match may be played by another slot
}

// play plays a match and keeps how it ended.
func (m *Matches) play(ctx context.Context, a *Match) error {
	if a.tries > mostTries {
		return m.settle(ctx, a, nil, fmt.Sprintf("The site could not play it in %d attempts.", mostTries))
	}
	dir := m.folder(a.ID)
	if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o700)); err != nil {
		return fmt.Errorf("make the folder of match %d: %w", a.ID, err)
	}
	g, err := m.setup.Game(ctx, a)
	var refused *people.Problem
	if errors.As(err, &refused) {
		return m.settle(ctx, a, nil, refused.Text)
	}
	if err != nil {
		return fmt.Errorf("prepare match %d: %w", a.ID, err)
	}
	g.Dir, g.Seed = dir, Seed(a.Map)
	limited, cancel := context.WithTimeout(ctx, m.setup.Limit.Lasts)
	defer cancel()
	result, ok, err := m.setup.Play(limited, g)
	switch {
	case ctx.Err() != nil:
		return m.untry(a)
	case limited.Err() != nil:
		return m.settle(ctx, a, nil, fmt.Sprintf("It was stopped after %v.", m.setup.Limit.Lasts))
	case err != nil:
		return fmt.Errorf("play match %d: %w", a.ID, err)
	case !ok || len(result.Seats) != len(a.Seats):
		return m.settle(ctx, a, nil, "A bot does not start.")
	}
	if err := m.tidy(a, &g); err != nil {
		return err
	}
	return m.settle(ctx, a, result, "")
}

// untry forgets a try that ended with the site.
func (m *Matches) untry(a *Match) error {
	return m.db.Exec(context.Background(), `UPDATE match SET tries = tries - 1 WHERE id = ?`, a.ID)
}

// tidy removes everything from a match's folder but its replay and the output of the asker's own bots.
func (m *Matches) tidy(a *Match, g *Game) error {
	keep := []string{ReplayName}
	for seat := range a.Seats {
		if a.Seats[seat].Mine {
			keep = append(keep, outputName(seat))
			if err := shorten(g.LogName(seat)); err != nil {
				return fmt.Errorf("keep the output of match %d: %w", a.ID, err)
			}
		}
	}
	files, err := os.ReadDir(g.Dir)
	if err != nil {
		return fmt.Errorf("tidy match %d: %w", a.ID, err)
	}
	for _, f := range files {
		if !slices.Contains(keep, f.Name()) {
			if err := os.RemoveAll(filepath.Join(g.Dir, f.Name())); err != nil {
				return fmt.Errorf("tidy match %d: %w", a.ID, err)
			}
		}
	}
	return nil
}

// shorten cuts a log, which may be missing, to the records in its first mostOutput bytes, and says in the log that it did.
func shorten(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) || err == nil && info.Size() <= mostOutput {
		return nil
	}
	if err != nil {
		return err
	}
	records, err := gamelog.ReadFiles(mostOutput, path)
	if err != nil {
		return err
	}
	text := gamelog.Append(nil, records...)
	text = gamelog.Append(text, gamelog.Record{Turn: gamelog.Unknown, Kind: gamelog.Gap,
		Text: fmt.Sprintf("%d bytes of this log are left out", info.Size()-int64(len(text)))})
	return wholefile.WriteBytes(path, text)
}

// settle keeps the end of a match, and removes old ones. result is nil if it failed.
func (m *Matches) settle(ctx context.Context, a *Match, result *Result, why string) error {
	state, text := Failed, ""
	if result != nil {
		encoded, err := json.Marshal(result)
		if err != nil {
			return fmt.Errorf("keep match %d: %w", a.ID, err)
		}
		state, text = Played, string(encoded)
	}
	ctx = context.WithoutCancel(ctx)
	err := m.db.Exec(ctx, `UPDATE match SET state = ?, result = ?, why = ? WHERE id = ?`, string(state), text, why, a.ID)
	if err != nil {
		return fmt.Errorf("keep match %d: %w", a.ID, err)
	}
	return m.expire(ctx)
}

package matches

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"agon/internal/regular"
	"agon/record/gamelog"
	"agon/site/database"
	"agon/site/people"
)

// Limits bound what people ask for. The zero value of each means the usual one.
type Limits struct {
	Waiting int           // matches of a person that wait or are played; 3
	Hourly  int           // requests of a person in an hour; 30
	Queue   int           // matches of all that wait or are played; 200
	Slots   int           // matches that are played at once, of different people; 4
	Lasts   time.Duration // of a match, the start of its bots included; 5 minutes
	Keep    int           // matches of a person, besides those of the last hour, which Hourly counts; 50
	Age     time.Duration // after which a match is removed; 30 days
}

func (l Limits) usual() Limits {
	for _, x := range []struct {
		n     *int
		usual int
	}{{&l.Waiting, 3}, {&l.Hourly, 30}, {&l.Queue, 200}, {&l.Slots, 4}, {&l.Keep, 50}} {
		if *x.n <= 0 {
			*x.n = x.usual
		}
	}
	if l.Lasts <= 0 {
		l.Lasts = 5 * time.Minute
	}
	if l.Age <= 0 {
		l.Age = 30 * 24 * time.Hour
	}
	return l
}

// A Seat is who plays in a seat: a version of a submitted bot, or a house bot.
type Seat struct {
	Name    string `json:"name"`              // as shown, unique in the match
	Version int64  `json:"version,omitempty"` // ID; 0: a house bot
	Ref     string `json:"ref,omitempty"`     // of a house bot
	Mine    bool   `json:"mine,omitempty"`    // it belongs to who asked, or to the own team
}

// A State is how far a match is.
type State string

// The states.
const (
	Waiting State = "waiting"
	Playing State = "playing"
	Played  State = "played"
	Failed  State = "failed"
)

// A Match is one that somebody asked for.
type Match struct {
	ID      int64
	Contest string
	Person  int64 // who asked
	Asked   time.Time
	State   State
	Map     int64 // the number from which the seed is made; see Seed
	Seats   []Seat
	Result  *Result // nil before the end
	Why     string  // it failed
	Shared  bool    // others can see it
	tries   int
}

// Won reports whether a seat has the first place alone.
func (m *Match) Won(seat int) bool {
	if m.Result == nil || seat >= len(m.Result.Seats) {
		return false
	}
	first := 0
	for i := range m.Result.Seats {
		if m.Result.Seats[i].Place == 1 {
			first++
		}
	}
	return first == 1 && m.Result.Seats[seat].Place == 1
}

// A Result is how a match ended.
type Result struct {
	Seats  []SeatResult `json:"seats"`
	Rounds int          `json:"rounds"`
	Ending string       `json:"ending"`
}

// A SeatResult is how a match ended for a seat.
type SeatResult struct {
	Score  float64        `json:"score"`
	Place  int            `json:"place"` // from 1
	Faults map[string]int `json:"faults"`
	AvgUs  float64        `json:"avg_us"` // mean time of a move, µs
}

// MostMap is the largest number of a map: every JSON parser preserves it.
const MostMap = 1<<53 - 1

// Seed returns the seed of the game on a map: from 0 to MostMap.
func Seed(number int64) int64 {
	var text [8]byte
	binary.BigEndian.PutUint64(text[:], uint64(number))
	sum := sha256.Sum256(append([]byte("agon match "), text[:]...))
	return int64(binary.BigEndian.Uint64(sum[:]) & MostMap)
}

// DrawMap returns a random number of a map.
func DrawMap() int64 {
	n, _ := rand.Int(rand.Reader, big.NewInt(MostMap+1)) // it never fails
	return n.Int64()
}

// Setup is what matches need.
type Setup struct {
	Dir   string // of replays and logs
	Play  Player
	Game  func(ctx context.Context, m *Match) (Game, error) // returns what is played; a [*people.Problem] says why it cannot be
	Room  func() error                                      // an error while the disk is too full; may be nil
	Now   func() time.Time
	Log   *slog.Logger
	Limit Limits
}

// Matches are those of a site. The methods are safe for concurrent use.
type Matches struct {
	db     *database.Database
	setup  Setup
	wake   chan struct{} // one element for each slot that may find something to play
	work   sync.WaitGroup
	cancel context.CancelFunc

	mu      sync.Mutex      // guards the rest, and is held while a match is chosen
	playing map[int64]int64 // the person, by match
	served  map[int64]int64 // the number of the last service, by person
	nth     int64           // services so far
}

// Open returns the matches of a site, and plays those that wait.
func Open(ctx context.Context, db *database.Database, s Setup) (*Matches, error) {
	s.Limit = s.Limit.usual()
	if s.Room == nil {
		s.Room = func() error { return nil }
	}
	if err := os.MkdirAll(s.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of matches: %w", err)
	}
	m := &Matches{db: db, setup: s, wake: make(chan struct{}, s.Limit.Slots), playing: map[int64]int64{}, served: map[int64]int64{}}
	if err := m.expire(ctx); err != nil {
		return nil, err
	}
	if err := m.sweep(ctx); err != nil {
		return nil, err
	}
	background, cancel := context.WithCancel(context.WithoutCancel(ctx))
	m.cancel = cancel
	for range s.Limit.Slots {
		m.wakeSlot()
		m.work.Go(func() { m.serve(background) })
	}
	return m, nil
}

// Close stops the matches that are being played; they are played again when the matches are opened.
func (m *Matches) Close() {
	m.cancel()
	m.work.Wait()
}

// Limits returns the limits that hold.
func (m *Matches) Limits() Limits { return m.setup.Limit }

// Use returns how many matches of a person wait or are played, and how many the person asked for within an hour.
func (m *Matches) Use(ctx context.Context, person int64) (waiting, hourly int, err error) {
	err = m.db.Row(ctx, `SELECT count(*) FILTER (WHERE state = 'waiting'), count(*) FILTER (WHERE asked > ?) FROM match WHERE person = ?`,
		m.setup.Now().Add(-time.Hour).UnixMilli(), person).Scan(&waiting, &hourly)
	if err != nil {
		return 0, 0, fmt.Errorf("count matches: %w", err)
	}
	return waiting, hourly, nil
}

func problem(format string, args ...any) error {
	return &people.Problem{Text: fmt.Sprintf(format, args...)}
}

// Ask keeps a request, and has it played. The contest, the map and the seats must be valid. A [*people.Problem] says which limit is
// reached.
func (m *Matches) Ask(ctx context.Context, person int64, contest string, number int64, seats []Seat) (*Match, error) {
	text, err := json.Marshal(seats)
	if err != nil {
		return nil, err
	}
	now := m.setup.Now()
	a := &Match{Contest: contest, Person: person, Asked: time.UnixMilli(now.UnixMilli()), State: Waiting, Map: number, Seats: seats}
	err = m.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error {
		var mine, all, hourly int
		if err := tx.QueryRow(`SELECT count(*) FILTER (WHERE person = ?), count(*) FROM match WHERE state = 'waiting'`, person).Scan(&mine,
			&all); err != nil {
			return err
		}
		if err := tx.QueryRow(`SELECT count(*) FROM match WHERE person = ? AND asked > ?`, person,
			now.Add(-time.Hour).UnixMilli()).Scan(&hourly); err != nil {
			return err
		}
		switch l := m.setup.Limit; {
		case mine >= l.Waiting:
			return problem("%d of your matches wait or are played; wait until one is done.", mine)
		case hourly >= l.Hourly:
			return problem("You have asked for %d matches within an hour; the limit is %d.", hourly, l.Hourly)
		case all >= l.Queue:
			return problem("%d matches wait already; ask again later.", all)
		}
		result, err := tx.Exec(`INSERT INTO match (contest, person, asked, state, map, seats) VALUES (?, ?, ?, 'waiting', ?, ?)`, contest,
			person, a.Asked.UnixMilli(), number, string(text))
		if err != nil {
			return fmt.Errorf("keep a match: %w", err)
		}
		a.ID, err = result.LastInsertId()
		return err
	})
	if err != nil {
		return nil, err
	}
	m.wakeSlot()
	return a, nil
}

const columns = `id, contest, person, asked, state, tries, map, seats, result, why, shared IS NOT NULL`

func (m *Matches) scan(scan func(...any) error) (*Match, error) {
	var a Match
	var asked int64
	var seats, result string
	if err := scan(&a.ID, &a.Contest, &a.Person, &asked, &a.State, &a.tries, &a.Map, &seats, &result, &a.Why, &a.Shared); err != nil {
		if errors.Is(err, sql.ErrNoRows) {
			return nil, people.ErrNobody
		}
		return nil, fmt.Errorf("read a match: %w", err)
	}
	a.Asked = time.UnixMilli(asked)
	if err := json.Unmarshal([]byte(seats), &a.Seats); err != nil {
		return nil, fmt.Errorf("read match %d: %w", a.ID, err)
	}
	if result != "" {
		a.Result = &Result{}
		if err := json.Unmarshal([]byte(result), a.Result); err != nil {
			return nil, fmt.Errorf("read match %d: %w", a.ID, err)
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.playing[a.ID]; ok && a.State == Waiting {
		a.State = Playing
	}
	return &a, nil
}

// All returns the matches that a person asked for, the newest first.
func (m *Matches) All(ctx context.Context, person int64) ([]*Match, error) {
	return m.Of(ctx, person, "")
}

// Of returns the matches that a person asked for in a contest, the newest first; in all if contest is empty.
func (m *Matches) Of(ctx context.Context, person int64, contest string) (list []*Match, err error) {
	err = m.db.Each(ctx, func(scan func(...any) error) error {
		a, err := m.scan(scan)
		list = append(list, a)
		return err
	}, `SELECT `+columns+` FROM match WHERE person = ?1 AND (contest = ?2 OR ?2 = '') ORDER BY id DESC`, person, contest)
	return list, err
}

// Match returns a match that a person asked for; the error is [people.ErrNobody] if there is none.
func (m *Matches) Match(ctx context.Context, person int64, contest string, id int64) (*Match, error) {
	return m.scan(m.db.Row(ctx, `SELECT `+columns+` FROM match WHERE id = ? AND person = ? AND contest = ?`, id, person, contest).Scan)
}

// Before returns how many matches wait that were asked for before this one.
func (m *Matches) Before(ctx context.Context, a *Match) (n int, err error) {
	err = m.db.Row(ctx, `SELECT count(*) FROM match WHERE state = 'waiting' AND id < ?`, a.ID).Scan(&n)
	return n, err
}

// Share makes a text by which everybody finds the match with [Matches.Find], in place of an earlier one.
func (m *Matches) Share(ctx context.Context, a *Match) (text string, err error) {
	text = rand.Text()
	sum := sha256.Sum256([]byte(text))
	return text, m.share(ctx, a, sum[:])
}

// Unshare makes the text of [Matches.Share] invalid.
func (m *Matches) Unshare(ctx context.Context, a *Match) error { return m.share(ctx, a, nil) }

func (m *Matches) share(ctx context.Context, a *Match, sum []byte) error {
	return m.db.Exec(ctx, `UPDATE match SET shared = ? WHERE id = ?`, sum, a.ID)
}

// Find returns the match that is shared by a text; the error is [people.ErrNobody] if there is none.
func (m *Matches) Find(ctx context.Context, text string) (*Match, error) {
	sum := sha256.Sum256([]byte(text))
	return m.scan(m.db.Row(ctx, `SELECT `+columns+` FROM match WHERE shared = ?`, sum[:]).Scan)
}

// folder returns the folder of a match.
func (m *Matches) folder(id int64) string {
	return filepath.Join(m.setup.Dir, strconv.FormatInt(id, 10))
}

// Replay returns the replay of a match that was played.
func (m *Matches) Replay(a *Match) ([]byte, error) {
	return regular.Read(filepath.Join(m.folder(a.ID), ReplayName))
}

// Live returns the replay of a match's game as far as it has been played, at most some hundred milliseconds ago.
func (m *Matches) Live(a *Match) ([]byte, error) {
	return regular.Read(filepath.Join(m.folder(a.ID), LiveName))
}

// Shown reports whether the game of a match has turns that [Matches.Live] returns.
func (m *Matches) Shown(a *Match) bool {
	_, err := os.Stat(filepath.Join(m.folder(a.ID), LiveName))
	return err == nil
}

// Over returns a match again, and whether it is played no more.
func (m *Matches) Over(ctx context.Context, a *Match) (*Match, bool, error) {
	now, err := m.Match(ctx, a.Person, a.Contest, a.ID)
	return now, err == nil && now.State != Waiting && now.State != Playing, err
}

// Output returns what the bot in a seat printed, while the match is played so far as it is written; empty if the asker does not own it.
func (m *Matches) Output(a *Match, seat int) ([]gamelog.Record, error) {
	if seat < 0 || seat >= len(a.Seats) || !a.Seats[seat].Mine {
		return nil, nil
	}
	dir := m.folder(a.ID)
	kept := filepath.Join(dir, outputName(seat))
	if _, err := os.Lstat(kept); !errors.Is(err, fs.ErrNotExist) {
		return gamelog.ReadFiles(0, kept)
	}
	files, err := os.ReadDir(filepath.Join(dir, LogsName))
	for _, f := range files {
		if f.Type().IsRegular() && strings.HasPrefix(f.Name(), fmt.Sprintf("%02d-", seat)) {
			// none if the match has just ended and the file is gone
			return gamelog.ReadFiles(mostOutput, filepath.Join(dir, LogsName, f.Name()))
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return nil, err
}

// outputName returns the name of the file with what a seat's bot printed.
func outputName(seat int) string { return fmt.Sprintf("seat-%02d.log", seat) }

// expire removes old matches: rows first, since a folder without a row is removed by sweep.
func (m *Matches) expire(ctx context.Context) error {
	var gone []int64
	err := m.db.Write(ctx, func(tx *sql.Tx) error {
		rows, err := tx.Query(`DELETE FROM match WHERE state <> 'waiting' AND (asked < ? OR id IN (
			SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY person ORDER BY id DESC) AS nth FROM match) WHERE nth > ?) AND asked < ?) RETURNING id`,
			m.setup.Now().Add(-m.setup.Limit.Age).UnixMilli(), m.setup.Limit.Keep, m.setup.Now().Add(-time.Hour).UnixMilli())
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id int64
			if err := rows.Scan(&id); err != nil {
				return err
			}
			gone = append(gone, id)
		}
		return rows.Err()
	})
	if err != nil {
		return fmt.Errorf("remove old matches: %w", err)
	}
	for _, id := range gone {
		if err := os.RemoveAll(m.folder(id)); err != nil {
			return fmt.Errorf("remove an old match: %w", err)
		}
	}
	return nil
}

// sweep removes folders of matches that are not in the database.
func (m *Matches) sweep(ctx context.Context) error {
	known := map[string]bool{}
	err := m.db.Each(ctx, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		known[strconv.FormatInt(id, 10)] = true
		return err
	}, `SELECT id FROM match`)
	if err != nil {
		return fmt.Errorf("read the matches: %w", err)
	}
	kept, err := os.ReadDir(m.setup.Dir)
	if err != nil {
		return fmt.Errorf("read the folder of matches: %w", err)
	}
	for _, d := range kept {
		if !known[d.Name()] {
			if err := os.RemoveAll(filepath.Join(m.setup.Dir, d.Name())); err != nil {
				return fmt.Errorf("remove a match that is not in the database: %w", err)
			}
		}
	}
	return nil
}

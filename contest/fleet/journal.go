package fleet

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	"agon/internal/regular"
)

// A Journal is a file with the games that each worker has played, since the ledger of a contest does not. With it a worker that is
// caught after its contest was continued loses its earlier games too. Games are written down before they count, so a killed server forgets
// none; a power failure may lose those of the last seconds. It is safe for concurrent use.
type Journal struct {
	mu    sync.Mutex
	file  *os.File
	found map[string]*record // by worker; what the file had when it was opened

	words map[int]word // by game; likewise
}

// record is what a journal has of a worker.
type record struct {
	games []int
	aside string // why it is not believed; empty: it is
}

// An entry is a line of a journal.
type entry struct {
	Worker  string `json:"worker"`
	Games   []int  `json:"games,omitempty"`   // it has played these
	Aside   string `json:"aside,omitempty"`   // it was set aside; why
	Judged  []int  `json:"judged,omitempty"`  // it agreed about these games of another worker, and therefore they count
	Of      string `json:"of,omitempty"`      // who has played these
	Settled []int  `json:"settled,omitempty"` // the contest has decided what becomes of these games of a worker that was set aside
}

// OpenJournal opens a journal, or creates one. A last line that was not finished is removed; any other line that cannot be read is an
// error. One process at a time may have it open.
func OpenJournal(path string) (*Journal, error) {
	if err := regular.Check(path); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: file, found: map[string]*record{}, words: map[int]word{}}
	if err := j.read(path); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}

// read takes in what the file has.
func (j *Journal) read(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	if whole < len(text) {
		if err := j.file.Truncate(int64(whole)); err != nil {
			return err
		}
	}
	number := 0
	for line := range bytes.Lines(text[:whole]) {
		number++
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			return fmt.Errorf("%s:%d: not an entry about a worker: %w; move the file away to go on without what it says", path, number, err)
		}
		j.enter(e)
	}
	return nil
}

// enter adds an entry to what is known.
func (j *Journal) enter(e entry) {
	r := j.found[e.Worker]
	if r == nil {
		r = &record{}
		j.found[e.Worker] = r
	}
	r.games = append(r.games, e.Games...)
	for _, id := range e.Judged {
		j.words[id] = word{e.Of, e.Worker}
	}
	if e.Aside != "" {
		r.aside = e.Aside
	}
	if e.Settled != nil {
		for _, id := range e.Settled {
			delete(j.words, id)
		}
		if r.games = without(r.games, e.Settled); len(r.games) == 0 {
			r.aside = ""
		}
	}
}

// without returns the games that are not among some others.
func without(games, others []int) []int {
	gone := make(map[int]bool, len(others))
	for _, id := range others {
		gone[id] = true
	}
	return slices.DeleteFunc(games, func(id int) bool { return gone[id] })
}

// write adds an entry to the file. A nil journal keeps nothing.
func (j *Journal) write(e entry) error {
	if j == nil {
		return nil
	}
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("write down who has played which games: %w", err)
	}
	return nil
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

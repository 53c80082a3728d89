/*
Package archive keeps the replays of a contest: thousands of them, in a few files.

Games are appended to segment files, each with a head that names the game and holds checksums. For each game a line of fixed size
is appended to an index, after its bytes are in the segment. The index is there for speed alone: where it is missing, short or damaged the
games are found in the segments. Where a game stands twice the later one counts: a game is put on the archive before its result is kept,
so one that was lost between the two is played and shelved again.

# What an archive promises

When Append returns the replays are on the disk, so no result that is kept afterwards stands without its replay, not even after the
machine has lost its power. A process that is killed leaves at most a last replay that was not written to its end, which the next
Append removes. Reading changes nothing in the folder. Bytes that are damaged are never removed and never given out.

	archive.go   the archive: opening, getting
	append.go  appending, and reconciling the files
	read.go    the index held against the segments
	frame.go   replays in a segment
	index.go   lines of the index
*/
package archive

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"agon/internal/regular"
)

// Name is the folder of replays in a contest's folder.
const Name = "replays"

// An Archive holds the replays of one contest. One process may append, several may read; it is safe for concurrent use.
type Archive struct {
	dir string

	mu        sync.Mutex // guards all below, and the files
	places    map[int64]place
	unindexed map[int64]bool // games without a line in the index
	segments  map[uint32]*segment
	astray    bool // the index names missing replays, or has damaged lines
	notes     []Note
	number    uint32 // of the last segment
	bytes     int64

	index   *os.File
	segment *os.File // open for appending; nil before the first Append
	end     int64    // size of that segment
	lines   int64    // size of the index
}

// Open opens the archive in a folder, which need not exist, for reading.
func Open(dir string) (*Archive, error) { return open(dir, false) }

// Scan is Open without trust in the index: it reads every replay and checks its checksum.
func Scan(dir string) (*Archive, error) { return open(dir, true) }

func open(dir string, distrust bool) (*Archive, error) {
	s := &Archive{dir: dir, places: map[int64]place{}, unindexed: map[int64]bool{}, segments: map[uint32]*segment{}}
	if err := s.load(distrust); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Archive) indexName() string { return filepath.Join(s.dir, "index") }

func (s *Archive) segmentName(n uint32) string {
	return filepath.Join(s.dir, fmt.Sprintf("segment-%04d", n))
}

// ErrAbsent is the error of Get for a game without a replay.
var ErrAbsent = errors.New("no replay of this game")

// Get returns a replay. A damaged one is an error.
func (s *Archive) Get(game int64) ([]byte, error) {
	s.mu.Lock()
	p, ok := s.places[game]
	framed := ok && s.segments[p.segment].framed
	s.mu.Unlock()
	if !ok {
		return nil, ErrAbsent
	}
	f, err := regular.Open(s.segmentName(p.segment))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if framed {
		data, err := readFrame(f, game, p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.segmentName(p.segment), err)
		}
		return data, nil
	}
	data := make([]byte, p.length)
	if _, err := f.ReadAt(data, p.offset); err != nil {
		return nil, fmt.Errorf("read the replay of game %d: %w", game+1, err)
	}
	return data, nil
}

// Games returns the games on the archive, in ascending order.
func (s *Archive) Games() []int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	games := make([]int64, 0, len(s.places))
	for g := range s.places {
		games = append(games, g)
	}
	slices.Sort(games)
	return games
}

// Indexed reports whether the index names a game. A killed process may leave games that it does not name, but no results of them.
func (s *Archive) Indexed(game int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.places[game]
	return ok && !s.unindexed[game]
}

// Notes returns remarks on the files as they were when the archive was opened.
func (s *Archive) Notes() []Note {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.notes)
}

// Bytes returns the size of the replays.
func (s *Archive) Bytes() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes
}

// Close closes the files.
func (s *Archive) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closeFiles()
}

func (s *Archive) closeFiles() error {
	var errs []error
	for _, f := range []*os.File{s.index, s.segment} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	s.index, s.segment = nil, nil
	return errors.Join(errs...)
}

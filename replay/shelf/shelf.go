/*
Package shelf keeps the replays of a contest: thousands of them, in a few files.

Games are appended to segment files, and for each game a line of fixed size is appended to an index, after its bytes are in the segment. A
crash may leave bytes that no line names, or a line cut short; both are passed over. Where a game stands twice the later one counts: a
game is put on the shelf before its result is kept, so one that was lost between the two is played and shelved again.
*/
package shelf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// segmentSize is how large a segment grows before the next one is begun.
const segmentSize = 256 << 20

// lineSize is the size of a line of the index: game, segment, offset, length, and a CRC of these, little-endian.
const lineSize = 8 + 4 + 8 + 4 + 4

// A Shelf is the replays of one contest. One process may append, any may read; it may be used by many goroutines.
type Shelf struct {
	dir string

	mu      sync.Mutex
	places  map[int64]place
	index   *os.File
	segment *os.File
	number  uint32
	end     int64
	bytes   int64
}

type place struct {
	segment uint32
	offset  int64
	length  uint32
}

// Open opens the shelf in a folder, which need not exist, for reading.
func Open(dir string) (*Shelf, error) {
	s := &Shelf{dir: dir, places: map[int64]place{}}
	text, err := os.ReadFile(s.indexName())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the index of replays: %w", err)
	}
	for ; len(text) >= lineSize; text = text[lineSize:] {
		game, p, ok := parseLine(text[:lineSize])
		if !ok {
			return nil, fmt.Errorf("%s is damaged: line %d does not hold its checksum", s.indexName(), len(s.places)+1)
		}
		s.places[game] = p
		s.number = max(s.number, p.segment)
		s.bytes += int64(p.length)
	}
	return s, nil
}

func (s *Shelf) indexName() string { return filepath.Join(s.dir, "index") }

func (s *Shelf) segmentName(n uint32) string {
	return filepath.Join(s.dir, fmt.Sprintf("segment-%04d", n))
}

func parseLine(line []byte) (int64, place, bool) {
	sum := binary.LittleEndian.Uint32(line[lineSize-4:])
	return int64(binary.LittleEndian.Uint64(line)), place{
		segment: binary.LittleEndian.Uint32(line[8:]),
		offset:  int64(binary.LittleEndian.Uint64(line[12:])),
		length:  binary.LittleEndian.Uint32(line[20:]),
	}, sum == crc32.ChecksumIEEE(line[:lineSize-4])
}

func appendLine(dst []byte, game int64, p place) []byte {
	from := len(dst)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(game))
	dst = binary.LittleEndian.AppendUint32(dst, p.segment)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(p.offset))
	dst = binary.LittleEndian.AppendUint32(dst, p.length)
	return binary.LittleEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[from:]))
}

// A Game is a replay to be put on the shelf.
type Game struct {
	ID   int64
	Data []byte
}

// Append puts games on the shelf, in one write to the segment and one to the index.
func (s *Shelf) Append(games []Game) error {
	if len(games) == 0 {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.ready(); err != nil {
		return err
	}
	var data, lines []byte
	for _, g := range games {
		p := place{s.number, s.end + int64(len(data)), uint32(len(g.Data))}
		data = append(data, g.Data...)
		lines = appendLine(lines, g.ID, p)
	}
	if _, err := s.segment.Write(data); err != nil {
		return fmt.Errorf("write replays: %w", err)
	}
	if _, err := s.index.Write(lines); err != nil {
		return fmt.Errorf("write the index of replays: %w", err)
	}
	for ; len(lines) > 0; lines = lines[lineSize:] {
		game, p, _ := parseLine(lines[:lineSize])
		s.places[game] = p
	}
	s.end += int64(len(data))
	s.bytes += int64(len(data))
	return nil
}

// ready opens the files for appending: the index cut to whole lines, and a segment that has room.
func (s *Shelf) ready() error {
	if s.segment != nil && s.end < segmentSize {
		return nil
	}
	if s.segment != nil {
		s.segment.Close()
		s.segment = nil
		s.number++
	}
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return err
	}
	if s.index == nil {
		index, err := os.OpenFile(s.indexName(), os.O_CREATE|os.O_RDWR, 0o644)
		if err != nil {
			return err
		}
		size, err := index.Seek(0, io.SeekEnd)
		if err == nil {
			err = index.Truncate(size - size%lineSize)
		}
		if err == nil {
			_, err = index.Seek(0, io.SeekEnd)
		}
		if err != nil {
			index.Close()
			return err
		}
		s.index = index
	}
	for {
		segment, err := os.OpenFile(s.segmentName(s.number), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
		if err != nil {
			return err
		}
		info, err := segment.Stat()
		if err != nil {
			segment.Close()
			return err
		}
		if info.Size() < segmentSize {
			s.segment, s.end = segment, info.Size()
			return nil
		}
		segment.Close()
		s.number++
	}
}

// ErrAbsent is what Get says of a game that is not on the shelf.
var ErrAbsent = errors.New("there is no replay of this game")

// Get reads a replay.
func (s *Shelf) Get(game int64) ([]byte, error) {
	s.mu.Lock()
	p, ok := s.places[game]
	s.mu.Unlock()
	if !ok {
		return nil, ErrAbsent
	}
	f, err := os.Open(s.segmentName(p.segment))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data := make([]byte, p.length)
	if _, err := f.ReadAt(data, p.offset); err != nil {
		return nil, fmt.Errorf("read game %d: %w", game, err)
	}
	return data, nil
}

// Games are the games on the shelf, in ascending order.
func (s *Shelf) Games() []int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	games := make([]int64, 0, len(s.places))
	for g := range s.places {
		games = append(games, g)
	}
	slices.Sort(games)
	return games
}

// Bytes is how much the replays take.
func (s *Shelf) Bytes() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes
}

// Close closes the files.
func (s *Shelf) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, f := range []*os.File{s.index, s.segment} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	s.index, s.segment = nil, nil
	return errors.Join(errs...)
}

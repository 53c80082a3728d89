package archive

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"agon/internal/regular"
	"agon/internal/wholefile"
)

// segmentSize is the size in bytes at which a new segment is begun.
const segmentSize = 256 << 20

// A Game is a replay to be appended.
type Game struct {
	ID   int64
	Data []byte
}

// Append appends games: in one write to the segment, which is then flushed to the disk, and one to the index. After an error none of them
// is in the archive.
func (s *Archive) Append(games []Game) error {
	if len(games) == 0 {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.ready(); err != nil {
		return fmt.Errorf("write replays: %w", err)
	}
	var data, lines []byte
	for _, g := range games {
		p := place{s.number, s.end + int64(len(data)+headSize), uint32(len(g.Data))}
		data = appendFrame(data, g.ID, g.Data)
		lines = appendLine(lines, g.ID, p)
	}
	_, err := s.segment.Write(data)
	if err == nil {
		err = s.segment.Sync()
	}
	if err != nil {
		return s.takeBack(fmt.Errorf("write replays: %w", err))
	}
	if _, err := s.index.Write(lines); err != nil {
		return s.takeBack(fmt.Errorf("write the index of replays: %w", err))
	}
	s.lines += int64(len(lines))
	for ; len(lines) > 0; lines = lines[lineSize:] {
		game, p, _ := parseLine(lines[:lineSize])
		s.put(game, p, true)
	}
	s.end += int64(len(data))
	s.segments[s.number].size = s.end
	return nil
}

// takeBack removes what a failed Append has written: lines first, as none may name what is not in the segment. If that fails too, the next
// process finds an incomplete replay.
func (s *Archive) takeBack(err error) error {
	s.index.Truncate(s.lines)
	s.segment.Truncate(s.end)
	s.closeFiles()
	return err
}

// ready opens the files for appending: a complete index, and a segment with room.
func (s *Archive) ready() error {
	if s.segment != nil && s.end < segmentSize {
		return nil
	}
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return err
	}
	if s.index == nil {
		if _, err := s.reconcile(false); err != nil {
			return err
		}
		if err := regular.Check(s.indexName()); err != nil {
			return err
		}
		index, err := os.OpenFile(s.indexName(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			return err
		}
		info, err := index.Stat()
		if err != nil {
			index.Close()
			return err
		}
		s.index, s.lines = index, info.Size()
	}
	return s.openSegment()
}

// openSegment opens the last segment, or begins a new one after one that is full, damaged at its end, or without heads.
func (s *Archive) openSegment() error {
	if s.segment != nil {
		s.segment.Close()
		s.segment = nil
	}
	seg := s.segments[s.number]
	if seg != nil && (!seg.framed || seg.spoilt > 0 || seg.size >= segmentSize) {
		s.number++
		seg = nil
	}
	if err := regular.Check(s.segmentName(s.number)); err != nil {
		return err
	}
	f, err := os.OpenFile(s.segmentName(s.number), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	if seg == nil {
		s.segments[s.number] = &segment{framed: true}
		syncFolder(s.dir) // otherwise the file might be missing after a power failure
	}
	s.segment, s.end = f, s.segments[s.number].size
	return nil
}

// Reconcile makes the files match what this archive reads, and returns what it did or, if dry, would do: it cuts off incomplete replays and
// rewrites an incomplete index. It never removes damaged data.
func (s *Archive) Reconcile(dry bool) (done []string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if done, err = s.reconcile(dry); err != nil {
		return done, fmt.Errorf("mend the replays: %w", err)
	}
	return done, nil
}

func (s *Archive) reconcile(dry bool) (done []string, err error) {
	for _, n := range slices.Sorted(maps.Keys(s.segments)) {
		seg := s.segments[n]
		if seg.half == 0 {
			continue
		}
		done = append(done, fmt.Sprintf("cut %d bytes of an incomplete replay off %s", seg.half, s.segmentName(n)))
		if dry {
			continue
		}
		if err := os.Truncate(s.segmentName(n), seg.end); err != nil {
			return done, err
		}
		seg.size, seg.half = seg.end, 0
	}
	if s.sound() {
		return done, nil
	}
	done = append(done, fmt.Sprintf("rewrote %s", s.indexName()))
	if dry {
		return done, nil
	}
	return done, s.writeIndex()
}

// sound reports whether the index names exactly what is in the segments.
func (s *Archive) sound() bool {
	info, err := os.Stat(s.indexName())
	if err != nil {
		return len(s.segments) == 0
	}
	return !s.astray && len(s.unindexed) == 0 && info.Size()%lineSize == 0
}

// writeIndex rewrites the index, game by game. It names all frames of the segments, including those replaced by a later one.
func (s *Archive) writeIndex() error {
	var lines []byte
	for n := range s.number + 1 {
		seg := s.segments[n]
		if seg == nil {
			continue
		}
		if !seg.framed {
			for _, game := range slices.Sorted(maps.Keys(s.places)) {
				if p := s.places[game]; p.segment == n {
					lines = appendLine(lines, game, p)
				}
			}
			continue
		}
		f, err := regular.Open(s.segmentName(n))
		if err != nil {
			return err
		}
		lines, err = appendFrames(lines, f, n, seg.size, s.places)
		f.Close()
		if err != nil {
			return err
		}
	}
	if err := wholefile.WriteBytes(s.indexName(), lines); err != nil {
		return err
	}
	clear(s.unindexed)
	s.astray = false
	return nil
}

// appendFrames appends a line for each frame of a segment, the valid ones last, so that readers of the index agree with places.
func appendFrames(lines []byte, r io.ReaderAt, n uint32, size int64, places map[int64]place) ([]byte, error) {
	var count []byte
	_, err := scanSegment(r, 0, size, func(f frame) {
		p := place{n, f.offset, f.length}
		if places[f.game] == p {
			count = appendLine(count, f.game, p)
			return
		}
		lines = appendLine(lines, f.game, p)
	})
	return append(lines, count...), err
}

// syncFolder flushes a folder's directory entries, if the system can.
func syncFolder(dir string) {
	if f, err := os.Open(dir); err == nil {
		f.Sync()
		f.Close()
	}
}

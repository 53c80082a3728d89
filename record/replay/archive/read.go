package archive

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"agon/internal/regular"
)

// A Note is a remark on the files of an archive.
type Note struct {
	Text   string
	Damage bool // otherwise it is what a killed process leaves
}

// A segment is one file of replays.
type segment struct {
	size   int64
	framed bool  // its replays have heads; before version 2 of the format they had none
	end    int64 // of the last whole frame
	half   int64 // bytes after it of an incomplete frame
	spoilt int64 // bytes after it that are no frame
}

// load reads the index and checks it against the segments. Games without a valid line are searched in the segments, all games if distrust
// is set.
func (s *Archive) load(distrust bool) error {
	numbers, err := s.segmentNumbers()
	if err != nil {
		return err
	}
	text, err := regular.Read(s.indexName())
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return fmt.Errorf("read the index of replays: %w", err)
	}
	lines, bad := parseIndex(text)
	if missing && len(numbers) > 0 {
		s.damaged("%s is missing; the replays were found in their segments", s.indexName())
	}
	if bad > 0 {
		s.astray = true
		s.damaged("%s is damaged: %d of its lines do not match their checksums; the replays were found in their segments", s.indexName(),
			bad)
	}
	bySegment := map[uint32][]line{}
	for _, l := range lines {
		bySegment[l.place.segment] = append(bySegment[l.place.segment], l)
	}
	for _, n := range numbers {
		s.number = max(s.number, n)
		if err := s.loadSegment(n, bySegment[n], bad > 0 || distrust); err != nil {
			return fmt.Errorf("read replays: %w", err)
		}
		delete(bySegment, n)
	}
	lost := 0
	for _, rest := range bySegment {
		lost += len(rest)
	}
	if lost > 0 {
		s.astray = true
		s.damaged("%s names %d replays in missing segments", s.indexName(), lost)
	}
	return nil
}

// loadSegment adds the games of a segment. If the lines of the index cover it without a gap they are trusted, and only the rest is scanned;
// otherwise all of it is.
func (s *Archive) loadSegment(n uint32, lines []line, all bool) error {
	f, err := regular.Open(s.segmentName(n))
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	seg := &segment{size: info.Size()}
	s.segments[n] = seg
	if seg.framed, err = framed(f, seg.size, lines); err != nil {
		return err
	}
	if !seg.framed {
		s.loadUnframed(n, seg, lines)
		return nil
	}
	named := map[line]bool{}
	from, covered := cover(lines, seg.size)
	believed := covered && !all
	for _, l := range lines {
		if believed {
			s.put(l.game, l.place, true)
		}
		named[l] = true
	}
	if !believed {
		from = 0
	}
	frames, hits, found, err := s.scan(f, n, from, seg.size, named)
	if err != nil {
		return err
	}
	if !believed && (hits < frames || hits < len(lines)) {
		s.astray = true
		if !all {
			s.damaged("%s does not agree with %s; the replays were found in the segment", s.indexName(), s.segmentName(n))
		}
	}
	s.note(n, seg, found)
	return nil
}

// scan adds the games that it finds in a segment, and returns their number and how many of them the index names.
func (s *Archive) scan(f *os.File, n uint32, from, size int64, named map[line]bool) (frames, hits int, found scan, err error) {
	whole := map[int64]bool{}
	found, err = scanSegment(f, from, size, func(fr frame) {
		p := place{n, fr.offset, fr.length}
		frames++
		indexed := named[line{fr.game, p}]
		if indexed {
			hits++
		}
		if !fr.whole && whole[fr.game] {
			return // an earlier copy is intact
		}
		whole[fr.game] = fr.whole
		s.put(fr.game, p, indexed)
	})
	return frames, hits, found, err
}

// note notes what a scan of a segment found beside replays.
func (s *Archive) note(n uint32, seg *segment, found scan) {
	seg.end = found.end
	if found.gaps > 0 {
		s.damaged("%s has %d bytes in %d places that are not replays", s.segmentName(n), found.stray, found.gaps)
	}
	switch {
	case found.tail > 0 && found.half:
		seg.half = found.tail
		s.notes = append(s.notes, Note{Text: fmt.Sprintf("%s ends with %d bytes of an incomplete replay", s.segmentName(n), found.tail)})
	case found.tail > 0:
		seg.spoilt = found.tail
		s.damaged("%s ends with %d bytes that are not a replay", s.segmentName(n), found.tail)
	}
}

// framed reports whether the replays of a segment have heads: it begins with one, or the index leaves room for one, or there is one further
// on after damaged first bytes.
func framed(f *os.File, size int64, lines []line) (bool, error) {
	first := make([]byte, len(mark))
	n, err := f.ReadAt(first, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	if string(first[:n]) == mark[:n] {
		return true, nil
	}
	if len(lines) > 0 {
		first := slices.MinFunc(lines, func(a, b line) int { return cmp.Compare(a.place.offset, b.place.offset) })
		return first.place.offset == int64(headSize), nil
	}
	at, err := nextHead(f, 0, size)
	return at >= 0, err
}

// loadUnframed adds the games of a segment without heads, as the index names them.
func (s *Archive) loadUnframed(n uint32, seg *segment, lines []line) {
	seg.end = seg.size
	lost := 0
	for _, l := range lines {
		if l.place.offset+int64(l.place.length) > seg.size {
			lost++
			continue
		}
		s.put(l.game, l.place, true)
	}
	if lost > 0 {
		s.damaged("%s is truncated: %d replays named by the index are missing", s.segmentName(n), lost)
	}
	if len(lines) == 0 && seg.size > 0 {
		s.damaged("%s was written by an older agon, whose replays cannot be found without the index, or its first bytes are damaged",
			s.segmentName(n))
	}
}

// cover reports whether lines cover a segment up to an end without a gap, and returns that end.
func cover(lines []line, size int64) (end int64, ok bool) {
	var sum int64
	for _, l := range lines {
		sum += int64(headSize) + int64(l.place.length)
		end = max(end, l.place.offset+int64(l.place.length))
	}
	return end, sum == end && end <= size
}

// put records the place of a game's replay; the later one counts.
func (s *Archive) put(game int64, p place, indexed bool) {
	s.places[game] = p
	s.bytes += int64(p.length)
	if indexed {
		delete(s.unindexed, game)
		return
	}
	s.unindexed[game] = true
}

func (s *Archive) damaged(format string, args ...any) {
	s.notes = append(s.notes, Note{fmt.Sprintf(format, args...), true})
}

// segmentNumbers returns the numbers of the segments in the folder, ascending.
func (s *Archive) segmentNumbers() ([]uint32, error) {
	names, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read replays: %w", err)
	}
	var numbers []uint32
	for _, name := range names {
		var n uint32
		if _, err := fmt.Sscanf(name.Name(), "segment-%d", &n); err == nil && name.Name() == filepath.Base(s.segmentName(n)) {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	return numbers, nil
}

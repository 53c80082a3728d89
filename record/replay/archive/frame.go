package archive

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
)

// A frame is a replay in a segment: its head, then its bytes. The head is a mark, the game, the length, a checksum of the bytes and one of
// the head itself, little-endian. So the games of a segment, and its damaged bytes, are known without the index.
const (
	mark     = "agf\x02"
	headSize = len(mark) + 8 + 4 + 4 + 4
)

// largest bounds the length of a replay.
const largest = 1 << 30

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// appendFrame appends a replay with its head.
func appendFrame(dst []byte, game int64, data []byte) []byte {
	from := len(dst)
	dst = append(dst, mark...)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(game))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(data)))
	dst = binary.LittleEndian.AppendUint32(dst, crc32.Checksum(data, castagnoli))
	dst = binary.LittleEndian.AppendUint32(dst, crc32.Checksum(dst[from:], castagnoli))
	return append(dst, data...)
}

// head is the parsed head of a frame.
type head struct {
	game   int64
	length uint32
	sum    uint32
}

// parseHead parses the head of a frame; false if the bytes are none.
func parseHead(b []byte) (head, bool) {
	if len(b) < headSize || string(b[:len(mark)]) != mark {
		return head{}, false
	}
	sum := binary.LittleEndian.Uint32(b[headSize-4:])
	h := head{int64(binary.LittleEndian.Uint64(b[4:])), binary.LittleEndian.Uint32(b[12:]), binary.LittleEndian.Uint32(b[16:])}
	return h, sum == crc32.Checksum(b[:headSize-4], castagnoli) && h.length <= largest
}

// A frame is one found by a scan.
type frame struct {
	game   int64
	offset int64 // of the replay's bytes
	length uint32
	whole  bool // its checksum matches
}

// A scan is the result of scanning a segment, besides its frames.
type scan struct {
	end   int64 // of the last frame
	tail  int64 // bytes after it
	half  bool  // the tail is an incomplete frame
	gaps  int   // runs of other bytes between frames
	stray int64 // their total size
}

// scanSegment visits the frames of a segment from an offset on. After damaged bytes it continues with the next head whose checksum matches.
func scanSegment(r io.ReaderAt, from, size int64, visit func(frame)) (scan, error) {
	s := scan{end: from}
	var data []byte
	for at := from; at < size; {
		h, ok, err := headAt(r, at, size)
		if err != nil {
			return s, err
		}
		if ok && at+int64(headSize)+int64(h.length) <= size {
			data = grown(data, int(h.length))
			if _, err := r.ReadAt(data, at+int64(headSize)); err != nil {
				return s, err
			}
			f := frame{h.game, at + int64(headSize), h.length, crc32.Checksum(data, castagnoli) == h.sum}
			if at > s.end {
				s.gaps++
				s.stray += at - s.end
			}
			at = f.offset + int64(f.length)
			s.end = at
			visit(f)
			continue
		}
		next, err := nextHead(r, at+1, size)
		if err != nil {
			return s, err
		}
		if next < 0 {
			break
		}
		at = next
	}
	s.tail = size - s.end
	if s.tail > 0 {
		half, err := unfinished(r, s.end, size)
		s.half = half
		return s, err
	}
	return s, nil
}

// grown returns a slice of n bytes, reusing b if it is large enough.
func grown(b []byte, n int) []byte {
	if cap(b) < n {
		return make([]byte, n)
	}
	return b[:n]
}

// headAt reads the head at an offset; false if there is none.
func headAt(r io.ReaderAt, at, size int64) (head, bool, error) {
	if size-at < int64(headSize) {
		return head{}, false, nil
	}
	var b [headSize]byte
	if _, err := r.ReadAt(b[:], at); err != nil {
		return head{}, false, err
	}
	h, ok := parseHead(b[:])
	return h, ok, nil
}

// nextHead returns the offset of the next head with a matching checksum whose frame ends within the segment; -1 if there is none.
func nextHead(r io.ReaderAt, from, size int64) (int64, error) {
	const window = 64 << 10
	buf := make([]byte, window+len(mark)-1)
	for at := from; at < size; at += window {
		b := buf[:min(int64(len(buf)), size-at)]
		if _, err := r.ReadAt(b, at); err != nil {
			return 0, err
		}
		for i := 0; i < len(b); {
			found := bytes.Index(b[i:], []byte(mark))
			if found < 0 {
				break
			}
			i += found
			h, ok, err := headAt(r, at+int64(i), size)
			if err != nil {
				return 0, err
			}
			if ok && at+int64(i+headSize)+int64(h.length) <= size {
				return at + int64(i), nil
			}
			i++
		}
	}
	return -1, nil
}

// unfinished reports whether the bytes from an offset to the end are an incomplete frame: a head whose bytes are missing, the beginning of
// a head, or the zeros that a file system leaves in place of unwritten data.
func unfinished(r io.ReaderAt, from, size int64) (bool, error) {
	h, ok, err := headAt(r, from, size)
	if err != nil || ok {
		return ok && from+int64(headSize)+int64(h.length) > size, err
	}
	b := make([]byte, min(size-from, 1<<20))
	if _, err := r.ReadAt(b, from); err != nil {
		return false, err
	}
	if len(bytes.Trim(b, "\x00")) == 0 && size-from == int64(len(b)) {
		return true, nil
	}
	return len(b) < headSize && bytes.HasPrefix(b, []byte(mark)[:min(len(b), len(mark))]), nil
}

// readFrame reads the replay at a place and checks it against its head.
func readFrame(r io.ReaderAt, game int64, p place) ([]byte, error) {
	b := make([]byte, headSize+int(p.length))
	if p.offset < int64(headSize) {
		return nil, fmt.Errorf("the index names bytes %d to %d, which leaves no room for a replay's head", p.offset,
			p.offset+int64(p.length))
	}
	if _, err := r.ReadAt(b, p.offset-int64(headSize)); err != nil {
		return nil, err
	}
	h, ok := parseHead(b)
	data := b[headSize:]
	switch {
	case !ok || h.length != p.length:
		return nil, fmt.Errorf("the head of the replay at byte %d is damaged", p.offset)
	case h.game != game:
		return nil, fmt.Errorf("the replay at byte %d is that of game %d", p.offset, h.game+1)
	case h.sum != crc32.Checksum(data, castagnoli):
		return nil, fmt.Errorf("the replay at byte %d is damaged: its checksum does not match", p.offset)
	}
	return data, nil
}

package archive

import (
	"encoding/binary"
	"hash/crc32"
)

// lineSize is the size of a line of the index: game, segment, offset, length, and a CRC of these, little-endian.
const lineSize = 8 + 4 + 8 + 4 + 4

// A place is the position of a replay's bytes.
type place struct {
	segment uint32
	offset  int64
	length  uint32
}

func parseLine(line []byte) (int64, place, bool) {
	sum := binary.LittleEndian.Uint32(line[lineSize-4:])
	p := place{
		segment: binary.LittleEndian.Uint32(line[8:]),
		offset:  int64(binary.LittleEndian.Uint64(line[12:])),
		length:  binary.LittleEndian.Uint32(line[20:]),
	}
	return int64(binary.LittleEndian.Uint64(line)), p, sum == crc32.ChecksumIEEE(line[:lineSize-4]) && p.offset >= 0 && p.length <= largest
}

func appendLine(dst []byte, game int64, p place) []byte {
	from := len(dst)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(game))
	dst = binary.LittleEndian.AppendUint32(dst, p.segment)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(p.offset))
	dst = binary.LittleEndian.AppendUint32(dst, p.length)
	return binary.LittleEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[from:]))
}

// A line is a line of the index whose checksum matches.
type line struct {
	game  int64
	place place
}

// parseIndex parses an index. bad is the number of lines whose checksum does not match; a truncated last line is ignored.
func parseIndex(text []byte) (lines []line, bad int) {
	for ; len(text) >= lineSize; text = text[lineSize:] {
		game, p, ok := parseLine(text[:lineSize])
		if !ok {
			bad++
			continue
		}
		lines = append(lines, line{game, p})
	}
	return lines, bad
}

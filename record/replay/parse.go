package replay

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"agon/game"
)

var errShort = errors.New("a section ends too early")

// reader reads a section; after the first error every read returns zero values.
type reader struct {
	b   []byte
	err error
}

func (r *reader) number() int {
	v, n := binary.Uvarint(r.b)
	if n <= 0 || v > 1<<40 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return int(v)
}

func (r *reader) bytes(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.fail()
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

func (r *reader) byte() byte {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) fail() {
	r.b, r.err = nil, errShort
}

func parse(raw []byte) (*Replay, error) {
	sections := map[byte][]byte{}
	all := reader{b: raw}
	for len(all.b) > 0 {
		name := all.byte()
		sections[name] = all.bytes(all.number())
	}
	if all.err != nil {
		return nil, all.err
	}
	r, timed, err := parseHeader(sections['H'])
	if err != nil {
		return nil, err
	}
	rec := r.Record
	rec.Said = sections['E']
	for _, part := range []struct {
		name  byte
		parse func(*reader, *game.Record)
	}{
		{'C', parseColumns}, {'S', parseHashes}, {'F', parseFaults}, {'R', parseRemarks},
		{'T', func(s *reader, rec *game.Record) { parseTimes(s, rec, timed) }},
	} {
		s := reader{b: sections[part.name]}
		part.parse(&s, rec)
		if s.err != nil {
			return nil, fmt.Errorf("section %c: %w", part.name, s.err)
		}
	}
	return r, nil
}

func parseHeader(text []byte) (*Replay, bool, error) {
	var h header
	if err := json.Unmarshal(text, &h); err != nil {
		return nil, false, fmt.Errorf("header: %w", err)
	}
	if h.Agon != 1 {
		return nil, false, fmt.Errorf("header: version %d", h.Agon)
	}
	digest, err := strconv.ParseUint(h.Digest, 16, 64)
	if err != nil {
		return nil, false, fmt.Errorf("header: digest: %w", err)
	}
	if len(h.Seats) < 1 || len(h.Seats) > game.MaxSeats || h.Turns < 0 {
		return nil, false, fmt.Errorf("header: %d seats, %d turns", len(h.Seats), h.Turns)
	}
	return &Replay{
		Seats: h.Seats, Notes: h.Notes,
		Record: &game.Record{
			Kind: h.Kind, Version: h.Version, Options: h.Options, Seed: h.Seed, Seats: len(h.Seats),
			Turns: h.Turns, Rounds: h.Rounds, Words: h.Words, Digest: digest,
			Times: make([][]game.Micros, len(h.Seats)),
		},
	}, h.Timed, nil
}

func parseColumns(s *reader, rec *game.Record) {
	for range rec.Seats {
		rec.Columns = append(rec.Columns, s.bytes(s.number()))
	}
}

func parseHashes(s *reader, rec *game.Record) {
	for len(s.b) > 0 {
		if h := s.bytes(8); h != nil {
			rec.Hashes = append(rec.Hashes, binary.LittleEndian.Uint64(h))
		}
	}
}

func parseFaults(s *reader, rec *game.Record) {
	for len(s.b) > 0 {
		f := game.FaultAt{Turn: s.number(), Seat: game.Seat(s.number()), Why: game.Fault(s.byte())}
		f.Note = string(s.bytes(s.number()))
		if int(f.Seat) >= rec.Seats {
			s.fail()
			return
		}
		rec.Faults = append(rec.Faults, f)
	}
}

func parseRemarks(s *reader, rec *game.Record) {
	for len(s.b) > 0 {
		r := game.RemarkAt{Turn: s.number(), Seat: game.Seat(s.number())}
		r.Text = s.bytes(s.number())
		if int(r.Seat) >= rec.Seats {
			s.fail()
			return
		}
		rec.Remarks = append(rec.Remarks, r)
	}
}

func parseTimes(s *reader, rec *game.Record, exact bool) {
	for seat := 0; seat < rec.Seats && len(s.b) > 0; seat++ {
		n := s.number()
		if n > len(s.b) {
			s.fail()
			return
		}
		column := make([]game.Micros, 0, n)
		for range n {
			if exact {
				column = append(column, game.Micros(s.number()))
				continue
			}
			column = append(column, unbucket(s.byte()))
		}
		rec.Times[seat] = column
	}
}

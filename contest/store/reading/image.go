package reading

import (
	"context"
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"agon/contest/store"
	"agon/contest/store/rows"
	"agon/format/tournament"
	"agon/game"
)

// An Image is a compact copy of all games of a ledger, made when it was opened: 70 bytes for a game of two. To resume a contest, opening
// reads every row to check it, and then all games are needed; the image saves the second read. It is used once, and only if the ledger
// still has the seal with which it was read.
type Image struct {
	Seal   rows.Seal                   // of the ledger when it was read; NewImage sets what it says of games
	Others map[int][]tournament.Result // results that do not stand, by game
	chunks [][]byte                    // each contains whole games
	last   int                         // the ID of the newest game
}

const chunkBytes = 1 << 18

// NewImage reads all games.
func NewImage(ctx context.Context, from Source) (*Image, error) {
	m, r := &Image{last: -1}, reading{Source: from}
	err := r.games(ctx, func(g store.Game) bool { m.addGame(&g); return true })
	m.Seal, m.Others = r.seal, r.others
	return m, err
}

// addGame adds the next game of the plan.
func (m *Image) addGame(g *store.Game) {
	at := len(m.chunks) - 1
	if at < 0 || len(m.chunks[at]) > chunkBytes-chunkBytes/8 {
		m.chunks, at = append(m.chunks, make([]byte, 0, chunkBytes)), at+1
	}
	b := m.chunks[at]
	b = binary.AppendVarint(b, int64(g.ID-m.last))
	m.last = g.ID
	for _, n := range [...]int{g.Stage, g.Round, g.Match, g.Game, len(g.Seats)} {
		b = binary.AppendVarint(b, int64(n))
	}
	for _, entry := range g.Seats {
		b = binary.AppendVarint(b, int64(entry))
	}
	b = binary.LittleEndian.AppendUint64(b, uint64(g.Seed))
	if !g.Done {
		m.chunks[at] = binary.AppendVarint(b, 0)
		return
	}
	b = binary.AppendVarint(b, 1)
	r := &g.Result
	for _, n := range [...]int{r.Rounds, r.Turns, len(r.Seats)} {
		b = binary.AppendVarint(b, int64(n))
	}
	b = binary.LittleEndian.AppendUint64(b, r.Digest)
	for i := range r.Seats {
		b = appendSeat(b, &r.Seats[i])
	}
	m.chunks[at] = b
}

func appendSeat(b []byte, s *tournament.Seat) []byte {
	onTime := 0
	if s.OnTime {
		onTime = 1
	}
	for _, n := range [...]int64{int64(s.Place), int64(s.Moves), int64(s.Took), int64(s.CPU), int64(s.Stall), int64(onTime),
		int64(len(s.Faults))} {
		b = binary.AppendVarint(b, n)
	}
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(s.Score))
	for _, name := range slices.Sorted(maps.Keys(s.Faults)) {
		b = binary.AppendVarint(b, int64(len(name)))
		b = append(b, name...)
		b = binary.AppendVarint(b, int64(s.Faults[name]))
	}
	return b
}

// Games calls visit for the games, and frees each chunk as it is read. It returns an error if visit returns false.
func (m *Image) Games(ctx context.Context, visit func(store.Game) bool) error {
	var memory rows.Memory
	last := -1
	for i := range m.chunks {
		b := decoding(m.chunks[i])
		m.chunks[i] = nil
		for len(b) > 0 {
			g := b.game(&last, &memory)
			g.Others = m.Others[g.ID]
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if !visit(g) {
				return errStopped
			}
		}
	}
	return nil
}

// decoding is the unread rest of a chunk. This process encoded it, so decoding does not check for errors.
type decoding []byte

func (d *decoding) int() int {
	if b := (*d)[0]; b < 0x80 { // usual: one byte
		*d = (*d)[1:]
		return int(b>>1) ^ -int(b&1)
	}
	n, size := binary.Varint(*d)
	*d = (*d)[size:]
	return int(n)
}

func (d *decoding) uint64() uint64 {
	n := binary.LittleEndian.Uint64(*d)
	*d = (*d)[8:]
	return n
}

func (d *decoding) game(last *int, memory *rows.Memory) (g store.Game) {
	g.ID = *last + d.int()
	*last = g.ID
	g.Stage, g.Round, g.Match, g.Game = d.int(), d.int(), d.int(), d.int()
	g.Seats = memory.Entries(d.int())
	for i := range g.Seats {
		g.Seats[i] = d.int()
	}
	g.Seed = int64(d.uint64())
	g.Done = d.int() == 1
	if !g.Done {
		return g
	}
	r := &g.Result
	r.Fixture, r.Rounds, r.Turns, r.Seats = g.ID, d.int(), d.int(), memory.Seats(d.int())
	r.Digest = d.uint64()
	for i := range r.Seats {
		d.seat(&r.Seats[i])
	}
	return g
}

func (d *decoding) seat(s *tournament.Seat) {
	s.Place, s.Moves, s.Took, s.CPU, s.Stall = d.int(), d.int(), game.Micros(d.int()), game.Micros(d.int()), game.Micros(d.int())
	s.OnTime = d.int() == 1
	faults := d.int()
	s.Score = math.Float64frombits(d.uint64())
	if faults > 0 {
		s.Faults = make(map[string]int, faults)
	}
	for range faults {
		n := d.int()
		name := string((*d)[:n])
		*d = (*d)[n:]
		s.Faults[name] = d.int()
	}
}

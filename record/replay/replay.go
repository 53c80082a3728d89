/*
Package replay encodes recorded games.

A replay is a seed, options and moves: enough to re-simulate the game, which is how it is shown and verified. It stores no frames,
but of a game whose engine takes a process what that said, by which the game is shown and never verified.

	magic     8 bytes "agonrpl" and the format's version
	body      one zstd frame
	checksum  SHA-256 of everything before it

The body is a list of sections, each a letter, a length and that many bytes:

	H  the header as JSON: kind, version, options, seed, participants, words, digest
	C  one column per seat: a code for each move it owed
	S  hashes of the state
	F  notes of faults                    (droppable)
	T  times, one column per seat         (droppable unless the kind is timed)
	R  remarks                            (droppable)
	E  what the game's engine said        (droppable)

The checksum detects changed bytes; [Verify] re-simulates the game and so detects a forged replay with a valid checksum.
*/
package replay

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/klauspost/compress/zstd"

	"agon/game"
)

const magic = "agonrpl\x01"

// largest bounds the size of an unpacked body: an untrusted replay must not fill the memory.
const largest = 256 << 20

// A Replay is a recorded game with its participants.
type Replay struct {
	Record *game.Record
	Seats  []Seat
	Notes  Notes
}

// A Seat is a participant.
type Seat struct {
	Name   string `json:"name"`
	Author string `json:"author,omitempty"`
	Hash   string `json:"hash,omitempty"`   // of the bot's files
	Slot   int    `json:"slot"`             // index of the bot in its contest
	First  int    `json:"first,omitempty"`  // 1 + the index of its bot's first version, whose look it has; 0: its own
	Params string `json:"params,omitempty"` // parameters of a built-in bot: "mine=3&theirs=-1"
}

// Look returns the number of the participant's look, see package palette.
func (s *Seat) Look() int {
	if s.First > 0 {
		return s.First - 1
	}
	return s.Slot
}

// Notes say to which contest a game belongs and how its bots were protected. No rule reads them.
type Notes struct {
	Contest string `json:"contest,omitempty"`
	Stage   string `json:"stage,omitempty"`
	Game    int64  `json:"game,omitempty"` // its number, from 1; 0: of no contest
	Sandbox string `json:"sandbox,omitempty"`
}

type header struct {
	Agon    int      `json:"agon"`
	Kind    string   `json:"kind"`
	Version string   `json:"version"`
	Options []string `json:"options"`
	Seed    int64    `json:"seed"`
	Seats   []Seat   `json:"seats"`
	Turns   int      `json:"turns"`
	Rounds  int      `json:"rounds"`
	Words   []string `json:"words"`
	Digest  string   `json:"digest"`
	Timed   bool     `json:"timed,omitempty"` // times are exact
	Notes   Notes    `json:"notes"`
}

var encoder = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedDefault))
	if err != nil {
		panic(err) // the options are constants
	}
	return e
})

// Encode encodes a replay. exact keeps times to the microsecond, as timed kinds need; otherwise they are rounded to about a tenth.
func Encode(r *Replay, exact bool) []byte {
	rec := r.Record
	head, err := json.Marshal(header{
		Agon: 1, Kind: rec.Kind, Version: rec.Version, Options: rec.Options, Seed: rec.Seed, Seats: r.Seats,
		Turns: rec.Turns, Rounds: rec.Rounds, Words: rec.Words, Digest: fmt.Sprintf("%016x", rec.Digest), Timed: exact, Notes: r.Notes,
	})
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	var b []byte
	b = section(b, 'H', head)
	b = section(b, 'C', columns(rec))
	b = section(b, 'S', hashes(rec))
	if len(rec.Faults) > 0 {
		b = section(b, 'F', faults(rec))
	}
	if t := times(rec, exact); t != nil {
		b = section(b, 'T', t)
	}
	if len(rec.Remarks) > 0 {
		b = section(b, 'R', remarks(rec))
	}
	if len(rec.Said) > 0 {
		b = section(b, 'E', rec.Said)
	}
	out := encoder().EncodeAll(b, []byte(magic))
	sum := sha256.Sum256(out)
	return append(out, sum[:]...)
}

func section(dst []byte, name byte, body []byte) []byte {
	dst = append(dst, name)
	dst = binary.AppendUvarint(dst, uint64(len(body)))
	return append(dst, body...)
}

func columns(rec *game.Record) (b []byte) {
	for _, column := range rec.Columns {
		b = binary.AppendUvarint(b, uint64(len(column)))
		b = append(b, column...)
	}
	return b
}

func hashes(rec *game.Record) (b []byte) {
	for _, h := range rec.Hashes {
		b = binary.LittleEndian.AppendUint64(b, h)
	}
	return b
}

func faults(rec *game.Record) (b []byte) {
	for _, f := range rec.Faults {
		b = binary.AppendUvarint(b, uint64(f.Turn))
		b = binary.AppendUvarint(b, uint64(f.Seat))
		b = append(b, byte(f.Why))
		b = appendText(b, []byte(f.Note))
	}
	return b
}

func remarks(rec *game.Record) (b []byte) {
	for _, r := range rec.Remarks {
		b = binary.AppendUvarint(b, uint64(r.Turn))
		b = binary.AppendUvarint(b, uint64(r.Seat))
		b = appendText(b, r.Text)
	}
	return b
}

func times(rec *game.Record, exact bool) (b []byte) {
	any := false
	for _, column := range rec.Times {
		b = binary.AppendUvarint(b, uint64(len(column)))
		for _, t := range column {
			any = true
			if exact {
				b = binary.AppendUvarint(b, uint64(t))
				continue
			}
			b = append(b, bucket(t))
		}
	}
	if !any {
		return nil
	}
	return b
}

// bucket rounds a time to one of 256, an eighth of an octave apart.
func bucket(t game.Micros) byte {
	return byte(min(math.Round(8*math.Log2(float64(max(t, 0))+1)), 255))
}

func unbucket(b byte) game.Micros { return game.Micros(math.Round(math.Exp2(float64(b)/8) - 1)) }

func appendText(dst, text []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(text)))
	return append(dst, text...)
}

// ErrNoReplay is the error of Decode for bytes that are not a replay.
var ErrNoReplay = errors.New("not an agon replay")

// Decode decodes a replay. Damage is an error; nothing is decoded partially.
func Decode(data []byte) (*Replay, error) {
	if len(data) < len(magic)+sha256.Size || !bytes.HasPrefix(data, []byte(magic[:7])) {
		return nil, ErrNoReplay
	}
	if data[7] != magic[7] {
		return nil, fmt.Errorf("this replay has format %d, but this agon reads format %d", data[7], magic[7])
	}
	body, sum := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	if sha256.Sum256(body) != [sha256.Size]byte(sum) {
		return nil, errors.New("the replay is damaged: its checksum does not match")
	}
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(largest))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	raw, err := d.DecodeAll(body[len(magic):], nil)
	if err != nil {
		return nil, fmt.Errorf("the replay is damaged: %w", err)
	}
	r, err := parse(raw)
	if err != nil {
		return nil, fmt.Errorf("the replay is damaged: %w", err)
	}
	return r, nil
}

// Verify re-simulates the game of a replay and compares it with the record. kinds returns a kind by name.
func Verify(r *Replay, kinds func(name string) (*game.Kind, error)) error {
	kind, err := kinds(r.Record.Kind)
	if err != nil {
		return err
	}
	rerun, err := kind.Rerun(r.Record)
	if err != nil {
		return err
	}
	return rerun.Finish()
}

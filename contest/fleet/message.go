package fleet

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/klauspost/compress/zstd"

	"agon/bot/lineup"
	"agon/contest/run"
	"agon/format/tournament"
	"agon/internal/clean"
	"agon/play/worker"
	"agon/record/gamelog"
)

// version of the messages. Both sides must have the same.
const version = 1

// mostUnpacked bounds a message when it is unpacked, in bytes.
const mostUnpacked = 64 << 20

// An Order is a job for a worker.
type Order struct {
	Agon   int            `json:"agon"`
	Terms  run.Terms      `json:"terms"`
	Rules  Rules          `json:"rules,omitempty"`
	Lineup []int          `json:"lineup"` // numbers of the bots in the contest
	Bots   []OrderedBot   `json:"bots"`   // of the line-up, in its order
	Games  []OrderedGame  `json:"games"`
	Absent map[int]string `json:"absent,omitempty"` // bots that are not started, by number, and why

	Judge []JudgedGame `json:"judge,omitempty"` // games that another worker has played; such an order has no others, no line-up and no bots

	Live bool `json:"live,omitempty"` // one of its games at a time is sent while it is played

	Dismissed string `json:"dismissed,omitempty"` // why the worker is set aside; such an order has no games
	Notice    string `json:"notice,omitempty"`    // for who runs the worker; such an order has no games
}

// An OrderedBot is a bot with the names of the files of its parcel.
type OrderedBot struct {
	lineup.Parcel
	Files []string
}

// An OrderedGame is a fixture. Seats are places in the line-up.
type OrderedGame struct {
	ID    int64   `json:"id"`
	Seed  int64   `json:"seed"`
	Seats []int   `json:"seats"`
	Seeds []int64 `json:"seeds"` // of the generators of the bots, by seat
}

// A JudgedGame is a game that another worker has played, to be executed again by the rules.
type JudgedGame struct {
	Fixture int    `json:"fixture"`
	Replay  []byte `json:"replay"`
}

// A Verdict is what the rules make of a judged game, as the hashes of a [run.Execution].
type Verdict struct {
	Fixture int    `json:"fixture"`
	Sum     string `json:"sum,omitempty"`
	Exact   string `json:"exact,omitempty"`
	Why     string `json:"why,omitempty"` // there is no sum: the moves are no whole game, or the rules failed
}

// A Report is what a worker reports of an order: some of its games, or why it cannot play it.
type Report struct {
	Agon    int            `json:"agon"`
	Games   []ReportedGame `json:"games,omitempty"`
	Took    time.Duration  `json:"took,omitempty"` // from the order's begin to the end of its last game; 0: not the last games
	Refused string         `json:"refused,omitempty"`

	Failed *FailedGame `json:"failed,omitempty"` // of an order that ends with it

	Judged []Verdict `json:"judged,omitempty"` // of an order of such games, all of them

	// Cannot describes why bots of a refused order cannot play there, by hash; empty: it is not about bots
	Cannot map[string]string `json:"cannot,omitempty"`
}

// A ReportedGame is a game as a worker has played it.
type ReportedGame struct {
	Fixture int            `json:"fixture"`
	Replay  []byte         `json:"replay"`
	Seats   []ReportedSeat `json:"seats"`
}

// A FailedGame is one that cannot be played, because it cannot be dealt or its rules have failed.
type FailedGame struct {
	Fixture int    `json:"fixture"`
	Replay  []byte `json:"replay,omitempty"` // as far as it was played, with the moves of the turn that failed; empty: it was not dealt
	Why     string `json:"why"`
}

// A ReportedSeat is a [worker.SeatTally].
type ReportedSeat struct {
	Seat  tournament.Seat  `json:"seat"`
	Wall  time.Duration    `json:"wall"`
	CPU   time.Duration    `json:"cpu"`
	Least time.Duration    `json:"least"`
	Most  time.Duration    `json:"most"`
	Doubt string           `json:"doubt,omitempty"`
	Log   []gamelog.Record `json:"log,omitempty"`
}

// A Frame is a game of an order as far as it has been played.
type Frame struct {
	Agon    int    `json:"agon"`
	Order   string `json:"order"` // the name of its job
	Fixture int    `json:"fixture"`
	Replay  []byte `json:"replay"`
}

// A State is what a worker reports of itself every few seconds.
type State struct {
	Agon       int           `json:"agon"`
	Version    string        `json:"version"` // of agon
	Host       string        `json:"host"`
	System     string        `json:"system"` // "linux/amd64"
	Sandbox    string        `json:"sandbox"`
	Level      string        `json:"level"` // of the sandbox
	Cores      int           `json:"cores"`
	Memory     int64         `json:"memory"`     // bytes, 0: unknown
	Calibrated time.Duration `json:"calibrated"` // processor time of [Calibrate]
	Measured   int           `json:"measured"`   // times that it was measured again
	Games      int           `json:"games"`      // played since it began
	Busy       time.Duration `json:"busy"`       // processor time of bots since it began
	Uptime     time.Duration `json:"uptime"`     // since it began
	Now        int           `json:"now"`        // orders that it plays
	Lacks      string        `json:"lacks"`      // why it takes no orders; empty: it does
	Leaving    bool          `json:"leaving"`    // it ends its games and takes no more
	Contest    string        `json:"contest"`    // the contest that it plays for
	Lately     float64       `json:"lately"`     // games a second, in the last minute or so
}

// bound bounds what a worker says of itself: its texts are shown, and its figures added up.
func (s *State) bound() {
	for _, text := range []*string{&s.Version, &s.Host, &s.System, &s.Lacks} {
		*text = clean.Text(oneLine(*text))
	}
	s.Cores = min(max(s.Cores, 0), 4096)
	s.Now = min(max(s.Now, 0), s.Cores)
	s.Lately = min(max(s.Lately, 0), 1e6)
}

// Encode packs a message.
func Encode[M Order | Report | State | Frame](m M) ([]byte, error) {
	text, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	return packer.EncodeAll(text, nil), nil
}

// Decode unpacks a message of a stranger.
func Decode[M Order | Report | State | Frame](data []byte) (m M, err error) {
	text, err := unpacker.DecodeAll(data, nil)
	if err != nil {
		return m, fmt.Errorf("unpack a message: %w", err)
	}
	var head struct {
		Agon int `json:"agon"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return m, fmt.Errorf("read a message: %w", err)
	}
	if head.Agon != version {
		return m, fmt.Errorf("%w: the message has version %d, this agon reads %d: use the same agon on both machines",
			ErrVersion, head.Agon, version)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return m, fmt.Errorf("read a message: %w", err)
	}
	return m, nil
}

// ErrVersion is the error when two machines have different versions of agon.
var ErrVersion = errors.New("different versions")

var (
	packer, _   = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	unpacker, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(mostUnpacked))
)

// tally returns what a seat did, as a core of this machine would hand it in.
func (s *ReportedSeat) tally() worker.SeatTally {
	return worker.SeatTally{Seat: s.Seat, Wall: s.Wall, CPU: s.CPU, Least: s.Least, Most: s.Most, Doubt: s.Doubt, Log: s.Log}
}

// NewReport makes a report of a game from what a core hands in.
func NewReport(g *worker.Game, replay []byte) ReportedGame {
	r := ReportedGame{Fixture: int(g.Fixture.ID), Replay: replay}
	for i := range g.Seats {
		s := &g.Seats[i]
		r.Seats = append(r.Seats, ReportedSeat{Seat: s.Seat, Wall: s.Wall, CPU: s.CPU, Least: s.Least, Most: s.Most, Doubt: s.Doubt,
			Log: s.Log})
	}
	return r
}

// DropOutput removes what the bots printed from a game's logs, for a game that is too long for the queue, and says so there. It returns
// false if nothing was printed.
func (g *ReportedGame) DropOutput() (dropped bool) {
	for i := range g.Seats {
		s, size := &g.Seats[i], 0
		s.Log = slices.DeleteFunc(s.Log, func(r gamelog.Record) bool {
			if r.Kind != gamelog.Output {
				return false
			}
			size += len(r.Text)
			return true
		})
		if size > 0 {
			dropped = true
			s.Log = append(s.Log, gamelog.Record{
				Game: g.Fixture + 1, Turn: gamelog.Unknown, Seat: i, Kind: gamelog.Gap,
				Text: fmt.Sprintf("… %d bytes are left out here: too long for a worker to send …", size),
			})
		}
	}
	return dropped
}

// Reporting returns a report with its version.
func Reporting(r Report) Report { r.Agon = version; return r }

// Stating returns a state with its version.
func Stating(s State) State { s.Agon = version; return s }

// Framing returns a frame with its version.
func Framing(f Frame) Frame { f.Agon = version; return f }

package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"agon/game"
	"agon/tournament"
)

// A Standing is a bot's line in a stage's table: the tournament's own, and who the bot is. Through is false in the last stage.
type Standing struct {
	tournament.Standing
	Name, Author, Image string
	Letter              string // of its group, "A"; empty where there is one group
	Broken              string // why it could not play; it then stands last and has no games
	Doubt               string // why its own times are not believed; empty for most
	Log                 string // address of its log, relative to the report's folder; empty: none
	Climbed             int    // places since the moment before, or the day before where days are known; below 0: fallen
	New                 bool   // it had no place then
	Histogram           []int  // games by score, in equal bins from the stage's BinLow to its BinHigh
}

// PerMicro is the score by the mean time of a move in µs, 0 where no time was measured.
func (s *Standing) PerMicro() float64 {
	if s.Average() <= 0 {
		return 0
	}
	return s.Score / s.Average()
}

// ClockDisagrees marks a bot whose times, as its process tells them, are not those measured outside.
const ClockDisagrees = "clock disagrees"

// Remark is what stands beside the bot on pages: lost games, faults of the clock, doubts.
func (s *Standing) Remark() string {
	return joined(s.cannotPlay(), s.lostOnTime(), s.pondering(), s.doubted())
}

func (s *Standing) cannotPlay() string {
	if s.Broken == "" {
		return ""
	}
	return "cannot play: " + s.Broken
}

// faulty reports whether a bot of a table had faults or could not play.
func faulty(lines []Standing) bool {
	return slices.ContainsFunc(lines, func(l Standing) bool { return l.Faults > 0 || l.Broken != "" })
}

// faultText is how many faults a bot had, or why it could not play.
func (s *Standing) faultText() string {
	if s.Broken != "" || s.Faults == 0 {
		return s.cannotPlay()
	}
	return fmt.Sprint(s.Faults)
}

func (s *Standing) doubted() string {
	if s.Doubt == "" {
		return ""
	}
	return ClockDisagrees
}

func (s *Standing) pondering() string {
	if s.Ponders == 0 {
		return ""
	}
	return game.Pondering.String()
}

func (s *Standing) lostOnTime() string {
	if s.OnTime == 0 {
		return ""
	}
	return fmt.Sprintf("lost %s on time", Counted(s.OnTime, "game"))
}

// over says that a bot takes longer than the limit of the mean time of a move.
func (l Line) over() string {
	if l.Stage.Limit <= 0 || l.Average() <= l.Stage.Limit {
		return ""
	}
	return fmt.Sprintf("over %v", time.Duration(l.Stage.Limit*1e3))
}

// joined puts remarks together, without the empty ones.
func joined(remarks ...string) string {
	return strings.Join(slices.DeleteFunc(remarks, func(s string) bool { return s == "" }), ", ")
}

// MarshalJSON is an object of the columns that have a key, in their order.
func (s Standing) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	values := json.NewEncoder(&out)
	values.SetEscapeHTML(false) // the encoder of the whole does where it is wanted
	sign := '{'
	for _, c := range Columns {
		if c.Key == "" {
			continue
		}
		v := c.Value(Line{Standing: &s})
		if v == nil || c.Omit && reflect.ValueOf(v).IsZero() {
			continue
		}
		fmt.Fprintf(&out, "%c%q:", sign, c.Key)
		sign = ','
		if err := values.Encode(v); err != nil {
			return nil, fmt.Errorf("%s of %s: %w", c.Key, s.Name, err)
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

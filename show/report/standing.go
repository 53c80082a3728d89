package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"agon/format/tournament"
	"agon/game"
)

// A Standing is a bot's line in a stage's table: the tournament's own, and facts about the bot. Through is false in the last stage.
type Standing struct {
	tournament.Standing
	Name, Author, Image string
	Letter              string // of its group, "A", or the number of its division, "2"; empty if there is one group
	Broken              string // why it could not play; it is then ranked last and has no games
	Out                 string // how it left the contest after this stage: "withdrawn in round 2 of stage \"final\""; empty for others
	First               int    // 1 + the entry of the first version of its bot, if it is another; see Look
	Doubt               string // why the times that it reports are not believed; usually empty
	Logged              bool   // it has a log, which is not part of the report
	Climbed             int    // places since the previous moment, or the previous day if days are known; negative: fallen
	New                 bool   // it had no place then; see [Stage.Since]
	Known               Known  // which of its figures are values where they are 0
	Form                Form   // its newest games of the stage, at most FormGames, the oldest of them first
	Histogram           []int  // games by score, in equal bins from the stage's BinLow to its BinHigh
}

// InGroup returns the rank with the group, if there are several: "A1"; in the second division "2.1".
func (s *Standing) InGroup() string {
	if s.Letter != "" && s.Letter < "A" {
		return fmt.Sprintf("%s.%d", s.Letter, s.Rank)
	}
	return fmt.Sprint(s.Letter, s.Rank)
}

// GroupTitle returns the name of the group, of which there are several: "Group A", "Division 2".
func (s *Standing) GroupTitle() string {
	if s.Letter != "" && s.Letter < "A" {
		return "Division " + s.Letter
	}
	return "Group " + GroupName(s.Group)
}

// Moving returns where a bot moves if a season of divisions ends with its table: "▲ up", "▼ down", or empty.
func (s *Standing) Moving() string {
	return [...]string{"▼ down", "", "▲ up"}[1+cmp.Compare(s.Rise, 0)]
}

// Look returns the number of the bot's look, see package palette: all versions of a bot have that of the first.
func (s *Standing) Look() int { return lookOf(s.Entry, s.First) }

func lookOf(entry, first int) int {
	if first > 0 {
		return first - 1
	}
	return entry
}

// Known reports which figures of a line have a value, which may be 0.
type Known struct {
	First, Next bool // the chances of being first and of advancing
	Swiss       bool // points of opponents, and byes
}

// Know sets which figures the lines of a table have.
func Know(lines []Standing, by tournament.By) {
	first, swiss := slices.ContainsFunc(lines, func(l Standing) bool { return l.ChanceFirst > 0 }), Swiss(lines)
	next := slices.ContainsFunc(lines, func(l Standing) bool { return l.ChanceNext > 0 })
	for i := range lines {
		l := &lines[i]
		l.Known = Known{First: first && (by == tournament.ByBracket || l.Played >= tournament.FirstAfter), Next: next, Swiss: swiss}
	}
}

// PerMicro returns the score divided by the mean time of a move in µs, 0 if no time was measured.
func (s *Standing) PerMicro() float64 {
	if s.Average() <= 0 {
		return 0
	}
	return s.Score / s.Average()
}

// Seconds returns for how long the moves of the bot held a processor, in seconds.
func (s *Standing) Seconds() float64 { return float64(max(s.Took, s.CPU)) / 1e6 }

// TimesDiffer marks a bot whose process reports times that differ from those measured outside.
const TimesDiffer = "times differ"

// Remark returns the text beside the bot on pages: why it cannot or does not play, what its format says of it, games lost on time,
// pondering, doubts about its clock.
func (s *Standing) Remark() string {
	note := s.Note
	if s.Through { // the line of those that go on says why
		note = ""
	}
	return joined(s.cannotPlay(), s.Idle, note, s.Out, s.lostOnTime(), s.pondering(), s.doubted())
}

func (s *Standing) cannotPlay() string {
	if s.Broken == "" {
		return ""
	}
	first := strings.SplitN(s.Broken, "\n", 3)
	if len(first) > 2 { // a compiler says more, which stands below the table
		first[2] = "…"
	}
	return "cannot play: " + strings.Join(first, " ")
}

// faulty reports whether a bot of a table had faults or could not play.
func faulty(lines []Standing) bool {
	return slices.ContainsFunc(lines, func(l Standing) bool { return l.Faults > 0 || l.Broken != "" })
}

// faultText returns the number of a bot's faults, or why it could not play.
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
	return TimesDiffer
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

// over returns a remark if the bot's mean time of a move exceeds the limit.
func (l Line) over() string {
	if l.Stage.Limit <= 0 || l.Average() <= l.Stage.Limit {
		return ""
	}
	return fmt.Sprintf("over %v", time.Duration(l.Stage.Limit*1e3))
}

// joined joins the non-empty remarks.
func joined(remarks ...string) string {
	return strings.Join(slices.DeleteFunc(remarks, func(s string) bool { return s == "" }), ", ")
}

// MarshalJSON returns the object of the columns of the table JSON.
func (s Standing) MarshalJSON() ([]byte, error) { return s.Object(JSON) }

// Object returns a JSON object of the columns of a table, in order.
func (s *Standing) Object(t Table) ([]byte, error) {
	var out bytes.Buffer
	values := json.NewEncoder(&out)
	values.SetEscapeHTML(false) // left to the outer encoder
	sign := '{'
	for _, c := range Columns {
		if !slices.Contains(c.In, t) {
			continue
		}
		v := c.Value(Line{Standing: s})
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

package timetable

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // the zones of timetables, also where the system has none

	"github.com/robfig/cron/v3"

	"agon/internal/moment"
)

// An Act is what a line does.
type Act string

// The acts. Pause is the end of a Play with until; no line names it.
const (
	Pause, Thaw, Open, Play       Act = "pause", "thaw", "open", "play"
	Freeze, Close, Final, Publish Act = "freeze", "close", "final", "publish"
)

// acts are in the order in which they are carried out at one moment.
var acts = []Act{Pause, Thaw, Open, Play, Freeze, Close, Final, Publish}

// A Line is a line of a timetable.
type Line struct {
	Nth   int // of its table in the file, from 0
	Do    Act
	Words string         // its times: "Mon-Fri 02:00 until 06:00"
	Stage string         // that a final begins
	Zone  *time.Location // whose clocks show its times

	shown  times         // by clocks, as if they were those of UTC
	pauses time.Duration // of a Pause: when play ends that begins at these times, from midnight on; of others negative
}

// times come one after the other. Next returns the first after another time, zero if there is none.
type times interface {
	Next(after time.Time) time.Time
}

// Key tells a line from all others with other times or another act.
func (l *Line) Key() string { return fmt.Sprintf("%s %s %s %s", l.Do, l.Words, l.Stage, l.Zone) }

// A Written is a line as a contest's file has it: one of Every, Cron and At, and what it does.
type Written struct {
	Every string `toml:"every"` // "Mon-Fri 02:00", "daily 02:00"
	Cron  string `toml:"cron"`  // "0 2 * * 1-5"
	At    string `toml:"at"`    // "2027-01-15 18:00"
	Do    Act    `toml:"do"`
	Until string `toml:"until"` // of play: "06:00"
	Stage string `toml:"stage"` // of final
	Bots  string `toml:"bots"`  // of final
}

// A Mistake is what is wrong with a key of a line.
type Mistake struct{ Key, Text string }

func (m *Mistake) Error() string { return m.Text }

// Parse returns the lines of what is written: one, or that of play and the end of play. The error is a [*Mistake].
func Parse(w *Written, zone *time.Location) (Table, error) {
	var key, text string
	named := 0
	for _, x := range [][2]string{{"every", w.Every}, {"cron", w.Cron}, {"at", w.At}} {
		if x[1] != "" {
			key, text = x[0], x[1]
			named++
		}
	}
	l := Line{Do: w.Do, Words: text, Stage: w.Stage, Zone: zone, shown: timesOf(key, text), pauses: -1}
	until, bad := time.Parse(moment.Form, "2000-01-01T"+w.Until)
	switch {
	case named != 1:
		return nil, &Mistake{"do", `a line has one of every = "Mon-Fri 02:00", cron = "0 2 * * 1-5" and at = "2027-01-15 18:00"`}
	case l.shown == nil:
		return nil, &Mistake{key, fmt.Sprintf(`%s = %q is not a time that comes: write every = "Mon-Fri 02:00" or "daily 02:00", `+
			`cron = "0 2 * * 1-5" or at = "2027-01-15 18:00"`, key, text)}
	case !slices.Contains(acts[1:], w.Do):
		return nil, &Mistake{"do", fmt.Sprintf("do = %q is not an act of a timetable, which are %s", w.Do,
			strings.Trim(fmt.Sprint(acts[1:]), "[]"))}
	case w.Do == Final && key != "at":
		return nil, &Mistake{key, `a final begins once: write at = "2027-01-29 18:00" in place of ` + key}
	case w.Do != Final && w.Stage+w.Bots != "":
		return nil, &Mistake{"do", fmt.Sprintf(`stage and bots are of do = "final", not of %q: remove them`, w.Do)}
	case w.Until != "" && (bad != nil || w.Do != Play):
		return nil, &Mistake{"until", fmt.Sprintf(`until = %q: write a time of the day such as "06:00", in a line with do = "play"`, w.Until)}
	case w.Until == "":
		return Table{l}, nil
	}
	l.Words += " until " + w.Until
	end := l
	end.Do, end.pauses = Pause, time.Duration(until.Hour())*time.Hour+time.Duration(until.Minute())*time.Minute
	return Table{l, end}, nil
}

// once is one time.
type once time.Time

// Next returns the time if it is after another one.
func (o once) Next(after time.Time) time.Time {
	if time.Time(o).After(after) {
		return time.Time(o)
	}
	return time.Time{}
}

// expression reads the five fields of cron.
var expression = cron.NewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow)

// timesOf returns the times of a key; nil if there are none.
func timesOf(key, text string) times {
	const longest = 200
	if key == "at" {
		at, err := time.Parse(moment.Form, strings.Replace(text, " ", "T", 1))
		if err != nil || at.Year() < 2000 {
			return nil
		}
		return once(at)
	}
	if key == "every" {
		days, clock, _ := strings.Cut(text, " ")
		at, err := time.Parse(moment.Form, "2000-01-01T"+clock)
		if err != nil || !strings.ContainsAny(days, "aeiou") { // the names of days
			return nil
		}
		text = fmt.Sprintf("%d %d * * %s", at.Minute(), at.Hour(), strings.Replace(days, "daily", "*", 1))
	}
	if len(text) > longest || strings.ContainsAny(text, "=@") { // a time zone, which is the file's, or a name of times
		return nil
	}
	s, err := expression.Parse(text)
	if err != nil {
		return nil
	}
	named, ok := s.(*cron.SpecSchedule)
	if !ok {
		return nil
	}
	named.Location = time.UTC
	if named.Next(time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)).IsZero() {
		return nil // a day that no year has
	}
	return named
}

// All returns the moments at which a line comes after one, in order.
func (l *Line) All(after time.Time) iter.Seq[time.Time] {
	return func(yield func(time.Time) bool) {
		for shown := l.shown.Next(l.before(after)); !shown.IsZero(); shown = l.shown.Next(shown) {
			if at := l.moment(shown); at.After(after) {
				if !yield(at) {
					return
				}
				after = at
			}
		}
	}
}

// Next returns when a line comes first after a moment, zero if it does not.
func (l *Line) Next(after time.Time) time.Time {
	for at := range l.All(after) {
		return at
	}
	return time.Time{}
}

// before returns a time that clocks show, from which on all are later than a moment, or were passed over.
func (l *Line) before(at time.Time) time.Time {
	const most = 26 * time.Hour // by which clocks are set
	at = at.In(l.Zone)
	shown := time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), at.Nanosecond(), time.UTC)
	_, early := at.Add(-most).Zone()
	if _, late := at.Add(most).Zone(); early != late {
		shown = shown.Add(-most)
	}
	if l.pauses >= 0 {
		shown = shown.Add(-24 * time.Hour)
	}
	return shown
}

// moment returns when clocks show a time, or the end of play that began then.
func (l *Line) moment(shown time.Time) time.Time {
	if l.pauses >= 0 {
		end := shown.Truncate(24 * time.Hour).Add(l.pauses)
		if !end.After(shown) {
			end = end.AddDate(0, 0, 1)
		}
		shown = end
	}
	at, err := moment.Parse(shown.Format(moment.Form), l.Zone)
	switch err := err.(type) {
	case *moment.NeverError:
		return err.Since
	case *moment.TwiceError:
		return err.First
	}
	return at
}

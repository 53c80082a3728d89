package timetable

import (
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // the zones of timetables, also where the system has none

	"github.com/robfig/cron/v3"

	"agon/internal/moment"
	"agon/internal/nearest"
)

// An Act is what a line does.
type Act string

// The acts, in the order in which they are carried out at one moment.
const (
	Pause   Act = "pause" // the end of a Play with until; no line names it
	Thaw    Act = "thaw"
	Open    Act = "open"
	Play    Act = "play"
	Freeze  Act = "freeze"
	Close   Act = "close"
	Final   Act = "final"
	Publish Act = "publish"
)

var acts = []Act{Pause, Thaw, Open, Play, Freeze, Close, Final, Publish}

// A Line is a line of a timetable.
type Line struct {
	Nth   int // of its table in the file, from 0
	Do    Act
	Words string // its times: "Mon-Fri 02:00 until 06:00"
	Stage string // that a final begins

	zone   *time.Location
	shown  times         // by clocks, as if they were those of UTC
	pauses time.Duration // of a Pause: when play ends that begins at these times, from midnight on; of others negative
}

// times come one after the other. Next returns the first after another time, zero if there is none.
type times interface {
	Next(after time.Time) time.Time
}

// Key tells a line from all others with other times or another act.
func (l *Line) Key() string { return fmt.Sprintf("%s %s %s %s", l.Do, l.Words, l.Stage, l.zone) }

// Zone returns the time zone whose clocks show the times of the line.
func (l *Line) Zone() *time.Location { return l.zone }

// Next returns when a line comes first after a moment, zero if it does not.
func (l *Line) Next(after time.Time) time.Time {
	for at := range l.All(after) {
		return at
	}
	return time.Time{}
}

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
	key, text, err := w.given()
	if err != nil {
		return nil, err
	}
	if !slices.Contains(acts[1:], w.Do) {
		var names []string
		for _, a := range acts[1:] {
			names = append(names, string(a))
		}
		return nil, &Mistake{"do", fmt.Sprintf("do = %q is not among the acts of a timetable, which are %s%s", w.Do,
			strings.Join(names, ", "), nearest.Hint(string(w.Do), names))}
	}
	for _, x := range []struct {
		key, value string
		of         Act
	}{{"until", w.Until, Play}, {"stage", w.Stage, Final}, {"bots", w.Bots, Final}} {
		if x.value != "" && w.Do != x.of {
			return nil, &Mistake{x.key, fmt.Sprintf("%s is of lines with do = %q, and this one has do = %q: remove it", x.key, x.of, w.Do)}
		}
	}
	if w.Do == Final && w.At == "" {
		return nil, &Mistake{key, `a final begins once: write at = "2027-01-29 18:00" in place of ` + key}
	}
	line := Line{Do: w.Do, Words: text, Stage: w.Stage, zone: zone, pauses: -1}
	if line.shown, err = parseTimes(key, text); err != nil || w.Until == "" {
		return Table{line}, err
	}
	until, err := time.Parse(moment.Form, "2000-01-01T"+w.Until)
	if err != nil {
		return nil, &Mistake{"until", fmt.Sprintf(`until = %q is not a time of the day: write "06:00"`, w.Until)}
	}
	line.Words += " until " + w.Until
	end := line
	end.Do, end.pauses = Pause, time.Duration(until.Hour())*time.Hour+time.Duration(until.Minute())*time.Minute
	return Table{line, end}, nil
}

// given returns the key that names the times of a line, and its value.
func (w *Written) given() (key, text string, err error) {
	for _, x := range [][2]string{{"every", w.Every}, {"cron", w.Cron}, {"at", w.At}} {
		if x[1] == "" {
			continue
		}
		if key != "" {
			return "", "", &Mistake{x[0], fmt.Sprintf("a line has one of every, cron and at, and this one has %s and %s", key, x[0])}
		}
		key, text = x[0], x[1]
	}
	if key == "" {
		err = &Mistake{"do", `a line needs its times: every = "Mon-Fri 02:00", cron = "0 2 * * 1-5" or at = "2027-01-15 18:00"`}
	}
	return key, text, err
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

// day matches a time on days of the week: "Mon-Fri 02:00", "Sat,Sun 18:00", "daily 02:00".
var day = regexp.MustCompile(`^(daily|(?:[A-Z][a-z][a-z][-,])*[A-Z][a-z][a-z]) ([01][0-9]|2[0-3]):([0-5][0-9])$`)

// expression reads the five fields of cron.
var expression = cron.NewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow)

// mostText bounds the text of times, in bytes.
const mostText = 200

// parseTimes returns the times of a key.
func parseTimes(key, text string) (times, error) {
	if key == "at" {
		at, err := time.Parse(moment.Form, strings.Replace(text, " ", "T", 1))
		if err != nil || at.Year() < 2000 {
			return nil, &Mistake{key, fmt.Sprintf(`at = %q is not a date with a time: write "2027-01-15 18:00"`, text)}
		}
		return once(at), nil
	}
	wrong := &Mistake{key, fmt.Sprintf(`every = %q is not a time of a week: write "Mon-Fri 02:00", "Sat,Sun 18:00" or "daily 02:00"`, text)}
	if key == "cron" {
		wrong.Text = fmt.Sprintf("cron = %q is not a cron expression: write minute, hour, day of the month, month and day of the week, "+
			`as in "0 2 * * 1-5"`, text)
	} else {
		at := day.FindStringSubmatch(text)
		if at == nil {
			return nil, wrong
		}
		days := weekdays(at[1])
		if days == "" {
			return nil, wrong
		}
		text = fmt.Sprintf("%s %s * * %s", at[3], at[2], days)
	}
	if len(text) > mostText || strings.ContainsAny(text, "=@") { // a time zone, which is the file's, or a name of times
		return nil, wrong
	}
	s, err := expression.Parse(text)
	if err != nil {
		return nil, wrong
	}
	named, ok := s.(*cron.SpecSchedule)
	if !ok {
		return nil, wrong
	}
	named.Location = time.UTC
	if named.Next(time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)).IsZero() {
		return nil, &Mistake{key, fmt.Sprintf("%s = %q never comes: no year has such a day", key, text)}
	}
	return named, nil
}

// weekdays returns days of the week as cron has them: "Fri-Mon" is "5,6,0,1"; empty if there is no such day.
func weekdays(text string) string {
	if text == "daily" {
		return "*"
	}
	var list []string
	for part := range strings.SplitSeq(text, ",") {
		first, last, ranged := strings.Cut(part, "-")
		if !ranged {
			last = first
		}
		from, to := strings.Index(week, first), strings.Index(week, last)
		if from < 0 || to < 0 {
			return ""
		}
		for d := from / 3; ; d = (d + 1) % 7 {
			list = append(list, fmt.Sprint(d))
			if d == to/3 {
				break
			}
		}
	}
	return strings.Join(list, ",")
}

const week = "SunMonTueWedThuFriSat"

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

// before returns a time that clocks show, from which on all are later than a moment, or were passed over.
func (l *Line) before(at time.Time) time.Time {
	const most = 26 * time.Hour // by which clocks are set
	at = at.In(l.zone)
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
	at, err := moment.Parse(shown.Format(moment.Form), l.zone)
	switch err := err.(type) {
	case *moment.NeverError:
		return err.Since
	case *moment.TwiceError:
		return err.First
	}
	return at
}

/*
Package moment writes moments for people, with their time zone, and reads those that people write without one.

A zone without a name of its own is written as its offset: "UTC+03". What programs read is not written here: it is RFC 3339.
*/
package moment

import (
	"fmt"
	"strings"
	"time"
)

// Form is the form of a moment in forms, in a time zone that the page names.
const Form = "2006-01-02T15:04"

// Words returns a moment as "29 Nov 2026, 01:42 UTC".
func Words(t time.Time) string { return t.Format("2 Jan 2006, 15:04 ") + zone(t) }

// Clock returns the time of a moment as "01:42 UTC".
func Clock(t time.Time) string { return t.Format("15:04 ") + zone(t) }

// Seconds returns the time of a moment as "01:42:07 UTC".
func Seconds(t time.Time) string { return t.Format("15:04:05 ") + zone(t) }

// Stamp returns a moment as "2026-11-29 01:42:07 UTC", for lists in which columns stand below each other.
func Stamp(t time.Time) string { return t.Format("2006-01-02 15:04:05 ") + zone(t) }

// Zone describes the time zone at a moment: "Europe/Berlin, now CET (UTC+01:00)".
func Zone(t time.Time) string {
	name, short, offset := t.Location().String(), zone(t), t.Format("-07:00")
	switch {
	case short == "UTC":
		return short
	case name == "Local", name == "", name == short:
		return fmt.Sprintf("%s (UTC%s)", short, offset)
	}
	return fmt.Sprintf("%s, now %s (UTC%s)", name, short, offset)
}

// zone returns the short name of the time zone at a moment.
func zone(t time.Time) string {
	short := t.Format("MST")
	if strings.HasPrefix(short, "+") || strings.HasPrefix(short, "-") {
		return "UTC" + short
	}
	return short
}

// A NeverError says that clocks do not show a time: they are set forward past it.
type NeverError struct {
	Text  string    // the time as it was written
	Since time.Time // from when on they are set forward
	From  string    // what they would show then
}

func (e *NeverError) Error() string {
	return fmt.Sprintf("%s does not exist in the time zone %s: clocks are set forward from %s to %s then", e.Text, nameOf(e.Since), e.From,
		Clock(e.Since))
}

// A TwiceError says that clocks show a time twice: they are set back.
type TwiceError struct {
	Text         string // the time as it was written
	First, Again time.Time
}

func (e *TwiceError) Error() string {
	return fmt.Sprintf("%s exists twice in the time zone %s, as %s and later as %s, since clocks are set back then", e.Text,
		nameOf(e.First), Clock(e.First), Clock(e.Again))
}

// nameOf returns the name of a moment's time zone.
func nameOf(t time.Time) string {
	if name := t.Location().String(); name != "Local" && name != "" {
		return name
	}
	return "of this machine"
}

// Parse returns the moment at which clocks of a time zone show a time in [Form]. The error is a [*NeverError] or a [*TwiceError] if that is
// no moment or two.
func Parse(text string, in *time.Location) (time.Time, error) {
	shown, err := time.Parse(Form, text)
	if err != nil {
		return time.Time{}, err
	}
	// The offsets of the days around it are those before and after a change of the clocks.
	early, late := offset(shown.AddDate(0, 0, -1), in), offset(shown.AddDate(0, 0, 1), in)
	first, again := shown.Add(-late).In(in), shown.Add(-early).In(in)
	if again.Before(first) {
		first, again = again, first
	}
	shows := func(t time.Time) bool { return t.Format(Form) == text }
	switch {
	case first.Equal(again), shows(first) && !shows(again):
		return first, nil
	case shows(again) && !shows(first):
		return again, nil
	case shows(first):
		return time.Time{}, &TwiceError{text, first, again}
	}
	since, _ := again.ZoneBounds()
	return time.Time{}, &NeverError{text, since, since.UTC().Add(early).Format("15:04")}
}

// offset returns how far clocks of a time zone are ahead of UTC at a moment.
func offset(t time.Time, in *time.Location) time.Duration {
	_, seconds := t.In(in).Zone()
	return time.Duration(seconds) * time.Second
}

/*
Package calendar writes dates as a calendar that calendar programs subscribe to, in the form of RFC 5545: times in UTC, lines of at most 75
bytes, and for each event a UID that stays when its date moves, so that programs move it too.
*/
package calendar

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// An Event is a moment or a time of a calendar.
type Event struct {
	UID     string // equal for the same event at any time
	At      time.Time
	Ends    time.Time // zero: it is a moment
	Summary string
	About   string // empty: no more is said
	URL     string // where more is; empty: nowhere
}

// Type is the content type of a calendar.
const Type = "text/calendar; charset=utf-8"

// Text returns a calendar of a name. now is when it is asked for.
func Text(name string, now time.Time, events []Event) string {
	var b builder
	b.line("BEGIN", "VCALENDAR")
	b.line("VERSION", "2.0")
	b.line("PRODID", "-//agon//contests//EN")
	b.line("METHOD", "PUBLISH")
	b.line("X-WR-CALNAME", escaped(name))
	for i := range events {
		b.event(&events[i], now)
	}
	if len(events) == 0 {
		b.zone() // a calendar has one component at least
	}
	b.line("END", "VCALENDAR")
	return b.String()
}

// builder writes the lines of a calendar.
type builder struct{ strings.Builder }

func (b *builder) event(e *Event, now time.Time) {
	b.line("BEGIN", "VEVENT")
	b.line("UID", escaped(e.UID))
	b.line("DTSTAMP", utc(now))
	b.line("DTSTART", utc(e.At))
	if !e.Ends.IsZero() {
		b.line("DTEND", utc(e.Ends))
	}
	b.line("SUMMARY", escaped(e.Summary))
	if e.About != "" {
		b.line("DESCRIPTION", escaped(e.About))
	}
	if e.URL != "" {
		b.line("URL", e.URL)
	}
	b.line("TRANSP", "TRANSPARENT") // nobody is busy at it
	b.line("END", "VEVENT")
}

func (b *builder) zone() {
	b.line("BEGIN", "VTIMEZONE")
	b.line("TZID", "UTC")
	b.line("BEGIN", "STANDARD")
	b.line("DTSTART", "19700101T000000")
	b.line("TZOFFSETFROM", "+0000")
	b.line("TZOFFSETTO", "+0000")
	b.line("END", "STANDARD")
	b.line("END", "VTIMEZONE")
}

func utc(t time.Time) string { return t.UTC().Format("20060102T150405Z") }

// escaped returns a text as a value: on one line, with what separates values marked.
func escaped(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`).Replace(text)
}

// longest is the length of a line in bytes, its end not counted.
const longest = 75

// line writes a property. What is longer than a line goes on in the next, which begins with a blank.
func (b *builder) line(name, value string) {
	rest, room := name+":"+value, longest
	for len(rest) > room {
		cut := room
		for !utf8.RuneStart(rest[cut]) {
			cut--
		}
		b.WriteString(rest[:cut] + "\r\n ")
		rest, room = rest[cut:], longest-1
	}
	b.WriteString(rest + "\r\n")
}

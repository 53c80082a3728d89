package calendar

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// A calendar has the lines of RFC 5545: UTC whatever the zone, texts in which nothing separates, lines of 75 bytes that break no letter.
func TestText(t *testing.T) {
	zone := time.FixedZone("", 2*60*60)
	long := strings.Repeat("größer, ", 40)
	text := Text("Nord; Süd", time.Date(2030, 5, 1, 12, 0, 0, 0, zone), []Event{
		{UID: "cup-closes@example.org", At: time.Date(2030, 7, 1, 1, 30, 0, 0, zone), Summary: `a\b; c,` + "\r\nBEGIN:VEVENT", About: long,
			Ends: time.Date(2030, 7, 1, 5, 30, 0, 0, zone), URL: "https://example.org/c/cup?a=1,2"},
	})
	want := strings.Join([]string{"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//agon//contests//EN", "METHOD:PUBLISH",
		`X-WR-CALNAME:Nord\; Süd`, "BEGIN:VEVENT", "UID:cup-closes@example.org", "DTSTAMP:20300501T100000Z", "DTSTART:20300630T233000Z",
		"DTEND:20300701T033000Z",
		`SUMMARY:a\\b\; c\,\nBEGIN:VEVENT`, "DESCRIPTION:" + strings.ReplaceAll(long, ",", `\,`), "URL:https://example.org/c/cup?a=1,2",
		"TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR", ""}, "\r\n")
	if got := strings.ReplaceAll(text, "\r\n ", ""); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for line := range strings.SplitSeq(text, "\r\n") {
		if len(line) > 75 || !utf8.ValidString(line) || strings.ContainsAny(line, "\r\n") {
			t.Errorf("a line of %d bytes: %q", len(line), line)
		}
	}
}

// A calendar without dates has a component all the same, as the standard demands.
func TestNothingToCome(t *testing.T) {
	if text := Text("None", time.Unix(0, 0), nil); !strings.Contains(text, "BEGIN:VTIMEZONE\r\n") || strings.Contains(text, "VEVENT") {
		t.Error(text)
	}
}

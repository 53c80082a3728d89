package timetable

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

func zoneOf(t *testing.T, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// lines parses lines in a time zone.
func lines(t *testing.T, zone *time.Location, list ...Written) (table Table) {
	t.Helper()
	for i := range list {
		parsed, err := Parse(&list[i], zone)
		if err != nil {
			t.Fatal(err)
		}
		table = append(table, parsed...)
	}
	return table
}

// written returns what comes, as "28 Mar 02:30 CET freeze".
func written(list []Coming) string {
	var words []string
	for _, x := range list {
		words = append(words, x.At.Format("2 Jan 15:04 MST ")+string(x.Do))
	}
	return strings.Join(words, "; ")
}

// A time that clocks never show comes at the first moment after it, and one that they show twice at the first: each line once for a time.
func TestClocksThatAreSet(t *testing.T) {
	for _, tt := range []struct {
		name, zone, from string // UTC
		line             Written
		days             int
		want             string
	}{
		{"forward, Amsterdam", "Europe/Amsterdam", "2027-03-27 00:00", Written{Every: "daily 02:30", Do: Freeze}, 3,
			"27 Mar 02:30 CET freeze; 28 Mar 03:00 CEST freeze; 29 Mar 02:30 CEST freeze"},
		{"back, Amsterdam", "Europe/Amsterdam", "2027-10-30 00:00", Written{Every: "daily 02:30", Do: Freeze}, 3,
			"30 Oct 02:30 CEST freeze; 31 Oct 02:30 CEST freeze; 1 Nov 02:30 CET freeze"},
		{"forward, New York", "America/New_York", "2027-03-13 00:00", Written{Cron: "15 2 * * *", Do: Freeze}, 3,
			"13 Mar 02:15 EST freeze; 14 Mar 03:00 EDT freeze; 15 Mar 02:15 EDT freeze"},
		{"back, New York", "America/New_York", "2027-11-06 00:00", Written{Cron: "30 1 * * *", Do: Freeze}, 3,
			"6 Nov 01:30 EDT freeze; 7 Nov 01:30 EDT freeze; 8 Nov 01:30 EST freeze"},
		{"forward by half an hour, Lord Howe", "Australia/Lord_Howe", "2027-10-02 00:00", Written{Every: "daily 02:15", Do: Freeze}, 2,
			"3 Oct 02:30 +11 freeze; 4 Oct 02:15 +11 freeze"},
		{"back by half an hour, Lord Howe", "Australia/Lord_Howe", "2027-04-02 16:00", Written{Every: "daily 01:45", Do: Freeze}, 2,
			"4 Apr 01:45 +11 freeze; 5 Apr 01:45 +1030 freeze"},
		{"a day that is left out, Samoa", "Pacific/Apia", "2011-12-29 12:00", Written{Every: "daily 12:00", Do: Freeze}, 3,
			"29 Dec 12:00 -10 freeze; 31 Dec 00:00 +14 freeze; 31 Dec 12:00 +14 freeze; 1 Jan 12:00 +14 freeze"},
		{"times within the hour that is left out fall together", "Europe/Amsterdam", "2027-03-28 00:00",
			Written{Cron: "*/20 1-3 * * *", Do: Freeze}, 0,
			"28 Mar 01:20 CET freeze; 28 Mar 01:40 CET freeze; 28 Mar 03:00 CEST freeze; 28 Mar 03:20 CEST freeze; " +
				"28 Mar 03:40 CEST freeze"},
		{"a date in the hour that is left out", "Europe/Amsterdam", "2027-03-27 00:00", Written{At: "2027-03-28 02:10", Do: Close}, 3,
			"28 Mar 03:00 CEST close"},
		{"play over midnight, in the night in which clocks are set back", "Europe/Amsterdam", "2027-10-29 12:00",
			Written{Every: "Sat 22:00", Until: "06:00", Do: Play}, 3, "30 Oct 22:00 CEST play; 31 Oct 06:00 CET pause"},
		{"play until a time that is left out", "Europe/Amsterdam", "2027-03-27 12:00",
			Written{Every: "Sun 01:00", Until: "02:30", Do: Play}, 2, "28 Mar 01:00 CET play; 28 Mar 03:00 CEST pause"},
		{"some days of a week", "UTC", "2027-01-01 00:00", Written{Every: "Sat,Sun,Mon,Wed 18:00", Do: Thaw}, 7,
			"2 Jan 18:00 UTC thaw; 3 Jan 18:00 UTC thaw; 4 Jan 18:00 UTC thaw; 6 Jan 18:00 UTC thaw"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			from, err := time.Parse("2006-01-02 15:04", tt.from)
			if err != nil {
				t.Fatal(err)
			}
			until := from.AddDate(0, 0, tt.days)
			if tt.days == 0 {
				until = from.Add(2 * time.Hour)
			}
			if got := written(lines(t, zoneOf(t, tt.zone), tt.line).Coming(from, until, 100)); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// Lines that come at one moment come in the stated order, whatever that of the file.
func TestTheOrderAtOneMoment(t *testing.T) {
	table := lines(t, time.UTC, Written{At: "2027-01-04 06:00", Do: Publish}, Written{At: "2027-01-04 06:00", Do: Final, Stage: "final"},
		Written{Every: "Mon 06:00", Do: Close}, Written{Every: "Mon 06:00", Do: Freeze}, Written{Every: "Mon 06:00", Do: Play},
		Written{Every: "Mon 06:00", Do: Open}, Written{Every: "Mon 06:00", Do: Thaw}, Written{Every: "Mon 02:00", Until: "06:00", Do: Play})
	now := time.Date(2027, 1, 4, 6, 0, 0, 0, time.UTC)
	want := "pause; thaw; open; play; freeze; close; final; publish"
	for _, list := range [][]Coming{table.Due(func(*Line) time.Time { return now.Add(-time.Hour) }, now),
		table.Coming(now.Add(-time.Hour), now, 9)} {
		var acts []string
		for _, x := range list {
			acts = append(acts, string(x.Do))
		}
		if got := strings.Join(acts, "; "); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// Of what came while nobody carried it out, the last of each act is due, and of acts that undo each other the later one.
func TestDue(t *testing.T) {
	begin := time.Date(2027, 1, 4, 0, 0, 0, 0, time.UTC) // a Monday
	for _, tt := range []struct {
		name  string
		table []Written
		after time.Duration
		want  string
	}{
		{"nothing has come", []Written{{Every: "daily 02:00", Do: Freeze}}, time.Hour, ""},
		{"at its very moment", []Written{{Every: "daily 02:00", Do: Freeze}}, 2 * time.Hour, "4 Jan 02:00 UTC freeze"},
		{"three nights", []Written{{Every: "daily 02:00", Do: Freeze}}, 60 * time.Hour, "6 Jan 02:00 UTC freeze missed 4 Jan 02:00"},
		{"during play", []Written{{Every: "daily 02:00", Until: "06:00", Do: Play}}, 27 * time.Hour,
			"5 Jan 02:00 UTC play missed 4 Jan 02:00"},
		{"after play", []Written{{Every: "daily 02:00", Until: "06:00", Do: Play}}, 30 * time.Hour,
			"5 Jan 06:00 UTC pause missed 4 Jan 02:00"},
		{"frozen and revealed", []Written{{Every: "Mon 18:00", Do: Freeze}, {Every: "Mon 20:00", Do: Thaw}}, 24 * time.Hour,
			"4 Jan 20:00 UTC thaw missed 4 Jan 18:00"},
		{"two finals", []Written{{At: "2027-01-04 10:00", Do: Final, Stage: "semi-final"},
			{At: "2027-01-04 12:00", Do: Final, Stage: "final"}},
			24 * time.Hour, "4 Jan 10:00 UTC final; 4 Jan 12:00 UTC final"},
		{"a year, every minute", []Written{{Cron: "* * * * *", Do: Thaw}}, 365 * 24 * time.Hour, "4 Jan 00:00 UTC thaw missed 4 Jan 00:01"},
		{"a year ago", []Written{{At: "2027-01-05 00:00", Do: Close}}, 365 * 24 * time.Hour, "5 Jan 00:00 UTC close"},
	} {
		var got []string
		for _, x := range lines(t, time.UTC, tt.table...).Due(func(*Line) time.Time { return begin }, begin.Add(tt.after)) {
			text := written([]Coming{x})
			if !x.Missed.IsZero() {
				text += x.Missed.Format(" missed 2 Jan 15:04")
			}
			got = append(got, text)
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%s: %q, want %s", tt.name, got, tt.want)
		}
	}
}

func TestMistakes(t *testing.T) {
	for _, tt := range []struct {
		w         Written
		key, want string
	}{
		{Written{Do: Play}, "do", "a line has one of every"},
		{Written{At: "2027-01-15 18:00"}, "do", `do = "" is not an act`},
		{Written{At: "2027-01-15 18:00", Do: "freze"}, "do", "which are thaw open play freeze close final publish"},
		{Written{At: "2027-01-15 18:00", Do: Pause}, "do", `do = "pause" is not an act`},
		{Written{At: "2027-01-15 18:00", Every: "daily 02:00", Do: Play}, "do", "a line has one of every"},
		{Written{Every: "daily 02:00", Until: "6", Do: Play}, "until", "write a time of the day"},
		{Written{Every: "daily 02:00", Until: "06:00", Do: Freeze}, "until", `in a line with do = "play"`},
		{Written{Every: "daily 02:00", Stage: "final", Do: Play}, "do", `stage and bots are of do = "final"`},
		{Written{Every: "daily 02:00", Bots: "ladder#1-8", Do: Play}, "do", `stage and bots are of do = "final"`},
		{Written{Every: "daily 02:00", Do: Final}, "every", "a final begins once"},
	} {
		_, err := Parse(&tt.w, time.UTC)
		var mistake *Mistake
		if !errors.As(err, &mistake) || mistake.Key != tt.key || !strings.Contains(mistake.Text, tt.want) {
			t.Errorf("%+v: %v, want %s: %s", tt.w, err, tt.key, tt.want)
		}
	}
}

func TestTimesThatNeverCome(t *testing.T) {
	for key, texts := range map[string][]string{
		"at":    {"soon", "2027-02-30 18:00", "0000-01-01 18:00", "2027-01-15"},
		"every": {"Mon-Fri", "Mun 02:00", "Mon 24:00", "Mon- 02:00", "1-5 02:00", "*/2 02:00", "Mon 02:00 * *", "Fri-Mon 02:00"},
		"cron": {"0 2 * *", "0 2 * * 8", "TZ=", "CRON_TZ=UTC 0 2 * * 1", "@every 1s", strings.Repeat("0,", 1000) + "0 2 * * 1",
			"0 0 30 2 *"},
	} {
		for _, text := range texts {
			w := Written{Do: Play}
			*map[string]*string{"every": &w.Every, "cron": &w.Cron, "at": &w.At}[key] = text
			_, err := Parse(&w, time.UTC)
			var mistake *Mistake
			if !errors.As(err, &mistake) || mistake.Key != key || !strings.Contains(mistake.Text, "is not a time that comes") {
				t.Errorf("%s = %.40q: %v", key, text, err)
			}
		}
	}
}

// Whatever is written is a mistake or a line whose times are in order and end.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"Mon-Fri 02:00", "0 2 * * 1-5", "2027-01-15 18:00", "*/7 1-23/2 1,15 */3 MON", "TZ=x", "60 * * * *"} {
		for key := range 3 {
			f.Add(key, text, "06:00", "Europe/Amsterdam")
		}
	}
	f.Fuzz(func(t *testing.T, key int, text, until, zone string) {
		in, err := time.LoadLocation(zone)
		if err != nil {
			t.Skip()
		}
		w := Written{Do: Play, Until: until}
		*[]*string{&w.Every, &w.Cron, &w.At}[uint(key)%3] = text
		table, err := Parse(&w, in)
		if err != nil {
			return
		}
		from := time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC)
		for i := range table {
			n, last := 0, from
			for at := range table[i].All(from) {
				if !at.After(last) {
					t.Fatal(fmt.Sprint(at, " follows ", last))
				}
				if last, n = at, n+1; n > 20 {
					break
				}
			}
		}
	})
}

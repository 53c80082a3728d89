package moment_test

import (
	"errors"
	"testing"
	"time"
	_ "time/tzdata" // the zones of the tables below, also where the system has none

	"agon/internal/moment"
)

func in(t *testing.T, zone string) *time.Location {
	t.Helper()
	l, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestMomentsHaveTheirZone(t *testing.T) {
	winter, summer := time.Date(2026, 11, 29, 1, 42, 7, 0, time.UTC), time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		zone                       string
		at                         time.Time
		words, clock, stamp, named string
	}{
		{"UTC", winter, "29 Nov 2026, 01:42 UTC", "01:42 UTC", "2026-11-29 01:42:07 UTC", "UTC"},
		{"Europe/Berlin", winter, "29 Nov 2026, 02:42 CET", "02:42 CET", "2026-11-29 02:42:07 CET", "Europe/Berlin, now CET (UTC+01:00)"},
		{"Europe/Berlin", summer, "1 Jul 2026, 14:00 CEST", "14:00 CEST", "2026-07-01 14:00:00 CEST",
			"Europe/Berlin, now CEST (UTC+02:00)"},
		{"America/Sao_Paulo", summer, "1 Jul 2026, 09:00 UTC-03", "09:00 UTC-03", "2026-07-01 09:00:00 UTC-03",
			"America/Sao_Paulo, now UTC-03 (UTC-03:00)"},
		{"Asia/Kathmandu", summer, "1 Jul 2026, 17:45 UTC+0545", "17:45 UTC+0545", "2026-07-01 17:45:00 UTC+0545",
			"Asia/Kathmandu, now UTC+0545 (UTC+05:45)"},
	} {
		at := tt.at.In(in(t, tt.zone))
		for _, x := range [][2]string{
			{moment.Words(at), tt.words}, {moment.Clock(at), tt.clock}, {moment.Stamp(at), tt.stamp}, {moment.Zone(at), tt.named},
		} {
			if x[0] != x[1] {
				t.Errorf("%s: %q, want %q", tt.zone, x[0], x[1])
			}
		}
	}
	if got := moment.Words(summer.In(time.FixedZone("", 3600))); got != "1 Jul 2026, 13:00 UTC+0100" {
		t.Errorf("a zone without a name: %q", got)
	}
}

func TestTimesThatClocksShowOnce(t *testing.T) {
	for _, tt := range []struct{ zone, text, want string }{
		{"UTC", "2026-03-29T02:30", "2026-03-29T02:30:00Z"},
		{"Europe/Berlin", "2026-03-29T01:59", "2026-03-29T00:59:00Z"},
		{"Europe/Berlin", "2026-03-29T03:00", "2026-03-29T01:00:00Z"},
		{"Europe/Berlin", "2026-10-25T01:59", "2026-10-24T23:59:00Z"},
		{"Europe/Berlin", "2026-10-25T03:00", "2026-10-25T02:00:00Z"},
		{"America/New_York", "2026-03-08T01:59", "2026-03-08T06:59:00Z"},
		{"America/New_York", "2026-11-01T02:00", "2026-11-01T07:00:00Z"},
		{"Pacific/Apia", "2011-12-31T00:00", "2011-12-30T10:00:00Z"},
	} {
		got, err := moment.Parse(tt.text, in(t, tt.zone))
		if err != nil || got.UTC().Format(time.RFC3339) != tt.want {
			t.Errorf("%s in %s: %v, %v, want %s", tt.text, tt.zone, got, err, tt.want)
		}
	}
}

func TestTimesThatClocksNeverShowOrTwice(t *testing.T) {
	for _, tt := range []struct{ zone, text, want string }{
		{"Europe/Berlin", "2026-03-29T02:30", "2026-03-29T02:30 does not exist in the time zone Europe/Berlin: clocks are set forward " +
			"from 02:00 to 03:00 CEST then"},
		{"Europe/Berlin", "2026-03-29T02:00", "2026-03-29T02:00 does not exist in the time zone Europe/Berlin: clocks are set forward " +
			"from 02:00 to 03:00 CEST then"},
		{"America/New_York", "2026-03-08T02:59", "2026-03-08T02:59 does not exist in the time zone America/New_York: clocks are " +
			"set forward from 02:00 to 03:00 EDT then"},
		{"Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-04T02:15 does not exist in the time zone Australia/Lord_Howe: clocks are " +
			"set forward from 02:00 to 02:30 UTC+11 then"},
		{"Europe/Berlin", "2026-10-25T02:00", "2026-10-25T02:00 exists twice in the time zone Europe/Berlin, " +
			"as 02:00 CEST and later as 02:00 CET, since clocks are set back then"},
		{"Europe/Berlin", "2026-10-25T02:59", "2026-10-25T02:59 exists twice in the time zone Europe/Berlin, " +
			"as 02:59 CEST and later as 02:59 CET, since clocks are set back then"},
		{"America/New_York", "2026-11-01T01:30", "2026-11-01T01:30 exists twice in the time zone America/New_York, " +
			"as 01:30 EDT and later as 01:30 EST, since clocks are set back then"},
	} {
		_, err := moment.Parse(tt.text, in(t, tt.zone))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s in %s: %v, want %q", tt.text, tt.zone, err, tt.want)
		}
	}
	var twice *moment.TwiceError
	if _, err := moment.Parse("2026-10-25T02:30", in(t, "Europe/Berlin")); !errors.As(err, &twice) ||
		!twice.First.Equal(time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC)) ||
		!twice.Again.Equal(time.Date(2026, 10, 25, 1, 30, 0, 0, time.UTC)) {
		t.Errorf("%v: %+v", err, twice)
	}
	if _, err := moment.Parse("soon", time.UTC); err == nil {
		t.Error("soon is a moment")
	}
}

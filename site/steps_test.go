package site

import (
	"strings"
	"testing"

	"agon/site/entries"
)

func TestStepsOfACheck(t *testing.T) {
	starts, answers := finding{"starts", true, "bot.py"}, finding{"answers", true, "12 moves"}
	for _, x := range []struct {
		name     string
		version  entries.Version
		findings []finding
		want     string
	}{
		{"fetched", entries.Version{State: entries.Checking, Address: "https://example.org"}, nil,
			"now being fetched, ahead to come, ahead to come, ahead to come, ahead to come"},
		{"waits", entries.Version{State: entries.Checking, Hash: "ab"}, nil,
			"passed done, now waits, ahead to come, ahead to come, ahead to come"},
		{"is checked", entries.Version{State: entries.Checking, Hash: "ab", Log: "compiles"}, nil,
			"passed done, now under way, ahead to come, ahead to come, ahead to come"},
		{"passed", entries.Version{State: entries.Good, Hash: "ab"}, []finding{starts, answers},
			"passed done, passed done, passed done, passed done, passed every test"},
		{"passed long ago", entries.Version{State: entries.Removed, Hash: "ab"}, nil,
			"passed done, passed done, passed done, passed done, passed every test"},
		{"not fetched", entries.Version{State: entries.Bad, Address: "https://example.org"}, nil,
			"failed not fetched, ahead not tried, ahead not tried, ahead not tried, failed at fetching"},
		{"not built", entries.Version{State: entries.Bad, Hash: "ab"},
			[]finding{{"starts", false, "it cannot be built: go build\nmain.go:1"}},
			"passed done, failed it cannot be built, ahead not tried, ahead not tried, failed at “starts”"},
		{"does not start", entries.Version{State: entries.Bad, Hash: "ab"}, []finding{{"starts", false, "no such module"}},
			"passed done, passed done, failed it does not start, ahead not tried, failed at “starts”"},
		{"crashes", entries.Version{State: entries.Bad, Hash: "ab"},
			[]finding{starts, {"answers", false, "3 moves, 1 crashed\nmore"}, {"round", false, "it crashed"}},
			"passed done, passed done, passed done, failed 3 moves, 1 crashed, failed at “answers”"},
		{"too slow", entries.Version{State: entries.Bad, Hash: "ab"}, []finding{starts, answers, {"time", false, "2s a move"}},
			"passed done, passed done, passed done, passed done, failed at “time”"},
		{"took too long", entries.Version{State: entries.Bad, Hash: "ab", Log: "The check was stopped after 10m0s.\n"}, nil,
			"passed done, ahead not known, ahead not known, ahead not known, failed before its end"},
		{"stopped", entries.Version{State: entries.Bad, Hash: "ab",
			Log: "one\n\nThe check was stopped: hand it in once more to have it checked.\n"}, nil,
			"passed done, ahead not known, ahead not known, ahead not known, failed it was stopped"},
	} {
		var got []string
		for _, s := range stepsOf(&x.version, x.findings) {
			got = append(got, s.State+" "+s.Words)
		}
		if got := strings.Join(got, ", "); got != x.want {
			t.Errorf("%s: %s\nwant %s", x.name, got, x.want)
		}
	}
}

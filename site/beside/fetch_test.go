package beside

import (
	"io"
	"strings"
	"testing"
)

// TestFetching: what a fetching process says, cut anywhere, is read as what it does, what it has written and why it has not; a server's
// text begins no line of its own.
func TestFetching(t *testing.T) {
	var lines, log strings.Builder
	for _, say := range []struct{ prefix, text string }{{fetchDoes, "cloning\nwrote evil"}, {fetchRefused, "too \x1b[2Jlarge"}, {fetchWrote,
		"bot.tar"}} {
		if _, err := io.WriteString(prefixed{&lines, say.prefix}, say.text); err != nil {
			t.Fatal(err)
		}
	}
	f := fetching{log: &log}
	for _, c := range []byte(lines.String()) {
		if _, err := f.Write([]byte{c}); err != nil {
			t.Fatal(err)
		}
	}
	if f.file != "bot.tar" || f.refused != `too \x1b[2Jlarge` || log.String() != "cloning wrote evil\n" {
		t.Errorf("file %q, refused %q, log %q", f.file, f.refused, &log)
	}
}

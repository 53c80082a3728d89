package contest

import (
	"os"
	"path/filepath"
	"testing"

	"agon/bot/lineup"
	"agon/record/gamelog"
)

// TestALogAfterAKill: a line that a killed process did not finish costs that line, and not what the next run writes.
func TestALogAfterAKill(t *testing.T) {
	c := &Contest{Dir: t.TempDir()}
	c.Entries = []lineup.Entry{{Name: "Ann"}, {Name: "Ben"}, {Name: "Cid"}}
	if c.Logged(0) {
		t.Error("a bot without a log has one")
	}
	first, second := gamelog.Record{Game: 1, Turn: 1, Kind: gamelog.Output, Text: "one\n"},
		gamelog.Record{Game: 2, Turn: 1, Kind: gamelog.Output, Text: "two\n"}
	if err := c.AppendLog(0, first); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(c.LogFile(0), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString(`{"game":1,"tu`)
		f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := c.AppendLog(0, second); err != nil {
		t.Fatal(err)
	}
	records, err := gamelog.ReadFiles(0, c.LogFile(0))
	if err != nil || len(records) != 3 || records[0] != first || records[1].Kind != gamelog.Note || records[2] != second {
		t.Errorf("%v, %+v", err, records)
	}
	if err := os.WriteFile(filepath.Join(c.Dir, "logs", "002-Cid.log"), []byte("=== game 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if !c.Logged(0) || c.Logged(1) || !c.Logged(2) {
		t.Error("Ann has a log, Ben has none, Cid has one of an earlier version")
	}
}

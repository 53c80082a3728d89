package database

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// kept are the rows of testdata/versionN.db, each with the version that brought its table, and a query that returns one text.
var kept = []struct {
	since       int
	query, want string
}{
	{1, `SELECT group_concat(concat_ws('|', id, name, folded, role, substr(password, 1, 9), mail, joined, closed), '; ' ORDER BY id) FROM person`, "1|Olga|olga|organiser|$argon2id|olga@example.org|1772366400|0; 2|Paul Ångström|paul ångström|participant|||1772366401|1772366500"},
	{1, `SELECT concat_ws('|', hex(hash), role, uses, expires, made_by, note) FROM invitation`, "0102|jury|3|1999999999|1|for the jury"},
	{1, `SELECT concat_ws('|', hex(hash), person, note, made, used) FROM token`, "0304|1|laptop|1772366402|0"},
	{1, `SELECT concat_ws('|', hex(hash), hex(data), expires) FROM session`, "0506|0708|1999999999"},
	{1, `SELECT concat_ws('|', team.id, name, folded, person) FROM team JOIN member ON member.team = team.id`, "1|Reds|reds|2"},
	{1, `SELECT concat_ws('|', id, at, who, what, why, about) FROM audit`, "1|1772366400123|Olga|started cup|it is time|cup"},
	{2, `SELECT concat_ws('|', name, state, why, since, table_at, coalesce(table_data, 'none')) FROM contest`,
		"cup|paused|the hall closes|1772366403|0|none"},
	{3, `SELECT concat_ws('|', id, contest, name, folded, owner, active) FROM bot`, "1|cup|Quiet Flood|quiet flood|1|1"},
	{3, `SELECT concat_ws('|', id, bot, number, received, state, place, file, size, hash, verdict, log) FROM version`,
		`1|1|1|1772366404567|good|PLACE|bot.py|12|ab12|{"findings":[]}|it plays`},
	{4, `SELECT concat_ws('|', contest, opens, closes, starts, ends, freezes, closed, started, ended, froze) FROM schedule`,
		"cup|1772366400000|1772366500000|0|0|0|1|0|0|0"},
	{4, `SELECT concat_ws('|', undo, undone) FROM audit`, `{"reveal":true}|1`},
	{4, `SELECT concat_ws('|', bot, version, hash) FROM fixed`, "1|1|ab12"},
	{4, `SELECT concat_ws('|', contest, bot, at, why) FROM rest`, "cup|Quiet Flood|1772366405678|it crashed"},
	{4, `SELECT concat_ws('|', contest, bot, fault, n) FROM faults`, "cup|Quiet Flood|crashed|5"},
	{4, `SELECT concat_ws('|', person, contest, at, faults) FROM visit`, "1|cup|1772366406789|{}"},
	{4, `SELECT concat_ws('|', id, at, person, contest, bot, text) FROM alert`, "1|1772366405678|1|cup|1|Quiet Flood rests"},
	{4, `SELECT concat_ws('|', person, hex(hash)) FROM feed`, "1|0708"},
	{5, `SELECT concat_ws('|', id, contest, person, asked, state, tries, map, seats, result, why, hex(shared)) FROM match`,
		`1|cup|1|1772366409000|played|1|77|[{"bot":1}]|{"rounds":9}||0B0C`},
	{6, `SELECT concat_ws('|', private.contest, hex(hash), person) FROM private, guest`, "cup|0D0E|1"},
	{6, `SELECT concat_ws('|', contest, before, title, made) FROM season`, "cup-2|cup|Cup 2|1"},
	{6, `SELECT concat_ws('|', issuer, subject, person, made) FROM identity`, "https://login.example|abc|1|1772366410"},
	{6, `SELECT concat_ws('|', hex(id), person, note, credential, made, used) FROM passkey`, "0F10|1|laptop|{}|1772366411|1772366412"},
	{7, `SELECT concat_ws('|', contest, method, exhibits, opened, closed, person) FROM vote JOIN voter USING (contest)`,
		`cup|ranked|["Flood","Tide"]|1772366413000|1772366414000|1`},
	{7, `SELECT concat_ws('|', contest, id, data) FROM ballot`, "cup|BALLOT|[1,0]"},
	{8, `SELECT address FROM version`, "https://git.example.org/paul/flood"},
	{9, `SELECT concat_ws('|', hex(hash), person, mail, made, expires) FROM account_link`, "1112|1|olga@example.org|1772366415|1999999999"},
	{9, `SELECT concat_ws('|', folded, name, person, until) FROM former_name`, "olga b|Olga B|1|1772366416"},
}

// TestDatabasesOfEarlierVersions opens the databases that each version wrote: nothing of them is lost, and they have the tables of a new
// one.
func TestDatabasesOfEarlierVersions(t *testing.T) {
	files, err := migrations.ReadDir("migrations")
	if err != nil {
		t.Fatal(err)
	}
	schema := func(d *Database) (list []string) {
		if err := d.Each(t.Context(), func(scan func(...any) error) error {
			var text string
			err := scan(&text)
			list = append(list, text)
			return err
		}, `SELECT coalesce(sql, name) FROM sqlite_master WHERE name NOT LIKE 'goose%' AND name NOT LIKE 'sqlite%' ORDER BY name`); err != nil {
			t.Fatal(err)
		}
		return list
	}
	want := schema(opened(t, filepath.Join(t.TempDir(), "new.db")))
	for has := 1; has <= len(files); has++ {
		content, err := os.ReadFile(fmt.Sprintf("testdata/version%d.db", has))
		if errors.Is(err, fs.ErrNotExist) && has == len(files) {
			continue // the present version may still change
		}
		if err != nil {
			t.Fatal("each earlier version needs a database that it wrote: ", err)
		}
		t.Run(fmt.Sprint("version ", has), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "site.db")
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			d := opened(t, path)
			for _, row := range kept {
				if row.since > has {
					continue
				}
				var got string
				if err := d.Row(t.Context(), row.query).Scan(&got); err != nil || got != row.want {
					t.Errorf("%s\nreturns %q, not %q: %v", row.query, got, row.want, err)
				}
			}
			if got := schema(d); !reflect.DeepEqual(got, want) {
				t.Errorf("its tables are %q, not %q", got, want)
			}
			if err := note(d, "a"); err != nil {
				t.Error(err)
			}
			if err := d.Check(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

package audit

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"reflect"
	"slices"

	"agon/contest"
	"agon/internal/regular"
	"agon/show/report"
	"agon/show/report/folder"
)

// reportDir returns the folder of a contest's report.
func reportDir(c *contest.Contest) string { return filepath.Join(c.Dir, report.Folder) }

// tables computes the plan and all tables again from the ledger, compares the report with them, and rewrites it if it differs.
func (w *walk) tables(ctx context.Context) error {
	result, findings, err := w.c.Recount(ctx)
	if err != nil {
		w.wrong("", "%v", err)
		w.Report = "the tables cannot be computed"
		return nil
	}
	for _, finding := range findings {
		w.wrong("", "%s", finding)
	}
	w.Tables, w.Finished, w.Report = len(result.Stages), result.Finished, "no report yet"
	if w.Live || result.Games == 0 {
		return nil
	}
	state, wrong, err := w.compare(ctx, result)
	if err != nil {
		return err
	}
	w.Report = state
	kind := Wrong
	if w.Repair {
		kind = Remark
	}
	for _, text := range wrong {
		w.find(Finding{Kind: kind, In: reportDir(w.c), Text: text})
	}
	if !w.Repair || len(wrong) == 0 && state == agrees {
		return nil
	}
	return w.rewrite(ctx, result)
}

// rewrite writes the report again.
func (w *walk) rewrite(ctx context.Context, result *contest.Result) error {
	if !w.Dry {
		run, err := w.Compile(ctx, w.c, result, w.Pages)
		if err != nil {
			return err
		}
		if err := folder.Write(reportDir(w.c), run); err != nil {
			return err
		}
	}
	w.repaired("rewrote %s", reportDir(w.c))
	return nil
}

// agrees is what compare returns for a report that agrees with the ledger.
const agrees = "the report agrees"

// compare compares the report's files with their checksums, and its tables with those of a result: state describes what came of it, wrong
// lists the differences.
func (w *walk) compare(ctx context.Context, result *contest.Result) (state string, wrong []string, err error) {
	dir := reportDir(w.c)
	wrong, whole, err := folder.Changed(dir)
	if err != nil {
		return "", nil, err
	}
	if !whole {
		return fmt.Sprintf("no complete report (agon verify --repair %s writes it)", w.c.Dir), nil, nil
	}
	text, err := regular.Read(filepath.Join(dir, folder.ResultFile))
	if errors.Is(err, fs.ErrNotExist) {
		return "the report differs", append(wrong, folder.ResultFile+" is missing"), nil
	}
	if err != nil {
		return "", nil, err
	}
	var written any
	if err := json.Unmarshal(text, &written); err != nil {
		return "the report differs", append(wrong, fmt.Sprintf("%s is no JSON: %v", folder.ResultFile, err)), nil
	}
	recomputed, err := w.Compile(ctx, w.c, result, 0)
	if err != nil {
		return "", nil, err
	}
	now, err := json.Marshal(recomputed)
	if err != nil {
		return "", nil, err
	}
	var want any
	if err := json.Unmarshal(now, &want); err != nil {
		return "", nil, err
	}
	if games, ok := fieldOf(written, "games").(float64); ok && int(games) < result.Games && fieldOf(written, "finished") == false {
		return fmt.Sprintf("the report covers the first %d games", int(games)), wrong, nil
	}
	var differ []string
	for _, key := range []string{"kind", "seed", "games", "finished", "stages"} {
		differ = append(differ, differences(key, fieldOf(written, key), fieldOf(want, key))...)
	}
	for _, text := range differ {
		wrong = append(wrong, folder.ResultFile+": "+text)
	}
	wrong = append(wrong, w.marks(dir, recomputed)...)
	if len(wrong) > 0 {
		return "the report differs", wrong, nil
	}
	return agrees, nil, nil
}

// marks lists the differences between the file of marks and a recomputed report: "marks.csv.4.points is …" of the cell in line 4.
func (w *walk) marks(dir string, recomputed *report.Run) []string {
	made, n := folder.Marks(recomputed)
	if w.Marks = n; n == 0 {
		return nil
	}
	text, err := regular.Read(filepath.Join(dir, report.MarksFile))
	if err != nil {
		return []string{fmt.Sprintf("%s cannot be read: %v", report.MarksFile, err)}
	}
	differ := differences(report.MarksFile, cells(text), cells(made))
	w.Unlike = len(differ)
	return differ
}

// cells returns the cells of a CSV file by line and heading. The two before the first line make its index its number in the file.
func cells(text []byte) any {
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil
	}
	lines := []any{nil, nil}
	for _, row := range rows[1:] {
		line := map[string]any{}
		for i, cell := range row {
			line[rows[0][i]] = cell
		}
		lines = append(lines, line)
	}
	return lines
}

// fieldOf returns a field of a JSON object, or nil if it has no such field.
func fieldOf(of any, name string) any {
	object, _ := of.(map[string]any)
	return object[name]
}

// unknown reports whether the ledger does not have what a field of a standing is: image IDs and the reasons of bots that do not play are
// found anew in each run, and ledgers that were begun by early versions have no authors.
func unknown(key string, want any) bool {
	return key == "image" || key == "broken" || key == "author" && want == ""
}

// differences describes where a report differs from what was recomputed. It ignores fields that only the report has.
func differences(at string, written, want any) (list []string) {
	switch want := want.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(want)) {
			if !unknown(key, want[key]) {
				list = append(list, differences(at+"."+key, fieldOf(written, key), want[key])...)
			}
		}
		return list
	case []any:
		has, _ := written.([]any)
		if len(has) != len(want) {
			return []string{fmt.Sprintf("%s has %d elements, and the ledger makes %d", at, len(has), len(want))}
		}
		for i := range want {
			list = append(list, differences(fmt.Sprintf("%s.%d", at, i), has[i], want[i])...)
		}
		return list
	}
	if !reflect.DeepEqual(written, want) {
		return []string{fmt.Sprintf("%s is %s, and the ledger makes it %s", at, short(written), short(want))}
	}
	return nil
}

// short returns a JSON value for use in a sentence.
func short(v any) string {
	text, err := json.Marshal(v)
	if err != nil || v == nil {
		return "missing"
	}
	if text = bytes.TrimSpace(text); len(text) > 60 {
		text = append(text[:60:60], "…"...)
	}
	return string(text)
}

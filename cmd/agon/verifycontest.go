package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"agon/contest"
	"agon/games/all"
	"agon/internal/regular"
	"agon/replay/archive"
	"agon/report/folder"
	"agon/store"
	formats "agon/tournament/all"
)

// recall opens a contest from its ledger. live means that a run is using it.
func recall(ctx context.Context, dir string, live bool, replays func(dir string) (*archive.Archive, error)) (*contest.Contest, error) {
	l, err := known()
	if err != nil {
		return nil, err
	}
	c, err := contest.Recall(ctx, dir, contest.Recalling{
		Kinds: all.Find, Formats: formats.Formats, Archive: replays,
		Store: func(ctx context.Context, dir string) (store.Store, error) {
			return l.Read(ctx, dir, live)
		},
	})
	var damaged *store.Damaged
	if errors.As(err, &damaged) {
		return nil, &exit{exitFault, err}
	}
	return c, folderError(dir, err)
}

// contest verifies a contest against its ledger.
func (v *verification) contest(ctx context.Context, dir string) error {
	live, err := contest.Running(dir)
	if err != nil {
		return folderError(dir, err)
	}
	c, err := recall(ctx, dir, live, archive.Open)
	if err != nil {
		return err
	}
	defer c.Close()
	games, err := c.Kept(ctx)
	if err != nil {
		return folderError(dir, err)
	}
	if live {
		fmt.Fprintf(v.w.err, "agon: a run is using %s; verifying what it has stored so far\n", dir)
	} else {
		v.notes(dir, c.Archive())
	}
	tally, err := v.proveAll(ctx, dir, c, games)
	if err != nil {
		return err
	}
	result, findings, err := c.Recount(ctx)
	if err != nil {
		v.find("%s: %v", dir, err)
		return nil
	}
	for _, finding := range findings {
		v.find("%s: %s", dir, finding)
	}
	report, err := v.report(ctx, c, result, live)
	if err != nil {
		return folderError(dir, err)
	}
	v.summaries = append(v.summaries, fmt.Sprintf("%s: %s; %s; %s", dir, tally, recounted(result), report))
	return nil
}

// A tally counts the games of a contest's plan.
type tally struct {
	planned, done, lost, open int // open: replays of games without a result
	differ                    int // with a later result that differs
}

func (t tally) String() string {
	text := fmt.Sprintf("%d %s planned, %d with a result, %d of these without a replay", t.planned, plural(t.planned, "game"), t.done, t.lost)
	if t.differ > 0 {
		text += fmt.Sprintf("; %d with a later result that differs", t.differ)
	}
	if t.open > 0 {
		text += fmt.Sprintf("; %d with a replay and no result, as a run that was stopped leaves them", t.open)
	}
	return text
}

// proveAll verifies the replay of every game that has a result.
func (v *verification) proveAll(ctx context.Context, dir string, c *contest.Contest, games []store.Game) (tally, error) {
	t := tally{planned: len(games)}
	for _, g := range games {
		if len(c.Odd(&g)) > 0 {
			t.differ++
		}
		if g.Done {
			t.done++
		}
	}
	bar := v.bar(dir, t.done)
	defer bar.Close()
	known := map[int64]bool{}
	for _, g := range games {
		if ctx.Err() != nil {
			return t, host(fmt.Errorf("stopped after %d of %d games", v.good+v.bad, t.done))
		}
		if !g.Done {
			continue
		}
		known[int64(g.ID)] = true
		name := fmt.Sprintf("%s, game %d: %s", dir, g.ID+1, printable(versus(c.Names(g))))
		switch err := c.Prove(g); {
		case contest.Lost(err):
			t.lost++
			v.find("%s: the result has no replay", name)
		default:
			if v.judge(name, err); err == nil && !c.Archive().Indexed(int64(g.ID)) {
				v.find("%s: the index does not name the replay, which was found in its segment", name)
			}
		}
		bar.Add()
	}
	for _, id := range c.Archive().Games() {
		switch {
		case known[id]:
		case id < 0 || id >= int64(len(games)) && !liveGame(dir):
			v.find("%s, game %d: there is a replay, and no such game is planned", dir, id+1)
		default:
			t.open++
		}
	}
	return t, nil
}

// liveGame reports whether a game that was missing in the ledger may have been planned since, because a run is in progress.
func liveGame(dir string) bool {
	live, err := contest.Running(dir)
	return live && err == nil
}

// versus names the players of a game, or the first few of many.
func versus(names []string) string {
	const few = 4
	if len(names) > few+1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:few], ", "), len(names)-few)
	}
	return strings.Join(names, ", ")
}

// recounted returns how many tables were recomputed.
func recounted(r *contest.Result) string {
	text := fmt.Sprintf("%d %s recomputed", len(r.Stages), plural(len(r.Stages), "table"))
	if !r.Finished {
		text += ", the contest is not over"
	}
	return text
}

// report compares the report's files with their checksums, and its tables with the recomputed ones, and describes the result.
func (v *verification) report(ctx context.Context, c *contest.Contest, result *contest.Result, live bool) (string, error) {
	if live || result.Games == 0 {
		return "no report yet", nil
	}
	state, wrong, err := compareReport(ctx, c, result)
	for _, text := range wrong {
		v.find("%s: %s", reportDir(c), text)
	}
	return state, err
}

// agrees is what compareReport returns for a report that agrees with the ledger.
const agrees = "the report agrees"

// compareReport compares a report with a contest: state describes the result, wrong lists the differences.
func compareReport(ctx context.Context, c *contest.Contest, result *contest.Result) (state string, wrong []string, err error) {
	report := reportDir(c)
	wrong, whole, err := folder.Changed(report)
	if err != nil {
		return "", nil, err
	}
	if !whole {
		return fmt.Sprintf("no complete report (agon doctor %s writes it)", c.Dir), nil, nil
	}
	text, err := regular.Read(filepath.Join(report, folder.ResultFile))
	if errors.Is(err, fs.ErrNotExist) {
		return "the report differs", append(wrong, folder.ResultFile+" is missing"), nil
	}
	if err != nil {
		return "", nil, err
	}
	var said any
	if err := json.Unmarshal(text, &said); err != nil {
		return "the report differs", append(wrong, fmt.Sprintf("%s is no JSON: %v", folder.ResultFile, err)), nil
	}
	recomputed, err := compiled(ctx, c, result, "", 0)
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
	if games, ok := fieldOf(said, "games").(float64); ok && int(games) < result.Games && fieldOf(said, "finished") == false {
		return fmt.Sprintf("the report covers the first %d games", int(games)), wrong, nil
	}
	var differ []string
	for _, key := range []string{"kind", "seed", "games", "finished", "stages"} {
		differ = append(differ, differences(key, fieldOf(said, key), fieldOf(want, key))...)
	}
	for _, text := range differ {
		wrong = append(wrong, folder.ResultFile+": "+text)
	}
	if len(wrong) > 0 {
		return "the report differs", wrong, nil
	}
	return agrees, nil, nil
}

// fieldOf returns a field of a JSON object, or nil if it has no such field.
func fieldOf(of any, name string) any {
	object, _ := of.(map[string]any)
	return object[name]
}

// apart are fields of a standing that do not come from the ledger.
var apart = map[string]bool{"author": true, "image": true, "broken": true}

// differences describes where a report differs from what was recomputed. It ignores fields that only the report has.
func differences(at string, said, want any) (list []string) {
	switch want := want.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(want)) {
			if !apart[key] {
				list = append(list, differences(at+"."+key, fieldOf(said, key), want[key])...)
			}
		}
		return list
	case []any:
		has, _ := said.([]any)
		if len(has) != len(want) {
			return []string{fmt.Sprintf("%s has %d elements, and the ledger makes %d", at, len(has), len(want))}
		}
		for i := range want {
			list = append(list, differences(fmt.Sprintf("%s.%d", at, i), has[i], want[i])...)
		}
		return list
	}
	if !reflect.DeepEqual(said, want) {
		return []string{fmt.Sprintf("%s is %s, and the ledger makes it %s", at, short(said), short(want))}
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

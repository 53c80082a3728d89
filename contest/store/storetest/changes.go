package storetest

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"agon/contest/store"
)

func changes(t *testing.T, open Opener) {
	ctx := context.Background()
	at := time.Date(2026, 3, 4, 5, 6, 7, 891_011_000, time.UTC)
	s := opened(t, open)
	must(t, s.Plan(ctx, fixtures(2)...))
	want := []store.Change{
		{At: at, What: store.Joined, Entry: 3, Name: "böse \"x\"", Author: "Ann", Hash: "12ab", Image: "sha256:1", Broken: "it is",
			Instead: 1, Stage: 1, Round: 7},
		{At: at.Add(time.Second), What: store.Barred, Why: "it read\nits neighbour", By: "jury", Entry: 2, Instead: -1, Round: 9,
			Games: []int{1}},
		{At: at.Add(time.Minute), What: store.Grown, Why: "games of stage \"a\": 1 -> 2", Entry: -1, Instead: -1, Stage: 1, Round: 12,
			Stages: []store.Stage{
				{Name: "a \x00 \"b\"", Format: "arena", Keys: []store.Value{{Name: "games", Text: "2"}, {Name: "until", Text: "95 %"}}},
				{Name: "böse", Format: "knockout"},
			}},
	}
	must(t, s.Change(ctx, want[0]))
	must(t, s.Change(ctx, want[1]))
	must(t, s.Change(ctx, want[2]))
	for _, bad := range []store.Change{{What: "dropped", At: at}, {What: store.Joined, At: at},
		{What: store.Barred, At: at, Games: []int{2}}, {What: store.Barred, At: at, Round: -1},
		{What: store.Grown, At: at}, {What: store.Grown, At: at, Stage: 1, Stages: []store.Stage{{Name: "a"}}},
		{What: store.Barred, At: at, Stages: []store.Stage{{Name: "a"}}}} {
		if err := s.Change(ctx, want[0], bad); err == nil {
			t.Errorf("%+v was kept", bad)
		}
	}
	s = reopened(t, s, open)
	if got, err := s.Changes(ctx); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("kept are %+v, %v", got, err)
	}
	if list := games(t, s); len(list) != 2 || list[1].Done {
		t.Errorf("a change that gives games up changes them: %+v", list)
	}
}

func again(t *testing.T, open Opener) {
	ctx := context.Background()
	s := opened(t, open)
	must(t, s.Plan(ctx, fixtures(2)...))
	first, second := result(0, 1, 0), result(0, 2, 0)
	_, err := s.Record(ctx, first, result(1, 1, 0))
	must(t, err)
	must(t, s.Change(ctx, store.Change{At: time.Now(), What: store.Again, Why: "the power failed", Entry: -1, Instead: -1,
		Games: []int{0}}))
	s = reopened(t, s, open)
	if list := games(t, s); list[0].Done || len(list[0].Others) != 1 || !reflect.DeepEqual(list[0].Others[0], first) || !list[1].Done {
		t.Errorf("the games are %+v", list)
	}
	verdicts, err := s.Record(ctx, second)
	if err != nil || verdicts[0] != store.Stands {
		t.Errorf("the game that was played again: %v, %v", verdicts, err)
	}
	s = reopened(t, s, open)
	if list := games(t, s); !list[0].Done || !reflect.DeepEqual(list[0].Result, second) {
		t.Errorf("the game that was played again is %+v", list[0])
	}
	err = s.Change(ctx, store.Change{At: time.Now(), What: store.Again, Entry: -1, Instead: -1, Games: []int{0, 5}})
	if err == nil || !strings.Contains(err.Error(), "game 5") || !games(t, s)[0].Done {
		t.Errorf("a game that is not planned: %v", err)
	}
}

package entries

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A trying is a trial that waits for what comes of it.
type trying struct {
	*Trial
	end chan *Outcome
}

// tryWith lets a desk's contest have a gate. What is tried comes out of the channel, and is refused if its file says "worse".
func tryWith(d *desk) chan trying {
	begun := make(chan trying, 10)
	d.contest.Promote = "better"
	d.trier = func(ctx context.Context, t *Trial, log io.Writer) (*Outcome, error) {
		x := trying{t, make(chan *Outcome)}
		fmt.Fprintln(log, "40 of at most 400 games")
		begun <- x
		select {
		case o := <-x.end:
			if o == nil {
				return nil, errors.New("the disk is full")
			}
			return o, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return begun
}

// TestGate: in a contest with a gate the first version plays at once, and each later one only when its trial has ended well or its author
// insists. What is tried holds up no check of others.
func TestGate(t *testing.T) {
	dir := t.TempDir()
	var begun chan trying
	gated := func(d *desk) { begun = tryWith(d) }
	d := open(t, dir, gated)
	hand := func(text string) *Version {
		t.Helper()
		d.mu.Lock()
		d.now = d.now.Add(time.Hour)
		d.mu.Unlock()
		return d.submit(t, ann, "Flood", text)
	}
	settled := func(v *Version, plays, told string) {
		t.Helper()
		d.settled(t)
		if got := d.plays("Flood"); got != plays {
			t.Errorf("after version %d plays %q, not %q", v.Number, got, plays)
		}
		if v = d.read(t, v); v.State != Good || !strings.Contains(v.Verdict, told) {
			t.Errorf("%+v has not %q", v, told)
		}
	}
	settled(hand("good 1"), "good 1", "no version of the bot played before")

	v := hand("good 2")
	x := <-begun
	if text, err := os.ReadFile(filepath.Join(x.Folders[0], "bot.py")); err != nil || string(text) != "good 1" ||
		x.Names != [2]string{"Flood v1", "Flood v2"} || x.Dir != d.TrialDir(v.Bot, 2) {
		t.Errorf("%+v, %q: %v", x, text, err)
	}
	if q, err := d.Queue(t.Context()); err != nil || len(q) != 1 || !q[0].Tried || !strings.Contains(d.read(t, v).Log, "40 of at most") {
		t.Errorf("%+v: %v", q, err)
	}
	for _, who := range []int64{ben, cid, dora} { // one more than there are lanes
		other := d.submit(t, who, fmt.Sprint("Tide ", who), "good")
		for d.read(t, other).State == Checking {
			time.Sleep(time.Millisecond)
		}
	}
	x.end <- &Outcome{Told: "It is worse.", Games: []int{40}}
	settled(v, "good 1", `"told":"It is worse."`)
	if v = d.read(t, v); !strings.Contains(v.Verdict, `"trial":[40]`) || !strings.Contains(v.Verdict, `"good":false`) {
		t.Errorf("%s", v.Verdict)
	}
	if err := d.Activate(t.Context(), d.bot(t, "Flood"), 2); err != nil || d.plays("Flood") != "good 2" {
		t.Error(d.plays("Flood"), err)
	}

	// The host fails, and the site is killed: the trial goes on, and ends once.
	v = hand("good 3")
	(<-begun).end <- nil
	d.close(t)
	d = open(t, dir, gated)
	(<-begun).end <- &Outcome{Promoted: true, Told: "It is better."}
	settled(v, "good 3", "It is better.")

	// Its author insists, and withdraws.
	v = hand("good 4")
	<-begun
	if err := d.Activate(t.Context(), d.bot(t, "Flood"), 4); err != nil {
		t.Fatal(err)
	}
	settled(v, "good 4", "Its author lets it play")
	v = hand("good 5")
	<-begun
	if err := d.Stop(t.Context(), d.bot(t, "Flood"), 5); err != nil || d.plays("Flood") != "good 4" || !d.read(t, v).Stopped() {
		t.Errorf("%v: %+v", err, d.read(t, v))
	}
	v = hand("good 6")
	<-begun
	if err := d.Withdraw(t.Context(), d.bot(t, "Flood")); err != nil {
		t.Fatal(err)
	}
	settled(v, "", "Its author chose what plays")
	settled(hand("good 7"), "good 7", "no version of the bot played before")

	// A newer version takes the place of one that is tried; one that fails its check ends the trial too.
	v = hand("good 8")
	<-begun
	next := hand("good 9")
	(<-begun).end <- &Outcome{Promoted: true, Told: "It is better."}
	settled(next, "good 9", "It is better.")
	settled(v, "good 9", "A newer version was handed in")
	// Of the last three versions 7 had no trial.
	if left, err := os.ReadDir(filepath.Dir(d.TrialDir(v.Bot, 0))); err != nil || len(left) != trialsKept-1 {
		t.Errorf("the games of %v are kept: %v", left, err)
	}
	if _, err := d.Remove(t.Context(), d.bot(t, "Flood")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Dir(d.TrialDir(v.Bot, 0))); err == nil {
		t.Error("the games of a bot that was removed are kept")
	}
	d.close(t)
}

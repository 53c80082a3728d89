package entries

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/site/people"
)

// state returns a version of a bot.
func (d *desk) state(t *testing.T, bot string, number int) *Version {
	t.Helper()
	v, err := d.version(t.Context(), d.bot(t, bot).ID, number)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// An address becomes a version like any other when it has been fetched.
func TestAddresses(t *testing.T) {
	d := open(t, t.TempDir(), nil)
	defer d.close(t)
	if v := d.handIn(t, ann, "Flood", "good 1"); v.Hash != "" || v.File != "" || v.State != Checking {
		t.Errorf("%+v", v)
	}
	d.settled(t)
	v := d.state(t, "Flood", 1)
	if v.State != Good || v.Address != "good 1" || v.File != "bot.py" || v.Size != 6 || len(v.Hash) != 64 ||
		!strings.HasPrefix(v.Log, "fetching good 1\nlooking at") || d.plays("Flood") != "good 1" {
		t.Errorf("%+v; it plays %q", v, d.plays("Flood"))
	}
	d.handIn(t, ann, "Flood", "bad 2")
	d.settled(t)
	if v := d.state(t, "Flood", 2); v.State != Bad || d.plays("Flood") != "good 1" {
		t.Errorf("%+v; it plays %q", v, d.plays("Flood"))
	}
}

// What cannot be fetched is a version that failed, with the reason in its log, and its folder is empty.
func TestWhatCannotBeFetched(t *testing.T) {
	d := open(t, t.TempDir(), nil)
	defer d.close(t)
	for i, tt := range []struct {
		err  error
		says string
	}{
		{&people.Problem{Text: "There is none."}, "There is none."},
		{errors.New("no processes left"), "a fault of the site"},
	} {
		d.handIn(t, ann, "Flood", "slow")
		(<-d.fetches).fail <- tt.err
		d.settled(t)
		v := d.state(t, "Flood", i+1)
		if v.State != Bad || v.Hash != "" || v.File != "" || !strings.Contains(v.Log, tt.says) || strings.Contains(v.Log, "processes") {
			t.Errorf("%+v", v)
		}
		if left, err := os.ReadDir(filepath.Join(d.dir, "submitted", v.place)); err != nil || len(left) > 0 {
			t.Error(left, err)
		}
	}
}

// A slow download holds up neither other authors nor newer files of its own author, and an older version that arrives late does not replace
// a newer one.
func TestASlowDownload(t *testing.T) {
	d := open(t, t.TempDir(), nil)
	defer d.close(t)
	d.handIn(t, ann, "Flood", "slow 1")
	slow := <-d.fetches
	d.handIn(t, ann, "Flood", "slow 2") // waits for the first
	d.handIn(t, ben, "Tide", "good 1")
	d.submit(t, ann, "Flood", "good 3")
	for d.plays("Tide") != "good 1" || d.plays("Flood") != "good 3" {
		if t.Context().Err() != nil {
			t.Fatal("they wait")
		}
		time.Sleep(time.Millisecond)
	}
	if len(d.fetches) > 0 {
		t.Error("two downloads of an author run at once")
	}
	if waiting, running, err := d.Checks(t.Context()); err != nil || waiting+running < 2 {
		t.Error(waiting, running, err)
	}
	slow.text <- "good 1"
	(<-d.fetches).text <- "good 2"
	d.settled(t)
	for n := 1; n <= 3; n++ {
		if v := d.state(t, "Flood", n); v.State != Good {
			t.Errorf("%+v", v)
		}
	}
	if d.plays("Flood") != "good 3" {
		t.Errorf("it plays %q", d.plays("Flood"))
	}
}

// A version is received when its file is here: what comes after the close is practice.
func TestADownloadAfterTheClose(t *testing.T) {
	d := open(t, t.TempDir(), nil)
	defer d.close(t)
	closes := d.now.Add(time.Minute)
	d.contest.Practice = func(received time.Time) bool { return !received.Before(closes) }
	d.handIn(t, ann, "Flood", "slow")
	f := <-d.fetches
	d.mu.Lock()
	d.now = closes
	d.mu.Unlock()
	f.text <- "good 1"
	d.settled(t)
	if v := d.state(t, "Flood", 1); v.State != Good || !v.Practice || !v.Received.Equal(closes) || d.plays("Flood") != "" {
		t.Errorf("%+v; it plays %q", v, d.plays("Flood"))
	}
}

// A download that the end of the site breaks off begins again with the next start.
func TestDownloadsSurvive(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir, nil)
	d.handIn(t, ann, "Flood", "slow 1")
	<-d.fetches
	d.handIn(t, ann, "Tide", "good 2")
	d.close(t)
	d = open(t, dir, nil)
	defer d.close(t)
	f := <-d.fetches
	if place := d.state(t, "Flood", 1).place; place == "" || f.address != "slow 1" {
		t.Error(place, f.address)
	} else if all, err := os.ReadDir(filepath.Join(dir, "submitted", place)); err != nil || len(all) != 1 {
		t.Error(all, err) // what this download has begun
	}
	f.text <- "good 1"
	d.settled(t)
	if d.plays("Flood") != "good 1" || d.plays("Tide") != "good 2" {
		t.Errorf("%q, %q", d.plays("Flood"), d.plays("Tide"))
	}
}

// The limits of files hold for addresses.
func TestLimitsOfAddresses(t *testing.T) {
	d := open(t, t.TempDir(), nil)
	defer d.close(t)
	for range 3 {
		d.handIn(t, ann, "Flood", "slow")
	}
	_, err := d.Submit(t.Context(), Submission{Contest: "cup", Bot: "Flood", Owner: ann, Address: "slow"})
	refused(t, err, "wait for their check")
}

// A site that was started anew and takes no addresses refuses those that wait.
func TestNoAddresses(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir, nil)
	d.handIn(t, ann, "Flood", "slow")
	<-d.fetches
	d.close(t)
	d = open(t, dir, func(d *desk) { d.refuses = true })
	defer d.close(t)
	d.settled(t)
	if v := d.state(t, "Flood", 1); v.State != Bad || !strings.Contains(v.Log, "takes no addresses") {
		t.Errorf("%+v", v)
	}
	_, err := d.Submit(t.Context(), Submission{Contest: "cup", Bot: "Tide", Owner: ben, Address: "good"})
	refused(t, err, "takes no addresses")
}

package entries

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// pack hands in an archive, whose bot needs a build.
func (d *desk) pack(t *testing.T, owner int64, bot, text string) *Version {
	t.Helper()
	return d.archive(t, owner, bot, map[string]string{"bot.py": text, "engine.c": "int x;"})
}

// archive hands in an archive of files.
func (d *desk) archive(t *testing.T, owner int64, bot string, files map[string]string) *Version {
	t.Helper()
	v, err := d.Submit(t.Context(), Submission{Contest: "cup", Bot: bot, Owner: owner, File: "bot.zip",
		Content: strings.NewReader(zipped(t, files))})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// begun waits until a version is being checked.
func (d *desk) begun(t *testing.T, v *Version) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); d.read(t, v).Log == ""; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the check of version %d never begins", v.ID)
		}
	}
}

// done waits until a version has passed its check.
func (d *desk) done(t *testing.T, v *Version) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); d.read(t, v).State != Good; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("version %d does not pass its check", v.ID)
		}
	}
}

// queue returns the bots in the queue with their places.
func (d *desk) queue(t *testing.T) string {
	t.Helper()
	list, err := d.Queue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range list {
		names = append(names, fmt.Sprintf("%d %s %d", p.Place, p.Name, p.Number))
	}
	return strings.Join(names, ", ")
}

// Two authors whose builds sleep hold up neither a bot that needs no build nor, longer than their other versions, one that does.
func TestBuildsThatSleep(t *testing.T) {
	hold := make(chan struct{})
	d := open(t, t.TempDir(), func(d *desk) { d.hold, d.sleeps = hold, "sleeps" })
	defer d.close(t)
	first := d.pack(t, ann, "Flood", "sleeps 1")
	d.pack(t, ann, "Flood", "sleeps 2")
	d.pack(t, ann, "Rain", "sleeps 3")
	second := d.pack(t, ben, "Tide", "sleeps 1")
	d.begun(t, first)
	d.begun(t, second)
	last := d.pack(t, cid, "Ebb", "good")
	d.done(t, d.submit(t, dora, "Wave", "good"))
	d.done(t, d.archive(t, dora, "Wave", map[string]string{"bot.py": "good", "openings/book.json": "[]", "README.md": "# Wave"}))
	if got, want := d.queue(t), "0 Flood 1, 0 Tide 1, 1 Ebb 1, 2 Flood 2, 3 Rain 1"; got != want {
		t.Errorf("the queue is %s, not %s", got, want)
	}
	if err := d.Stop(t.Context(), d.bot(t, "Tide"), 1); err != nil {
		t.Fatal(err)
	}
	d.done(t, last)
	close(hold)
	d.settled(t)
	if d.plays("Flood") != "sleeps 2" || d.plays("Rain") != "sleeps 3" {
		t.Errorf("%q, %q", d.plays("Flood"), d.plays("Rain"))
	}
}

// Bots that wait and use no processor, whether they need a build or not, hold no lane, and no others but for so many of them: then the one
// that has waited longest is checked again when nobody else waits.
func TestBotsThatWait(t *testing.T) {
	for name, further := range map[string]int{"further lanes": 4, "none": -1} {
		for build, hand := range map[string]func(d *desk, owner int64, bot, text string) *Version{
			"plain":  func(d *desk, owner int64, bot, text string) *Version { return d.submit(t, owner, bot, text) },
			"builds": func(d *desk, owner int64, bot, text string) *Version { return d.pack(t, owner, bot, text) },
		} {
			t.Run(name+", "+build, func(t *testing.T) {
				hold := make(chan struct{})
				d := open(t, t.TempDir(), func(d *desk) { d.hold, d.sleeps, d.limits.Idle = hold, "idle", further })
				defer d.close(t)
				for i, bot := range []string{"Flood", "Tide", "Ebb"} {
					d.begun(t, hand(d, int64(i+1), bot, "idle"))
					d.pass(time.Second)
				}
				d.done(t, hand(d, dora, "Wave", "good"))
				d.done(t, hand(d, dora, "Wave", "good again"))
				close(hold)
				d.settled(t)
				for _, bot := range []string{"Flood", "Tide", "Ebb"} {
					if d.plays(bot) != "idle" {
						t.Errorf("%s has not passed", bot)
					}
				}
			})
		}
	}
}

// A check is put back only if another has its lane then, and not for ever; the one that has waited longest leaves, one at a time.
func TestWhoIsPutBack(t *testing.T) {
	const idle, busy, builds, back = 1, 2, 4, 8
	for _, tt := range []struct {
		name   string
		checks []int // the oldest first
		idle   int   // further lanes
		times  int   // that the idle ones were put back
		quick  bool  // the one that waits
		leaves int   // of checks, from 1; 0: none
	}{
		{"those that wait hold no lane", []int{idle, busy, busy, busy}, 4, 0, true, 0},
		{"one holds a lane", []int{busy, idle, idle}, -1, 0, true, 2},
		{"too many wait", []int{busy, idle | builds, idle, busy}, 1, 0, true, 2},
		{"one without a build has no lane of builds", []int{idle, busy | builds, busy | builds}, -1, 0, false, 0},
		{"a build has one", []int{idle, idle | builds, busy | builds}, -1, 0, false, 2},
		{"one leaves already", []int{busy, idle, idle | back}, -1, 0, true, 0},
		{"it was put back before", []int{busy, busy, idle}, -1, mostBack - 1, true, 3},
		{"it was put back often", []int{busy, busy, idle}, -1, mostBack, true, 0},
	} {
		e := &Entries{limits: Limits{Checks: 2, Idle: tt.idle}, live: map[int64]*running{}, back: map[int64]int{}}
		checks, left := map[int64]Pending{}, 0
		for i, is := range tt.checks {
			version := int64(i + 1)
			checks[version], e.back[version] = Pending{quick: is&builds == 0}, tt.times
			e.live[version] = &running{idle: is&idle != 0, back: is&back != 0, began: time.Unix(version, 0), cancel: func(cause error) {
				if left != 0 || cause != errPutBack {
					t.Errorf("%s: %d and %d, %v", tt.name, left, version, cause)
				}
				left = int(version)
			}}
		}
		if e.putBack(checks, tt.quick); left != tt.leaves {
			t.Errorf("%s: %d leaves, not %d", tt.name, left, tt.leaves)
		}
	}
}

// An author whose checks have used up their time waits until an hour has passed; others do not.
func TestTimeOfChecks(t *testing.T) {
	var d *desk
	d = open(t, t.TempDir(), func(x *desk) {
		d = x
		x.limits.Checking = 10 * time.Minute
		x.says = func(string) string { d.pass(11 * time.Minute); return "" }
	})
	defer d.close(t)
	d.done(t, d.submit(t, ann, "Flood", "good 1"))
	if u, err := d.Used(t.Context(), "cup", ann); err != nil || u.Checking != 11*time.Minute {
		t.Error(u, err)
	}
	free := d.time().Add(time.Hour)
	waits := d.submit(t, ann, "Flood", "good 2")
	d.done(t, d.submit(t, ben, "Tide", "good 1"))
	list, err := d.Queue(t.Context())
	if err != nil || len(list) != 1 || list[0].Version != waits.ID || list[0].Place != 1 || !list[0].Until.Equal(free) {
		t.Errorf("%+v: %v", list, err)
	}
	d.pass(time.Hour)
	signal(d.wake)
	d.done(t, waits)
}

// pass lets time pass.
func (d *desk) pass(time time.Duration) {
	d.mu.Lock()
	d.now = d.now.Add(time)
	d.mu.Unlock()
}

// What the builds of all authors share is made before a check, and takes no time of the author's.
func TestPreparationIsNobodysTime(t *testing.T) {
	var d *desk
	prepared := ""
	d = open(t, t.TempDir(), func(x *desk) {
		d = x
		x.prepare = func(_ context.Context, contest, folder string, _ io.Writer) error {
			prepared = contest + " " + folder
			d.pass(30 * time.Minute)
			return nil
		}
		x.says = func(string) string { d.pass(time.Minute); return "" }
	})
	defer d.close(t)
	d.done(t, d.submit(t, ann, "Flood", "good"))
	d.settled(t)
	if u, err := d.Used(t.Context(), "cup", ann); err != nil || u.Checking != time.Minute {
		t.Error(u, err)
	}
	if !strings.HasPrefix(prepared, d.contest.File+" ") || !strings.HasSuffix(prepared, unpacked) {
		t.Errorf("%q was prepared", prepared)
	}
}

// The check of what was fetched may begin before its download has ended: it is still found then, to be shown and stopped.
func TestACheckBeginsWhileItsDownloadEnds(t *testing.T) {
	d := open(t, t.TempDir(), nil)
	defer d.close(t)
	const version = 99
	_, _, fetched := d.begin(t.Context(), version, "")
	own, check, checked := d.begin(t.Context(), version, "person 1")
	fetched()
	d.Entries.mu.Lock()
	r := d.live[version]
	d.Entries.mu.Unlock()
	if r != check {
		t.Fatal("the check is not found")
	}
	if r.stop(); !isStopped(own) {
		t.Error(own.Err())
	}
	checked()
	if _, running, err := d.Checks(t.Context()); err != nil || running != 0 {
		t.Errorf("%d are being checked: %v", running, err)
	}
}

package entries

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"agon/site/database"
	"agon/site/people"
)

// A desk takes submissions for the contest "cup". Bots whose file says "bad" fail.
type desk struct {
	*Entries
	db      *database.Database
	dir     string
	contest *Contest

	mu      sync.Mutex
	now     time.Time
	changed int                        // calls of Changed
	checked []string                   // content of the files that were checked
	hold    chan struct{}              // if not nil, checks wait until it is closed
	sleeps  string                     // those of files that contain it; empty: all of them
	fail    error                      // of the host, once
	says    func(folder string) string // the verdict of a check; nil: the usual one

	prepare Preparer
	trier   Trier
	limits  Limits
	refuses bool          // addresses
	fetches chan fetching // takes what is being fetched; addresses without "slow" are fetched at once
}

// A fetching is a download that waits for what comes of it: the text of its file, or an error.
type fetching struct {
	address string
	text    chan string
	fail    chan error
}

// fetch writes the address, as a text, into the file bot.py.
func (d *desk) fetch(ctx context.Context, address, _, dir string, most int64, log io.Writer) (string, error) {
	fmt.Fprintln(log, "fetching", address)
	text := address
	if strings.Contains(address, "slow") {
		if err := os.WriteFile(filepath.Join(dir, ".part"), []byte("half"), 0o600); err != nil {
			return "", err
		}
		f := fetching{address, make(chan string), make(chan error)}
		d.fetches <- f
		select {
		case text = <-f.text:
		case err := <-f.fail:
			return "", err
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	return "bot.py", os.WriteFile(filepath.Join(dir, "bot.py"), []byte(text), 0o600)
}

func (d *desk) time() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.now
}

func (d *desk) check(ctx context.Context, contest, folder string, log io.Writer, idle func(bool)) (bool, string, error) {
	d.mu.Lock()
	hold, fail := d.hold, d.fail
	d.fail = nil
	d.mu.Unlock()
	fmt.Fprintln(log, "looking at", folder)
	text, err := os.ReadFile(filepath.Join(folder, "bot.py"))
	if hold != nil && strings.Contains(string(text), d.sleeps) {
		idle(strings.Contains(string(text), "idle"))
		select {
		case <-hold:
		case <-ctx.Done():
			return false, "", ctx.Err()
		}
	}
	if fail != nil {
		return false, "", fail
	}
	if err != nil {
		return false, "", nil
	}
	d.mu.Lock()
	d.checked = append(d.checked, string(text))
	d.mu.Unlock()
	if d.says != nil {
		return true, d.says(folder), nil
	}
	return !strings.Contains(string(text), "bad"), `{"findings":[{"what":"starts","good":true,"told":"` + folder + `/bot.py"}]}`, nil
}

// open opens the entries of a folder, with four people.
func open(t *testing.T, dir string, change func(d *desk)) *desk {
	t.Helper()
	db, err := database.Open(t.Context(), filepath.Join(dir, "site.db"))
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{db: db, dir: dir, now: time.Unix(1e9, 0), fetches: make(chan fetching, 10)}
	d.contest = &Contest{Name: "cup", File: filepath.Join(dir, "contest.toml"), Folder: filepath.Join(dir, "entries"),
		Others: []string{"house Bot"}, Changed: func() {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.changed++
		}}
	if change != nil {
		change(d)
	}
	people := people.New(db, nil)
	for _, name := range []string{"Ann", "Ben", "Cid", "Dora"} {
		people.Register(t.Context(), accountOf(name)) // it may be there
	}
	find := func(name string) (*Contest, error) {
		if name != "cup" {
			return nil, fs.ErrNotExist
		}
		return d.contest, nil
	}
	fetch := d.fetch
	if d.refuses {
		fetch = nil
	}
	if d.Entries, err = Open(t.Context(), db, Setup{Dir: filepath.Join(dir, "submitted"), Find: find, Check: d.check,
		Prepare: d.prepare, Fetch: fetch, Try: d.trier, Limits: d.limits, Now: d.time, Log: slog.New(slog.DiscardHandler)}); err != nil {
		t.Fatal(err)
	}
	return d
}

func accountOf(name string) people.Account {
	return people.Account{Name: name, Password: "three words in a row"}
}

func (d *desk) close(t *testing.T) {
	t.Helper()
	d.Close()
	if err := d.db.Close(); err != nil {
		t.Fatal(err)
	}
}

const ann, ben, cid, dora = 1, 2, 3, 4

// submit hands in a file called bot.py.
func (d *desk) submit(t *testing.T, owner int64, bot, text string) *Version {
	t.Helper()
	v, err := d.Submit(t.Context(), Submission{Contest: "cup", Bot: bot, Owner: owner, File: "bot.py", Content: strings.NewReader(text)})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// handIn hands in an address.
func (d *desk) handIn(t *testing.T, owner int64, bot, address string) *Version {
	t.Helper()
	v, err := d.Submit(t.Context(), Submission{Contest: "cup", Bot: bot, Owner: owner, Address: address})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// read returns a version as its owner sees it.
func (d *desk) read(t *testing.T, v *Version) *Version {
	t.Helper()
	list, err := d.Versions(t.Context(), v.Bot)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range list {
		if x.ID == v.ID {
			return x
		}
	}
	t.Fatalf("version %d is not there", v.ID)
	return nil
}

// settled waits until nothing is being checked.
func (d *desk) settled(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(time.Millisecond) {
		var n int
		if err := d.db.Row(t.Context(), `SELECT count(*) FROM version WHERE state = 'checking'`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			d.placing.Lock() // a version is good a little before it is in its place
			defer d.placing.Unlock()
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d are still being checked", n)
		}
	}
}

// plays returns what a bot of the contest has in its file.
func (d *desk) plays(bot string) string {
	text, _ := os.ReadFile(filepath.Join(d.contest.Folder, bot, "bot.py"))
	return string(text)
}

func (d *desk) bot(t *testing.T, name string) *Bot {
	t.Helper()
	all, err := d.Bots(t.Context(), "cup", 0)
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		if all[i].Name == name {
			return &all[i]
		}
	}
	t.Fatalf("no bot %q in %+v", name, all)
	return nil
}

func refused(t *testing.T, err error, words string) {
	t.Helper()
	var p *people.Problem
	if !errors.As(err, &p) || !strings.Contains(p.Text, words) {
		t.Errorf("the error is %v, not one about %q", err, words)
	}
}

// The last good version plays, whatever comes after it; earlier ones can play again; a bot can leave and come back.
func TestTheLastGoodVersionPlays(t *testing.T) {
	d := open(t, t.TempDir(), nil)
	defer d.close(t)
	for _, tt := range []struct{ text, plays string }{{"bad 1", ""}, {"good 2", "good 2"}, {"bad 3", "good 2"}, {"good 4", "good 4"}} {
		d.submit(t, ann, "Flood", tt.text)
		d.settled(t)
		if got := d.plays("Flood"); got != tt.plays {
			t.Errorf("after %q plays %q", tt.text, got)
		}
	}
	if d.changed != 2 {
		t.Errorf("the contest was told of %d changes", d.changed)
	}
	b := d.bot(t, "Flood")
	versions, err := d.Versions(t.Context(), b.ID)
	if err != nil || len(versions) != 4 || versions[0].Number != 4 || versions[0].State != Good || versions[1].State != Bad {
		t.Fatalf("%+v: %v", versions, err)
	}
	if v := versions[0]; strings.Contains(v.Log+v.Verdict, d.dir) || !strings.Contains(v.Verdict, `"told":"bot.py"`) {
		t.Errorf("where the site keeps it is told: %s %s", v.Log, v.Verdict)
	}
	if err := d.Activate(t.Context(), b, 2); err != nil || d.plays("Flood") != "good 2" {
		t.Error(d.plays("Flood"), err)
	}
	refused(t, d.Activate(t.Context(), b, 3), "did not pass")
	if err := d.Activate(t.Context(), b, 9); !errors.Is(err, people.ErrNobody) {
		t.Error(err)
	}
	if err := d.Withdraw(t.Context(), b); err != nil || d.plays("Flood") != "" {
		t.Error(d.plays("Flood"), err)
	}
	if err := d.Activate(t.Context(), b, 4); err != nil || d.plays("Flood") != "good 4" {
		t.Error(d.plays("Flood"), err)
	}
	left, _ := filepath.Glob(filepath.Join(d.contest.Folder, ".new-*"))
	if len(left) > 0 {
		t.Error("left over:", left)
	}
}

func zipped(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range files {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, text)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestArchives(t *testing.T) {
	d := open(t, t.TempDir(), nil)
	defer d.close(t)
	hand := func(name, content string) *Version {
		t.Helper()
		d.now = d.now.Add(time.Hour)
		v, err := d.Submit(t.Context(), Submission{Contest: "cup", Bot: "Flood", Owner: ann, File: name,
			Content: strings.NewReader(content)})
		if err != nil {
			t.Fatal(err)
		}
		d.settled(t)
		v, err = d.version(t.Context(), v.Bot, v.Number)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if v := hand("mine.zip", zipped(t, map[string]string{"mine/bot.py": "good in a folder", "mine/lib/x.py": ""})); v.State != Good ||
		d.plays("Flood") != "good in a folder" {
		t.Errorf("%+v", v)
	}
	for name, content := range map[string]string{
		"up.zip":      zipped(t, map[string]string{"../../bot.py": "good"}),
		"cut.zip":     zipped(t, map[string]string{"bot.py": "good"})[:40],
		"wrong.tgz":   "no archive",
		"link.tar.gz": linked(t, "mine/bot.py", "../Victim/bot.py"),
	} {
		v := hand(name, content)
		if v.State != Bad || !strings.Contains(v.Log, "cannot be unpacked") && !strings.Contains(v.Log, "leads out of the bot's folder") ||
			d.plays("Flood") != "good in a folder" {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

// linked returns an archive of one symbolic link.
func linked(t *testing.T, name, target string) string {
	t.Helper()
	var b bytes.Buffer
	packed := gzip.NewWriter(&b)
	archive := tar.NewWriter(packed)
	err := archive.WriteHeader(&tar.Header{Typeflag: tar.TypeSymlink, Name: name, Linkname: target, Mode: 0o777})
	if err := errors.Join(err, archive.Close(), packed.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What cannot be accepted is refused with a sentence, and leaves nothing.
func TestRefusals(t *testing.T) {
	d := open(t, t.TempDir(), nil)
	defer d.close(t)
	d.submit(t, ann, "Flood", "good")
	d.settled(t)
	before, _ := os.ReadDir(d.Entries.dir)
	for _, tt := range []struct {
		owner          int64
		bot, file, why string
		content        io.Reader
	}{
		{ben, "flood", "bot.py", "Somebody else has a bot", strings.NewReader("good")},
		{ben, "../up", "bot.py", "letters, digits", strings.NewReader("good")},
		{ben, "a.b", "bot.py", "letters, digits", strings.NewReader("good")},
		{ben, "..", "bot.py", "letters, digits", strings.NewReader("good")},
		{ben, "House bot", "bot.py", "plays here already", strings.NewReader("good")},
		{ben, "House b0t", "bot.py", "plays here already", strings.NewReader("good")},
		{ben, "FIood", "bot.py", "looks like another", strings.NewReader("good")}, // as that of another author
		{ben, "Flооd", "bot.py", "mixes letters", strings.NewReader("good")},
		{ben, "", "bot.py", "2 to 32", strings.NewReader("good")},
		{ben, "Tide", "bot.exe", "neither a bot's file nor an archive", strings.NewReader("good")},
		{ben, "Tide", ".py", "plainer name", strings.NewReader("good")},
		{ben, "Tide", "a\x00b.py", "plainer name", strings.NewReader("good")},
		{ben, "Tide", "bot.py", "is empty", strings.NewReader("")},
		{ben, "Tide", "bot.py", "more than 16 MiB", io.LimitReader(zeros{}, 17<<20)},
		{ben, "Tide", "bot.py", "", iotest.ErrReader(io.ErrUnexpectedEOF)},
	} {
		_, err := d.Submit(t.Context(), Submission{Contest: "cup", Bot: tt.bot, Owner: tt.owner, File: tt.file, Content: tt.content})
		if tt.why != "" {
			refused(t, err, tt.why)
		} else if err == nil {
			t.Errorf("%+v is accepted", tt)
		}
	}
	if _, err := d.Submit(t.Context(), Submission{Contest: "none", Bot: "Tide", Owner: ben, File: "bot.py"}); !errors.Is(err,
		fs.ErrNotExist) {
		t.Error(err)
	}
	after, _ := os.ReadDir(d.Entries.dir)
	if len(after) != len(before) {
		t.Errorf("%d folders, before %d", len(after), len(before))
	}
	if all, err := d.Bots(t.Context(), "cup", ben); err != nil || len(all) != 0 {
		t.Error(all, err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestLimits(t *testing.T) {
	hold := make(chan struct{})
	d := open(t, t.TempDir(), func(d *desk) { d.hold = hold })
	defer d.close(t)
	try := func(owner int64, bot string) error {
		_, err := d.Submit(t.Context(), Submission{Contest: "cup", Bot: bot, Owner: owner, File: "bot.py",
			Content: strings.NewReader("good")})
		return err
	}
	for _, bot := range []string{"One", "Two", "Three"} {
		if err := try(ann, bot); err != nil {
			t.Fatal(err)
		}
	}
	refused(t, try(ann, "One"), "wait for their check")
	if err := try(ben, "His"); err != nil {
		t.Error(err)
	}
	close(hold)
	d.settled(t)
	refused(t, try(ann, "Four"), "You have 3 bots in this contest, which is the limit; submit a new version, or remove a bot.")
	for range 17 {
		if err := try(ann, "One"); err != nil {
			t.Fatal(err)
		}
		d.settled(t)
	}
	refused(t, try(ann, "One"), "within an hour")
	d.mu.Lock()
	d.now = d.now.Add(time.Hour + time.Second)
	d.mu.Unlock()
	if err := try(ann, "One"); err != nil {
		t.Error(err)
	}
	d.settled(t)
}

// A version that the host cannot check holds up no other.
func TestACheckThatTheHostFails(t *testing.T) {
	hold := make(chan struct{})
	d := open(t, t.TempDir(), func(d *desk) { d.hold, d.fail = hold, errors.New("the host is ill") })
	defer d.close(t)
	first := d.submit(t, ann, "Flood", "good")
	d.begun(t, first)
	second := d.submit(t, ben, "Tide", "good")
	close(hold)
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(time.Millisecond) {
		v, err := d.version(t.Context(), second.Bot, second.Number)
		if err != nil || time.Now().After(deadline) {
			t.Fatal(v, err)
		}
		if v.State == Good {
			break
		}
	}
	if v, err := d.version(t.Context(), first.Bot, first.Number); err != nil || v.State != Checking {
		t.Error(v, err)
	}
}

// Versions that arrive at the same time are counted before they are kept.
func TestManyVersionsAtOnce(t *testing.T) {
	hold := make(chan struct{})
	d := open(t, t.TempDir(), func(d *desk) { d.hold = hold })
	defer d.close(t)
	defer close(hold)
	d.submit(t, ann, "Flood", "good")
	var begun, wait sync.WaitGroup
	start := make(chan struct{})
	for range 12 {
		begun.Add(1)
		wait.Go(func() {
			content := io.MultiReader(readerFunc(func([]byte) (int, error) { begun.Done(); <-start; return 0, io.EOF }),
				strings.NewReader("good"))
			d.Submit(context.Background(), Submission{Contest: "cup", Bot: "Flood", Owner: ann, File: "bot.py", Content: content})
		})
	}
	begun.Wait() // all have passed what is asked before an upload
	close(start)
	wait.Wait()
	if u, err := d.Used(t.Context(), "cup", ann); err != nil || u.Waiting != 3 {
		t.Error(u, err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// A person who sends many new bots at once gets no more than the limit.
func TestManyAtOnce(t *testing.T) {
	d := open(t, t.TempDir(), nil)
	defer d.close(t)
	var wait sync.WaitGroup
	for i := range 12 {
		wait.Go(func() {
			d.Submit(context.Background(), Submission{Contest: "cup", Bot: fmt.Sprint("Bot ", i), Owner: ann, File: "bot.py",
				Content: strings.NewReader("good")})
		})
	}
	wait.Wait()
	d.settled(t)
	if all, err := d.Bots(t.Context(), "cup", ann); err != nil || len(all) > 3 {
		t.Error(len(all), err)
	}
}

// What was acknowledged before the site ended is checked when it starts again; what was not is gone; folders are as the database says.
func TestSubmissionsSurvive(t *testing.T) {
	dir := t.TempDir()
	never := make(chan struct{})
	d := open(t, dir, func(d *desk) { d.hold = never })
	d.submit(t, ann, "Flood", "good 1")
	d.submit(t, ben, "Tide", "good 1")
	d.close(t)
	if err := os.MkdirAll(filepath.Join(dir, "submitted", "HALF"), 0o700); err != nil {
		t.Fatal(err)
	}

	d = open(t, dir, nil)
	d.settled(t)
	if d.plays("Flood") != "good 1" || d.plays("Tide") != "good 1" {
		t.Errorf("%q, %q", d.plays("Flood"), d.plays("Tide"))
	}
	if _, err := os.Stat(filepath.Join(dir, "submitted", "HALF")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("half an upload is kept:", err)
	}
	d.submit(t, ann, "Flood", "good 2")
	d.settled(t)
	flood, tide := d.bot(t, "Flood"), d.bot(t, "Tide")
	first, err := d.version(t.Context(), flood.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	// A kill between the database and the folders.
	err = d.db.Write(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE bot SET active = CASE id WHEN ? THEN ? ELSE NULL END`, flood.ID, first.ID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(d.contest.Folder, ".new-X", "y"), 0o755); err != nil {
		t.Fatal(err)
	}
	d.close(t)
	d = open(t, dir, nil)
	defer d.close(t)
	if d.plays("Flood") != "good 1" || d.plays("Tide") != "" {
		t.Errorf("%q, %q", d.plays("Flood"), d.plays("Tide"))
	}
	if err := d.Activate(t.Context(), tide, 1); err != nil || d.plays("Tide") != "good 1" {
		t.Error(d.plays("Tide"), err)
	}
	if _, err := os.Stat(filepath.Join(d.contest.Folder, ".new-X")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a folder that was being made is kept:", err)
	}
}

// The log of a check is bounded, and has its beginning and its end.
func TestLogsAreBounded(t *testing.T) {
	l := &livelog{}
	fmt.Fprintln(l, "the beginning")
	for range 1000 {
		l.Write(bytes.Repeat([]byte("x\xff"), 1000))
	}
	fmt.Fprintln(l, "the end")
	text := l.text()
	if len(text) > 3*mostLog || !strings.HasPrefix(text, "the beginning\n") || !strings.HasSuffix(text, "the end\n") ||
		!strings.Contains(text, "bytes left out") {
		t.Errorf("%d bytes", len(text))
	}
}

// What failed its check is kept for its author, who may download it, over a new start of the site too; what was made of it is not.
func TestFailedVersionsAreKept(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir, nil)
	d.submit(t, ann, "Flood", "bad 1")
	d.handIn(t, ann, "Rain", "slow")
	(<-d.fetches).fail <- &people.Problem{Text: "There is none."}
	d.settled(t)
	d.close(t)
	d = open(t, dir, nil)
	defer d.close(t)
	v := d.state(t, "Flood", 1)
	f, err := d.Upload(t.Context(), d.bot(t, "Flood"), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if text, err := io.ReadAll(f); err != nil || string(text) != "bad 1" || !v.Kept || v.State != Bad {
		t.Errorf("%q, %v, %+v", text, err, v)
	}
	if left, err := os.ReadDir(filepath.Join(dir, "submitted", v.place)); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
	_, err = d.Upload(t.Context(), d.bot(t, "Rain"), 1)
	refused(t, err, "are not kept")
}

// The files of the oldest versions that do not play are removed when an author has too much, and those of failed ones among them.
func TestOldVersionsAreRemoved(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir, func(d *desk) { d.limits.Kept = 15 })
	d.submit(t, ben, "Tide", "good 1")
	d.submit(t, ann, "Flood", "bad 1")
	d.settled(t)
	d.submit(t, ann, "Flood", "good 2")
	d.settled(t)
	d.submit(t, ann, "Flood", "good 3")
	d.settled(t)
	if err := d.Activate(t.Context(), d.bot(t, "Flood"), 2); err != nil {
		t.Fatal(err)
	}
	d.submit(t, ann, "Rain", "good 1")
	d.settled(t)
	for d.state(t, "Flood", 3).State != Removed { // a moment after the check
		if t.Context().Err() != nil {
			t.Fatal("nothing is removed")
		}
	}
	d.close(t)
	d = open(t, dir, nil)
	defer d.close(t)
	for _, tt := range []struct {
		bot    string
		number int
		state  State
	}{{"Flood", 1, Bad}, {"Flood", 2, Good}, {"Flood", 3, Removed}, {"Rain", 1, Good}, {"Tide", 1, Good}} {
		v := d.state(t, tt.bot, tt.number)
		_, err := os.Stat(filepath.Join(dir, "submitted", v.place))
		if v.State != tt.state || (err == nil) != (tt.state == Good) ||
			(tt.state == Removed) != strings.Contains(v.Log, "files were removed") {
			t.Errorf("%s %d: %+v, %v", tt.bot, tt.number, v, err)
		}
	}
	refused(t, d.Activate(t.Context(), d.bot(t, "Flood"), 3), "were removed")
	if d.plays("Flood") != "good 2" || d.plays("Rain") != "good 1" {
		t.Errorf("%q, %q", d.plays("Flood"), d.plays("Rain"))
	}
}

// The author stops what waits, what is being checked and what is being fetched; nothing of it plays, and others go on.
func TestStop(t *testing.T) {
	hold := make(chan struct{})
	d := open(t, t.TempDir(), func(d *desk) { d.hold = hold })
	defer d.close(t)
	d.submit(t, ann, "Flood", "good 1")
	d.submit(t, ann, "Flood", "good 2")
	d.handIn(t, ann, "Rain", "slow")
	<-d.fetches
	flood, rain := d.bot(t, "Flood"), d.bot(t, "Rain")
	for d.logOf(t, flood, 1) == "" {
		if t.Context().Err() != nil {
			t.Fatal("the check never begins")
		}
	}
	for b, number := range map[*Bot]int{flood: 2, rain: 1} {
		if err := d.Stop(t.Context(), b, number); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Stop(t.Context(), flood, 1); err != nil {
		t.Fatal(err)
	}
	for b, number := range map[string]int{"Flood": 1, "Rain": 1} {
		if v := d.state(t, b, number); v.State != Bad || !strings.Contains(v.Log, "was stopped") {
			t.Errorf("%+v", v)
		}
	}
	if v := d.state(t, "Flood", 2); v.State != Bad || !strings.Contains(v.Log, "was stopped") || len(d.checked) > 0 ||
		d.plays("Flood") != "" {
		t.Errorf("%+v; %q were checked", v, d.checked)
	}
	refused(t, d.Stop(t.Context(), flood, 1), "not being checked any more")
	close(hold)
	d.submit(t, ben, "Tide", "good 1")
	d.settled(t)
	if d.plays("Tide") != "good 1" {
		t.Error("another's version does not play")
	}
	if u, err := d.Used(t.Context(), "cup", ann); err != nil || u != (Used{Hourly: 3}) {
		t.Error(u, err)
	}
}

// logOf returns the log of a version as it is now.
func (d *desk) logOf(t *testing.T, b *Bot, number int) string {
	t.Helper()
	all, err := d.Versions(t.Context(), b.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range all {
		if v.Number == number {
			return v.Log
		}
	}
	return ""
}

// Where the site keeps submissions is nobody's concern, also when its folder is named relative to where it was started.
func TestNoVerdictNamesTheSitesFolder(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	hold := make(chan struct{})
	d := open(t, ".", func(d *desk) {
		d.hold = hold
		d.says = func(folder string) string {
			whole, err := filepath.Abs(folder)
			if err != nil {
				t.Error(err)
			}
			return "starts " + whole + "/bot.py in " + whole
		}
	})
	defer d.close(t)
	v := d.submit(t, ann, "one", "good")
	for d.read(t, v).Log == "" {
		time.Sleep(time.Millisecond)
	}
	if log := d.read(t, v).Log; log != "looking at .\n" {
		t.Errorf("while it is checked its log is %q", log)
	}
	close(hold)
	d.settled(t)
	if v = d.read(t, v); v.Verdict != "starts bot.py in ." || strings.Contains(v.Log, dir) {
		t.Errorf("%q, and the log %q", v.Verdict, v.Log)
	}
}

package entries

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"agon/bot/build"
	"agon/bot/image"
	"agon/bot/unpack"
	"agon/internal/diskfree"
	"agon/internal/regular"
	"agon/site/database"
	"agon/site/people"
)

// checkLasts bounds a check, the build included, whose own limit of wall time is shorter: a machine in use must not fail it.
const checkLasts = 15 * time.Minute

// mostLog bounds what is kept of what a check prints, in bytes: its first and its last part.
const mostLog = 64 << 10

// A livelog collects what a check prints.
type livelog struct {
	mu     sync.Mutex
	head   []byte
	tail   []byte
	lost   int
	folder string // of the bot's files, once they are unpacked
}

// within names the files of a bot relative to their folder from now on.
func (l *livelog) within(folder string) {
	l.mu.Lock()
	l.folder = folder
	l.mu.Unlock()
}

// Write adds to the log.
func (l *livelog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := len(p)
	if room := mostLog/2 - len(l.head); room > 0 {
		take := min(room, len(p))
		l.head, p = append(l.head, p[:take]...), p[take:]
	}
	l.tail = append(l.tail, p...)
	if over := len(l.tail) - mostLog/2; over > 0 {
		l.lost += over
		l.tail = append(l.tail[:0], l.tail[over:]...)
	}
	return n, nil
}

func (l *livelog) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var b bytes.Buffer
	b.Write(l.head)
	if l.lost > 0 {
		fmt.Fprintf(&b, "\n… %d bytes left out …\n", l.lost)
	}
	b.Write(l.tail)
	return local(strings.ToValidUTF8(b.String(), "\ufffd"), l.folder)
}

// Checks returns how many versions wait for their check, and how many are being checked.
func (e *Entries) Checks(ctx context.Context) (waiting, running int, err error) {
	if err := e.db.Row(ctx, `SELECT count(*) FROM version WHERE state = 'checking'`).Scan(&waiting); err != nil {
		return 0, 0, fmt.Errorf("count the checks: %w", err)
	}
	e.mu.Lock()
	running = len(e.live) // counted last: a check that begins between the two is not overlooked
	e.mu.Unlock()
	return max(0, waiting-running), running, nil
}

// signal puts an element into a channel that has room for one.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// pause is the time that passes before the host tries again what it could not do: its disk is full, say.
const pause = 10 * time.Second

// holding is the time between looks at authors who have used up their time for checks.
const holding = 15 * time.Second

// checks checks versions until ctx is done, several at once in the order of [Entries.Queue], one of an author. One that the host cannot
// check waits, and holds up no other.
func (e *Entries) checks(ctx context.Context) {
	type ended struct {
		version int64
		err     error
	}
	running, later, over := map[int64]Pending{}, map[int64]bool{}, make(chan ended)
	var again, look <-chan time.Time
	failed := func(what string, err error) {
		if ctx.Err() == nil {
			e.log.Error(what, "error", err)
			again = time.After(pause)
		}
	}
	for {
		p, held, err := e.next(ctx, running, later)
		if err != nil {
			failed("find a submission to check", err)
		}
		if p != nil {
			running[p.Version] = *p
			go func() { over <- ended{p.Version, e.checkNext(ctx, p)} }()
			continue
		}
		if look = nil; held {
			look = time.After(holding)
		}
		select {
		case <-e.wake:
		case <-look:
		case o := <-over:
			delete(running, o.version)
			if o.err != nil {
				later[o.version] = true
				failed("check a submission", o.err)
			}
		case <-again:
			again = nil
			clear(later)
			if err := e.Put(ctx, ""); err != nil { // the folders of contests may lack what the database says
				failed("put checked bots into their contests", err)
			}
		case <-ctx.Done():
			for range running {
				<-over
			}
			return
		}
	}
}

// rest waits while the host is in trouble.
func rest(ctx context.Context) {
	select {
	case <-time.After(pause):
	case <-ctx.Done():
	}
}

// checkNext checks a version, unless somebody has stopped it meanwhile.
func (e *Entries) checkNext(ctx context.Context, p *Pending) error {
	own, log, end := e.begin(ctx, p.Version, p.author) // before its state is read: Stop finds one of both
	defer end()
	v, err := scanVersion(e.db.Row(ctx, `SELECT `+versionColumns+` FROM version WHERE id = ?`, p.Version).Scan)
	if errors.Is(err, people.ErrNobody) || err == nil && v.State != Checking {
		return nil
	}
	if err == nil {
		err = e.checkOne(ctx, own, v, log)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if errors.Is(err, errPutBack) {
		e.back[p.Version]++
		return nil
	}
	delete(e.back, p.Version)
	if err != nil {
		log.free = e.now().Sub(log.began) // the host failed
	}
	return err
}

// idle notes whether a check waits for something and uses no processor.
func (e *Entries) idle(r *running, waits bool) {
	e.mu.Lock()
	r.idle = waits
	e.mu.Unlock()
	signal(e.wake)
}

func (e *Entries) isIdle(r *running) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return r.idle
}

// checkOne checks a version until own is done and keeps the verdict. A version that passes becomes active.
func (e *Entries) checkOne(ctx, own context.Context, v *Version, log *running) error {
	io.WriteString(log, v.Log)
	bot := Bot{ID: v.Bot}
	if err := e.db.Row(ctx, `SELECT contest, name FROM bot WHERE id = ?`, v.Bot).Scan(&bot.Contest, &bot.Name); err != nil {
		return err
	}
	c, err := e.find(bot.Contest)
	if err != nil {
		return err
	}
	passed, verdict, err := e.judge(ctx, own, v, c.File, log)
	if err != nil {
		return err
	}
	trial := &Outcome{}
	if passed {
		if trial, err = e.tried(ctx, own, c, &bot, v, log); err != nil && !isStopped(own) {
			return err
		}
		if passed = err == nil; passed {
			verdict = trial.with(verdict)
		}
	}
	if isStopped(own) {
		io.WriteString(log, stopped)
	}
	e.placing.Lock()
	defer e.placing.Unlock()
	plays := false
	err = e.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error {
		if passed, err = keepVerdict(tx, v, passed, verdict, log.text()); err == nil && passed && trial.Promoted {
			plays, err = letPlay(tx, v, bot.Contest, trial.before)
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case !passed:
		// Nothing plays it: what was handed in is kept for its author, and what was made of it is not.
		if err := os.RemoveAll(filepath.Join(e.dir, v.place, unpacked)); err != nil {
			return err
		}
	case plays:
		if err := e.place(c, &bot, v); err != nil {
			return err
		}
	}
	return e.removeOldest(ctx, v)
}

// keepVerdict keeps the verdict on a version, and reports whether it passed: not if it was stopped before its check began.
func keepVerdict(tx *sql.Tx, v *Version, passed bool, verdict, log string) (bool, error) {
	state := Bad
	if passed {
		state = Good
	}
	kept, err := database.Changed(tx, `UPDATE version SET state = ?, verdict = ?, log = ? WHERE id = ? AND state = 'checking'`,
		string(state), verdict, log, v.ID)
	return passed && kept, err
}

// letPlay makes a version the one that plays, and reports whether it does. What is fetched may be late: a newer version that plays stays,
// and so does another one than before, against which it was tried; 0: it was not tried.
func letPlay(tx *sql.Tx, v *Version, contest string, before int64) (bool, error) {
	plays, err := database.Changed(tx, `UPDATE bot SET active = ?1 WHERE id = ?2 AND (?4 = 0 OR active = ?4)
		AND NOT EXISTS (SELECT 1 FROM version a WHERE a.id = bot.active AND a.number > ?3)`, v.ID, v.Bot, v.Number, before)
	if err == nil && plays {
		err = refix(tx, contest)
	}
	return plays, err
}

// judge checks the files of a version until own is done. An error is the host's, or that of ctx: it is checked again.
func (e *Entries) judge(ctx, own context.Context, v *Version, file string, log *running) (passed bool, verdict string, err error) {
	folder, err := e.folderOf(own, v)
	log.within(folder)
	if err == nil {
		err = e.prepared(own, file, folder, log)
	}
	var refused *people.Problem
	switch {
	case isStopped(own):
		return false, "", nil
	case errors.As(err, &refused):
		fmt.Fprintln(log, refused.Text)
		return false, "", nil
	case err != nil:
		return false, "", err
	}
	limited, cancel := context.WithTimeout(own, checkLasts)
	defer cancel()
	passed, verdict, err = e.check(limited, file, folder, log, func(waits bool) { e.idle(log, waits) })
	verdict = local(verdict, folder)
	switch {
	case ctx.Err() != nil:
		return false, "", ctx.Err()
	case isStopped(own):
		return false, verdict, nil
	case own.Err() != nil:
		return false, "", context.Cause(own)
	case limited.Err() != nil:
		fmt.Fprintf(log, "The check was stopped after %v.\n", checkLasts)
		if e.isIdle(log) {
			io.WriteString(log, "The bot, or its build, waited and used no processor: look for a sleep, or for input that does not come.\n")
		}
		return false, verdict, nil
	}
	return passed, verdict, err
}

// prepared has made what the builds of many bots share. That takes none of the author's time; if it takes too long, it is the host's fault.
func (e *Entries) prepared(own context.Context, file, folder string, log *running) error {
	if e.prepare == nil {
		return nil
	}
	begun := e.now()
	limited, cancel := context.WithTimeout(own, checkLasts)
	defer cancel()
	err := e.prepare(limited, file, folder, log)
	if limited.Err() != nil && own.Err() == nil {
		err = fmt.Errorf("what builds share was not made within %v: %w", checkLasts, err)
	}
	e.mu.Lock()
	log.free += e.now().Sub(begun)
	e.mu.Unlock()
	return err
}

// A running check or download has a log, which people see as it grows.
type running struct {
	*livelog
	began  time.Time
	free   time.Duration // of it, which is not the author's
	author string        // of a check, see authorKey; empty: it is a download
	idle   bool          // it waits, and uses no processor
	tried  int64         // the bot whose version is in its trial, which holds no lane; 0: it is checked
	back   bool          // it is being put back
	cancel context.CancelCauseFunc
	ended  chan struct{} // closed once what became of it is kept
}

func (r *running) stop() { r.cancel(errStopped) }

// took returns how much of the author's time it has taken, at most as long as a check lasts: the clock may have jumped.
func (r *running) took(now time.Time) time.Duration {
	return min(max(0, now.Sub(r.began)-r.free), checkLasts)
}

// errStopped is the cause of a context that [Entries.Stop] has cancelled, and errPutBack of that of a check that begins again later.
var (
	errStopped = errors.New("stopped by somebody")
	errPutBack = errors.New("put back behind others")
)

func isStopped(ctx context.Context) bool { return errors.Is(context.Cause(ctx), errStopped) }

// begin begins the check of an author's version, or its download for nobody, until end is called. The context ends when somebody stops it.
func (e *Entries) begin(ctx context.Context, version int64, author string) (own context.Context, r *running, end func()) {
	own, cancel := context.WithCancelCause(ctx)
	r = &running{livelog: &livelog{}, began: e.now(), author: author, cancel: cancel, ended: make(chan struct{})}
	e.mu.Lock()
	e.live[version] = r
	e.mu.Unlock()
	return own, r, func() {
		e.mu.Lock()
		if e.live[version] == r { // the check begins while its download ends
			delete(e.live, version)
		}
		e.spend(r, e.now())
		e.mu.Unlock()
		cancel(nil)
		close(r.ended)
		signal(e.wake) // what has been fetched waits for its check from now on
	}
}

// local returns a text in which the files of a bot are named relative to its folder: where the site keeps it is nobody's concern.
func local(text, folder string) string {
	if folder == "" {
		return text
	}
	text = strings.ReplaceAll(text, folder+string(filepath.Separator), "")
	return strings.ReplaceAll(text, folder, ".")
}

// isImage reports whether a file is an archive of an image, which plays as it is.
func isImage(ctx context.Context, file string) (bool, error) {
	if !image.May(filepath.Base(file)) {
		return false, nil
	}
	return image.Is(ctx, file)
}

// unpacked is the folder of a version's files, in its place.
const unpacked = "bot"

// folderOf returns the folder of a version's files, which it unpacks if necessary; several may ask at once. A [*people.Problem] says what
// is wrong with them.
func (e *Entries) folderOf(ctx context.Context, v *Version) (string, error) {
	place := filepath.Join(e.dir, v.place)
	folder := filepath.Join(place, unpacked)
	if _, err := os.Stat(folder); err == nil {
		return trunk(folder)
	}
	if err := unpackUpload(ctx, filepath.Join(place, v.File), folder); err != nil {
		if _, here := os.Stat(folder); here != nil { // otherwise another was faster: the folder is made in one step
			return "", err
		}
	}
	return trunk(folder)
}

// unpackUpload makes a version's folder: of what its archive holds, or of the one file that was handed in.
func unpackUpload(ctx context.Context, upload, folder string) error {
	holds, err := isImage(ctx, upload)
	if err != nil {
		return err
	}
	if holds || !unpack.Is(upload) {
		return alone(ctx, upload, folder)
	}
	err = unpack.File(ctx, upload, folder, unpack.Usual())
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case diskfree.IsFull(err):
		return fmt.Errorf("unpack a submission: %w", err) // the host's fault: it is unpacked again when there is room
	}
	return problem("The archive cannot be unpacked: %v.", err)
}

// alone makes a folder that holds one file.
func alone(ctx context.Context, file, folder string) error {
	in, err := regular.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	return unpack.Make(ctx, folder, unpack.Limits{Entries: 1, Bytes: info.Size()}, func(f *unpack.Folder) error {
		if err := f.Count(); err != nil {
			return err
		}
		return f.Write(filepath.Base(file), filepath.Ext(file) == "" && build.Runnable(file), in)
	})
}

// trunk returns the folder of a bot in what was unpacked. Its links must stay in it: it is copied alone, beside the bots of others.
func trunk(folder string) (string, error) {
	top := unpack.Trunk(folder)
	return top, filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Type()&fs.ModeSymlink == 0 {
			return err
		}
		target, err := os.Readlink(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(top, path)
		if err == nil && !unpack.Within(filepath.ToSlash(rel), filepath.ToSlash(target)) {
			return problem("The archive has the link %s to %s, which leads out of the bot's folder.", rel, target)
		}
		return err
	})
}

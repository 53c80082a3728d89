package entries

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"agon/bot/build"
	"agon/bot/image"
	"agon/bot/unpack"
	"agon/internal/clutter"
	"agon/internal/numerals"
	"agon/site/database"
	"agon/site/people"
)

// Limits bound what people submit. The zero value of each means the usual one.
type Limits struct {
	Bots    int   // of an author, a person or a team, in a contest; 3
	Waiting int   // versions of an author that wait for their check; 3
	Hourly  int   // submissions of an author in an hour; 20
	Bytes   int64 // of an upload; 16 MiB
	Fetched int64 // bytes of what an address names; 256 MiB
	Kept    int64 // bytes of an author's versions; beyond that the files of the oldest that do not play are removed; 1 GiB

	Checks   int           // at once, and one more for a bot that needs no build; 2
	Idle     int           // further ones at once, of those that wait and use no processor; 4, below 0: none
	Checking time.Duration // of an author's checks within an hour, after which they wait; 20 min
}

func (l Limits) usual() Limits {
	set := func(n *int, usual int) {
		if *n <= 0 {
			*n = usual
		}
	}
	set(&l.Bots, 3)
	set(&l.Waiting, 3)
	set(&l.Hourly, 20)
	set(&l.Checks, 2)
	if l.Idle == 0 {
		l.Idle = 4
	}
	if l.Checking <= 0 {
		l.Checking = 20 * time.Minute
	}
	if l.Bytes <= 0 {
		l.Bytes = 16 << 20
	}
	if l.Fetched <= 0 {
		l.Fetched = 256 << 20
	}
	if l.Kept <= 0 {
		l.Kept = 1 << 30
	}
	return l
}

// A Checker checks a bot's folder under the conditions of a contest. What it and the build print goes to log as it comes. passed is false
// if the bot failed, with the verdict as JSON; an error is the host's. idle is told when the bot begins to wait and uses no processor, and
// when it works again.
type Checker func(ctx context.Context, contest, folder string, log io.Writer, idle func(waits bool)) (passed bool, verdict string,
	err error)

// A Preparer makes what the builds of many bots share, if a bot's folder needs it and it has not been made: a language's library, say. An
// error is the host's.
type Preparer func(ctx context.Context, contest, folder string, log io.Writer) error

// A Fetcher fetches what an address names, of at most so many bytes, into a new file in a folder, and returns the file's name. token, if it
// is not empty, is for a repository that not everybody can read. What the fetcher says goes to log as it comes. An error that is a
// [*people.Problem] is the fault of the address, any other is the host's.
type Fetcher func(ctx context.Context, address, token, dir string, most int64, log io.Writer) (file string, err error)

// A Contest is what entries need to know of one.
type Contest struct {
	Name    string // in the database
	File    string // path of its contest.toml
	Folder  string // of its bots; empty: it takes no submissions
	Changed func() // called when a bot in the folder has changed; may be nil
	Over    bool   // no game is played any more
	Most    int    // bots of an author, a person or a team; 0: [Limits.Bots]
	Promote string // which new versions play, as contest.toml has it; empty: all that pass their check
	Texts   bool   // a bot is a file that is not run, of any name

	Others []string // names of bots that play without having been submitted; they may have names of submitted ones too

	Practice func(received time.Time) bool // whether a version that comes then is checked only, and never plays; nil: it plays
}

// Entries are the submitted bots of a site. The methods are safe for concurrent use.
type Entries struct {
	db      *database.Database
	dir     string
	check   Checker
	prepare Preparer
	fetch   Fetcher
	try     Trier
	find    func(contest string) (*Contest, error)
	limits  Limits
	now     func() time.Time
	log     *slog.Logger

	wake    chan struct{} // one element when there may be something to check
	fetches chan struct{} // one element when there may be something to fetch
	work    sync.WaitGroup
	cancel  context.CancelFunc

	placing sync.Mutex // held while a bot's active version and its folder change

	mu    sync.Mutex // guards the following
	live  map[int64]*running
	back  map[int64]int  // how often the checks of versions were put back
	plain map[int64]bool // whether versions in the queue need no build
	spent []spent        // of checks that ended within an hour, the oldest first; forgotten when the site ends
}

// A Setup is what the entries of a site are made of.
type Setup struct {
	Dir     string // the folder of submissions
	Find    func(contest string) (*Contest, error)
	Check   Checker
	Prepare Preparer // nil: nothing is prepared
	Fetch   Fetcher  // nil: addresses are refused
	Try     Trier    // nil: contests have no gates
	Limits  Limits
	Now     func() time.Time // nil: time.Now
	Log     *slog.Logger
}

// Open returns the entries of a site, and goes on with the checks that were not finished.
func Open(ctx context.Context, db *database.Database, s Setup) (*Entries, error) {
	if s.Now == nil {
		s.Now = time.Now
	}
	dir, err := filepath.Abs(s.Dir) // as checks name it, so that local finds it in what they say
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of submissions: %w", err)
	}
	e := &Entries{
		db: db, dir: dir, check: s.Check, prepare: s.Prepare, fetch: s.Fetch, try: s.Try, find: s.Find, limits: s.Limits.usual(),
		now: s.Now,
		log: s.Log, wake: make(chan struct{}, 1), fetches: make(chan struct{}, 1), live: map[int64]*running{}, back: map[int64]int{},
		plain: map[int64]bool{},
	}
	if err := e.restore(ctx); err != nil {
		return nil, err
	}
	background, cancel := context.WithCancel(context.WithoutCancel(ctx))
	e.cancel = cancel
	signal(e.wake)
	signal(e.fetches)
	e.work.Go(func() { e.checks(background) })
	e.work.Go(func() { e.downloads(background) })
	return e, nil
}

// Close stops checks and downloads in progress; they begin again when the entries are opened.
func (e *Entries) Close() {
	e.cancel()
	e.work.Wait()
}

// A Bot is a submitted bot.
type Bot struct {
	ID      int64
	Contest string
	Name    string
	Owner   int64 // who submitted it first
	Team    int64 // the team that it belongs to; 0: to its owner alone
	Active  int64 // the version that plays; 0: none
}

// Of reports whether a bot belongs to a person, or to the person's team.
func (b *Bot) Of(p *people.Person) bool {
	if b.Team != 0 {
		return b.Team == p.Team
	}
	return b.Owner == p.ID && p.ID != 0
}

// ofPerson is the condition that a bot b belongs to the person ?1, or to the person's team.
const ofPerson = `(b.team = (SELECT team FROM member WHERE person = ?1) OR b.team IS NULL AND b.owner = ?1)`

// counts is the condition that a bot b counts for the limit of its author: a version of it has passed its check, or waits for it.
const counts = `EXISTS (SELECT 1 FROM version c WHERE c.bot = b.id AND c.state IN ('checking', 'good'))`

// most returns how many bots an author may have in a contest.
func (e *Entries) most(c *Contest) int {
	if c.Most > 0 {
		return min(c.Most, e.limits.Bots)
	}
	return e.limits.Bots
}

// A State is how far a version is.
type State string

// The states.
const (
	Checking State = "checking"
	Good     State = "good"
	Bad      State = "bad"
	Removed  State = "removed" // it was good, and its files are gone
)

// A Version is one submission of a bot.
type Version struct {
	ID       int64
	Bot      int64
	Number   int // from 1
	Received time.Time
	State    State
	Address  string // the address that was handed in in place of a file; empty: none was
	File     string // the name of what was handed in, or fetched; empty: it has not been fetched
	Size     int64
	Hash     string // SHA-256 of the file; empty: it has not been fetched
	Verdict  string // JSON; empty before the check
	Log      string
	Practice bool // it is checked, and never plays
	Kept     bool // the site has what was handed in, or fetched
	place    string
}

// Limits returns the limits that hold.
func (e *Entries) Limits() Limits { return e.limits }

// notInNames are the characters that a bot's name must not have, besides those that no person's has: its name is a folder's.
const notInNames = `/\:?.@='`

// CleanName returns a bot's name as it is kept; the error is a [*people.Problem].
func CleanName(name string) (string, error) {
	name, err := people.CleanName(name)
	if err != nil {
		return "", err
	}
	if strings.ContainsAny(name, notInNames) {
		return "", &people.Problem{Text: "The name of a bot has letters, digits, blanks, - and _ only."}
	}
	return name, nil
}

// A Submission is what somebody hands in.
type Submission struct {
	Contest string
	To      *Contest // the contest, if it is found already; nil: Contest is looked up
	Bot     string   // a name of the owner's, or a new one
	Owner   int64
	File    string // its name
	Content io.Reader
	Address string // in place of a file, as [Fetcher] reads it

	Kept func(tx *sql.Tx, version int64) error // called in the transaction that keeps the version, which its error undoes; may be nil
}

func problem(format string, args ...any) error {
	return &people.Problem{Text: fmt.Sprintf(format, args...)}
}

// Submit keeps a submission and has it checked. It returns the version when all of it is on the disk.
func (e *Entries) Submit(ctx context.Context, s Submission) (v *Version, err error) {
	name, err := CleanName(s.Bot)
	if err != nil {
		return nil, err
	}
	c := s.To
	if c == nil {
		if c, err = e.find(s.Contest); err != nil {
			return nil, err
		}
	}
	file := ""
	switch {
	case s.Address == "":
		if file, err = cleanFile(s.File, c.Texts); err != nil {
			return nil, err
		}
	case e.fetch == nil:
		return nil, errNoAddresses
	}
	if c.Folder == "" {
		return nil, problem("This contest takes no submissions here.")
	}
	row := func(query string, args ...any) *sql.Row { return e.db.Row(ctx, query, args...) }
	if _, err := e.allowed(row, s, name, c); err != nil {
		return nil, err
	}
	place := rand.Text()
	dir := filepath.Join(e.dir, place)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("keep a submission: %w", err)
	}
	defer func() {
		if err != nil {
			os.RemoveAll(dir)
		}
	}()
	v = &Version{State: Checking, Address: s.Address, File: file, place: place}
	if file != "" {
		if v.Size, v.Hash, err = e.receive(filepath.Join(dir, file), s.Content); err != nil {
			return nil, err
		}
	}
	v.Received = time.UnixMilli(e.now().UnixMilli())
	v.Practice = c.Practice != nil && c.Practice(v.Received)
	err = e.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error { return e.keep(tx, s, name, v, c) })
	if err != nil {
		return nil, err
	}
	e.endTrial(v.Bot, 0, errReplaced)
	signal(e.wake)
	signal(e.fetches)
	return v, nil
}

// cleanFile returns the name of an upload as it is kept. With texts, files of all names are bots.
func cleanFile(name string, texts bool) (string, error) {
	file := filepath.Base(filepath.ToSlash(strings.ToValidUTF8(name, "_")))
	if clutter.File(file) {
		return "", problem("%s is a file that a system or an editor left beside others: send the bot's own file.", file)
	}
	if !texts && !unpack.Is(file) && !image.May(file) && !build.Named(file) {
		return "", problem("%s is neither a bot's file nor an archive. Files of bots end in %s, archives in .zip, .tar.gz or .tgz, and "+
			"those of an image in .tar or .tar.zst too.", file, strings.Join(build.Endings(), " "))
	}
	if clean, err := unpack.Clean(file, 100); err != nil || clean != file || strings.HasPrefix(file, ".") {
		return "", problem("The file needs a plainer name.")
	}
	return file, nil
}

// receive writes an upload to the disk, within the limit.
func (e *Entries) receive(path string, content io.Reader) (size int64, hash string, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, "", fmt.Errorf("keep a submission: %w", err)
	}
	defer f.Close()
	sum := sha256.New()
	size, err = io.Copy(io.MultiWriter(f, sum), io.LimitReader(content, e.limits.Bytes+1))
	if err != nil {
		return 0, "", fmt.Errorf("receive a submission: %w", err)
	}
	switch {
	case size == 0:
		return 0, "", problem("The file is empty.")
	case size > e.limits.Bytes:
		return 0, "", problem("The file has more than %d MiB.", e.limits.Bytes>>20)
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return 0, "", fmt.Errorf("keep a submission: %w", err)
	}
	return size, hex.EncodeToString(sum.Sum(nil)), nil
}

// A row reads one row, of the database or in a transaction.
type row func(query string, args ...any) *sql.Row

// allowed returns the bot of a submission, 0 if it is new, or a [*people.Problem] if its owner must not submit it now. It is asked before
// the upload, and again when its version is kept: others may have arrived meanwhile.
func (e *Entries) allowed(row row, s Submission, name string, c *Contest) (bot int64, err error) {
	if err := e.paced(s.Owner, row); err != nil {
		return 0, err
	}
	return e.mayName(row, s, name, c)
}

// paced returns a [*people.Problem] if too many versions of a person's came within an hour, or wait for their check.
func (e *Entries) paced(owner int64, row row) error {
	var waiting, hourly int
	err := row(`SELECT count(*) FILTER (WHERE v.state = 'checking'), count(*) FILTER (WHERE v.received > ?2) FROM version v JOIN bot b ON b.id = v.bot WHERE `+ofPerson,
		owner, e.now().Add(-time.Hour).UnixMilli()).Scan(&waiting, &hourly)
	switch {
	case err != nil:
		return fmt.Errorf("count submissions: %w", err)
	case waiting >= e.limits.Waiting:
		return problem("%d of your versions wait for their check; wait until one is done.", waiting)
	case hourly >= e.limits.Hourly:
		return problem("You have submitted %d versions within an hour; the limit is %d.", hourly, e.limits.Hourly)
	}
	return nil
}

// mayName returns the bot of this name, 0 if it is new, or a [*people.Problem] if a person cannot have one.
func (e *Entries) mayName(row row, s Submission, name string, c *Contest) (bot int64, err error) {
	var own bool
	err = row(`SELECT id, coalesce(`+ofPerson+`, 0) FROM bot b WHERE contest = ?2 AND folded = ?3`, s.Owner, c.Name,
		folded(name)).Scan(&bot, &own)
	switch {
	case errors.Is(err, sql.ErrNoRows):
	case err != nil:
		return 0, fmt.Errorf("find a bot: %w", err)
	case !own:
		return 0, problem("Somebody else has a bot named %s here.", name)
	}
	if bot == 0 && slices.ContainsFunc(c.Others, func(other string) bool { return people.Alike(other, name) }) {
		return 0, problem("A bot named %s, or nearly so, plays here already.", name) // results and logs are found by names
	}
	var bots int
	if err := row(`SELECT count(*) FROM bot b WHERE contest = ?2 AND id <> ?3 AND `+ofPerson+` AND `+counts, s.Owner, c.Name, bot).Scan(
		&bots); err != nil {
		return 0, fmt.Errorf("count bots: %w", err)
	}
	if bots >= e.most(c) {
		return 0, problem("You have %s in this contest, which is the limit; submit a new version, or remove a bot.",
			numerals.Counted(bots, "bot"))
	}
	return bot, nil
}

func folded(name string) string { return strings.ToLower(name) }

// keep writes a version, and its bot if it is new.
func (e *Entries) keep(tx *sql.Tx, s Submission, name string, v *Version, c *Contest) (err error) {
	if v.Bot, err = e.allowed(tx.QueryRow, s, name, c); err != nil {
		return err
	}
	if v.Bot == 0 {
		if err := (people.Naming{Name: name, Person: s.Owner, Contest: c.Name}).Allow(tx); err != nil {
			return err
		}
		err = tx.QueryRow(`INSERT INTO bot (contest, name, folded, owner, team) VALUES (?2, ?3, ?4, ?1, (SELECT team FROM member WHERE person = ?1)) RETURNING id`,
			s.Owner, c.Name, name, folded(name)).Scan(&v.Bot)
	}
	if err == nil {
		err = tx.QueryRow(`INSERT INTO version (bot, number, received, state, place, address, file, size, hash, practice)
			VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM version WHERE bot = ?1), ?, 'checking', ?, ?, ?, ?, ?, ?) RETURNING id, number`,
			v.Bot, v.Received.UnixMilli(), v.place, v.Address, v.File, v.Size, v.Hash, v.Practice).Scan(&v.ID, &v.Number)
	}
	if err == nil && s.Kept != nil {
		err = s.Kept(tx, v.ID)
	}
	if err != nil {
		return fmt.Errorf("keep a version: %w", err)
	}
	return nil
}

// Bots returns the bots of a contest by name; those of one person and the person's team if owner is not 0.
func (e *Entries) Bots(ctx context.Context, contest string, owner int64) ([]Bot, error) {
	return e.botsOf(ctx, contest, owner, "")
}

// Kept is Bots without those whose versions were all removed.
func (e *Entries) Kept(ctx context.Context, contest string, owner int64) ([]Bot, error) {
	return e.botsOf(ctx, contest, owner, "AND EXISTS (SELECT 1 FROM version v WHERE v.bot = b.id AND v.state <> 'removed')")
}

func (e *Entries) botsOf(ctx context.Context, contest string, owner int64, and string) ([]Bot, error) {
	return database.List(ctx, e.db, scanBot,
		`SELECT `+botColumns+` FROM bot b WHERE contest = ?2 AND (`+ofPerson+` OR ?1 = 0) `+and+` ORDER BY folded`, owner, contest)
}

// Newest returns the bot of a person or the person's team in a contest that has the newest version; 0: there is none.
func (e *Entries) Newest(ctx context.Context, contest string, owner int64) (bot int64, err error) {
	err = e.db.Row(ctx, `SELECT b.id FROM bot b JOIN version v ON v.bot = b.id WHERE contest = ?2 AND `+ofPerson+` ORDER BY v.id DESC LIMIT 1`, owner,
		contest).Scan(&bot)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return bot, err
}

// Bot returns a bot; the error is [people.ErrNobody] if there is none.
func (e *Entries) Bot(ctx context.Context, contest string, id int64) (*Bot, error) {
	b, err := scanBot(e.db.Row(ctx, `SELECT `+botColumns+` FROM bot WHERE id = ? AND contest = ?`, id, contest).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, people.ErrNobody
	}
	return &b, err
}

const botColumns = `id, contest, name, owner, coalesce(team, 0), coalesce(active, 0)`

func scanBot(scan database.Scan) (b Bot, err error) {
	err = scan(&b.ID, &b.Contest, &b.Name, &b.Owner, &b.Team, &b.Active)
	return b, err
}

const versionColumns = `id, bot, number, received, state, place, address, file, size, hash, verdict, log, practice`

func scanVersion(scan database.Scan) (*Version, error) {
	var v Version
	var received int64
	if err := scan(&v.ID, &v.Bot, &v.Number, &received, &v.State, &v.place, &v.Address, &v.File, &v.Size, &v.Hash, &v.Verdict, &v.Log,
		&v.Practice); err != nil {
		if errors.Is(err, sql.ErrNoRows) {
			return nil, people.ErrNobody
		}
		return nil, fmt.Errorf("read a version: %w", err)
	}
	v.Received = time.UnixMilli(received)
	return &v, nil
}

// Versions returns the versions of a bot, the newest first. Of one that is being checked the log is as far as it has come.
func (e *Entries) Versions(ctx context.Context, bot int64) ([]*Version, error) {
	return database.List(ctx, e.db, func(scan database.Scan) (*Version, error) {
		v, err := scanVersion(scan)
		if err != nil {
			return nil, err
		}
		if v.Kept = e.kept(v); v.State == Checking {
			e.mu.Lock()
			if l := e.live[v.ID]; l != nil {
				v.Log = l.text()
			}
			e.mu.Unlock()
		}
		return v, err
	}, `SELECT `+versionColumns+` FROM version WHERE bot = ? ORDER BY number DESC`, bot)
}

// version returns a version of a bot.
func (e *Entries) version(ctx context.Context, bot int64, number int) (*Version, error) {
	v, err := scanVersion(e.db.Row(ctx, `SELECT `+versionColumns+` FROM version WHERE bot = ? AND number = ?`, bot, number).Scan)
	if err == nil {
		v.Kept = e.kept(v)
	}
	return v, err
}

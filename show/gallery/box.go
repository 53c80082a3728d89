package gallery

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/gofrs/flock"

	"agon/internal/regular"
)

// Errors of a Box for voters.
var (
	ErrUnknown = errors.New("unknown code; use the one on your voter's card")
	ErrVoted   = errors.New("this code has voted already")
	ErrClosed  = errors.New("the vote is closed")
)

// A Box stores the ballots of a vote. It is safe for concurrent use.
type Box struct {
	Method Method
	Names  []string // of the exhibits

	mu     sync.Mutex
	file   *os.File
	lock   *flock.Flock
	size   int64 // of the file: all complete lines
	head   head
	voters map[string]bool // by hash; true for those who have voted
	ballot []Ballot
	closed bool

	counted []Line // the last tally
	at      int    // number of ballots in it
}

// head is the first line of the file.
type head struct {
	Agon     int      `json:"agon"`
	Method   Method   `json:"method"`
	Exhibits []string `json:"exhibits"`
	Salt     string   `json:"salt"` // salt of the voters' hashes
	Key      string   `json:"key"`  // of the organiser's page
}

// entry is any other line.
type entry struct {
	Voter  string `json:"voter,omitempty"`
	Closed bool   `json:"closed,omitempty"`
	Ballot
}

// OpenBox opens the box in a file, or creates one. codes are the voters' codes as Codes returns them. The error says that the file belongs
// to another vote, is in use, or is damaged.
func OpenBox(name string, m Method, exhibits, codes []string) (*Box, error) {
	for _, file := range []string{name, name + ".lock"} {
		if err := regular.Check(file); errors.Is(err, regular.ErrIrregular) {
			return nil, fmt.Errorf("%s: %w", file, regular.ErrIrregular)
		}
	}
	b := &Box{Method: m, Names: exhibits, voters: map[string]bool{}, lock: flock.New(name + ".lock")}
	got, err := b.lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", name, err)
	}
	if !got {
		return nil, fmt.Errorf("%s is in use by another gallery, whose organiser's page closes the vote", name)
	}
	if b.file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		b.lock.Unlock()
		return nil, err
	}
	if err := b.load(codes); err != nil {
		b.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}

// Close closes the file. It neither opens nor closes the vote.
func (b *Box) Close() error {
	err := b.file.Close()
	if unlocked := b.lock.Unlock(); err == nil {
		err = unlocked
	}
	return err
}

// load reads the file. An incomplete last line was never confirmed to a voter, and is removed.
func (b *Box) load(codes []string) error {
	text, err := io.ReadAll(b.file)
	if err != nil {
		return err
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	b.size = int64(len(whole))
	if len(whole) == 0 {
		return b.begin(codes)
	}
	if err := b.file.Truncate(b.size); err != nil {
		return err
	}
	lines := bytes.Split(bytes.TrimSuffix(whole, []byte("\n")), []byte("\n"))
	if err := b.loadHead(lines[0]); err != nil {
		return err
	}
	b.addCodes(codes)
	for i, line := range lines[1:] {
		if err := b.loadLine(line); err != nil {
			return fmt.Errorf("line %d: %w", i+2, err)
		}
	}
	return nil
}

func (b *Box) loadHead(line []byte) error {
	if err := json.Unmarshal(line, &b.head); err != nil || b.head.Agon != 1 {
		return errors.New("not a ballot file of agon")
	}
	if b.head.Method != b.Method {
		return fmt.Errorf("this vote was started as %s, not as %s; use another file with --ballots to start over", b.head.Method, b.Method)
	}
	if !slices.Equal(b.head.Exhibits, b.Names) {
		return errors.New("this vote was started with other exhibits; use another file with --ballots to start over")
	}
	return nil
}

func (b *Box) loadLine(line []byte) error {
	var e entry
	if err := json.Unmarshal(line, &e); err != nil {
		return fmt.Errorf("the ballot file is damaged: %w", err)
	}
	if e.Closed {
		b.closed = true
		return nil
	}
	if err := e.Check(b.Method, len(b.Names)); err != nil {
		return fmt.Errorf("the ballot file is damaged: %w", err)
	}
	voted, known := b.voters[e.Voter]
	switch {
	case !known:
		return errors.New("a ballot's code is not in the list of codes; codes may be added while a vote is open, not removed")
	case voted:
		return errors.New("the ballot file is damaged: a second ballot of one code")
	case b.closed:
		return errors.New("the ballot file is damaged: a ballot after the close of the vote")
	}
	b.voters[e.Voter] = true
	b.ballot = append(b.ballot, e.Ballot)
	return nil
}

// begin writes the first line of a new box.
func (b *Box) begin(codes []string) error {
	b.head = head{Agon: 1, Method: b.Method, Exhibits: b.Names, Salt: secret(), Key: secret()}
	b.addCodes(codes)
	return b.append(b.head)
}

func secret() string {
	var key [16]byte
	rand.Read(key[:]) // never fails
	return hex.EncodeToString(key[:])
}

func (b *Box) addCodes(codes []string) {
	for _, code := range codes {
		b.voters[b.hash(code)] = false
	}
}

// hash returns the hash of a code in the file.
func (b *Box) hash(code string) string {
	h := hmac.New(sha256.New, []byte(b.head.Salt))
	h.Write([]byte(plain(code)))
	return hex.EncodeToString(h.Sum(nil))
}

// append writes a line and waits until it is on the disk. A failed line is removed again, if possible.
func (b *Box) append(line any) error {
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if err = b.file.Truncate(b.size); err == nil { // remove the rest of a failed write
		_, err = b.file.WriteAt(text, b.size)
	}
	if err == nil {
		err = b.file.Sync()
	}
	if err != nil {
		b.file.Truncate(b.size)
		return fmt.Errorf("keep a ballot: %w", err)
	}
	b.size += int64(len(text))
	return nil
}

// Cast stores a ballot. Once it returns nil the ballot counts, whatever happens. Errors are ErrUnknown, ErrVoted, ErrClosed, those of
// Ballot.Check, or the disk's.
func (b *Box) Cast(code string, ballot Ballot) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return ErrClosed
	}
	voter := b.hash(code)
	voted, known := b.voters[voter]
	if !known {
		return ErrUnknown
	}
	if voted {
		return ErrVoted
	}
	if err := ballot.Check(b.Method, len(b.Names)); err != nil {
		return err
	}
	if err := b.append(entry{Voter: voter, Ballot: ballot}); err != nil {
		return &DiskError{err}
	}
	b.voters[voter] = true
	b.ballot = append(b.ballot, ballot)
	return nil
}

// A DiskError reports that a ballot could not be stored and so does not count.
type DiskError struct{ Err error }

func (e *DiskError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *DiskError) Unwrap() error { return e.Err }

// End closes the vote permanently; closing twice changes nothing.
func (b *Box) End() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil
	}
	if err := b.append(entry{Closed: true}); err != nil {
		return err
	}
	b.closed = true
	return nil
}

// Closed reports whether the vote is over.
func (b *Box) Closed() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.closed
}

// Turnout returns the number of voters who have voted, and of all voters.
func (b *Box) Turnout() (voted, voters int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.ballot), len(b.voters)
}

// Key returns the key of the organiser's page.
func (b *Box) Key() string { return b.head.Key }

// Tally returns the current tally.
func (b *Box) Tally() []Line {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.counted == nil || b.at != len(b.ballot) {
		b.counted, b.at = Tally(b.Method, len(b.Names), b.ballot), len(b.ballot)
	}
	return slices.Clone(b.counted)
}

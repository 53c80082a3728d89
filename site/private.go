package site

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"agon/show/web"
	"agon/site/contests"
	"agon/site/decisions"
	"agon/site/people"
	"agon/site/wire"
)

// A private contest exists for its guests, for those who have a bot in it, for organisers and for the jury. Who opens its link becomes a guest; a
// browser in which nobody is signed in keeps the code of the link in a cookie instead.

// privacy is which contests are private: the hash of the code in the link of each. Its methods are safe for concurrent use.
type privacy struct {
	mu      sync.RWMutex
	hashes  map[string][]byte        // by contest
	watched map[string]chan struct{} // by contest; closed when it becomes private or public, or gets another link
}

func (p *privacy) of(contest string) []byte {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.hashes[contest]
}

// set changes the hash of a contest; nil: everybody sees it.
func (p *privacy) set(contest string, hash []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if watched := p.watched[contest]; watched != nil {
		close(watched)
		delete(p.watched, contest)
	}
	if hash == nil {
		delete(p.hashes, contest)
		return
	}
	p.hashes[contest] = hash
}

// changed returns a channel that is closed at the next change of a contest.
func (p *privacy) changed(contest string) <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.watched[contest] == nil {
		p.watched[contest] = make(chan struct{})
	}
	return p.watched[contest]
}

func hashOf(code string) []byte {
	sum := sha256.Sum256([]byte(code))
	return sum[:]
}

// readPrivate reads which contests are private.
func (s *Site) readPrivate(ctx context.Context) error {
	s.private.hashes, s.private.watched = map[string][]byte{}, map[string]chan struct{}{}
	err := s.db.Each(ctx, func(scan func(...any) error) error {
		var contest string
		var hash []byte
		err := scan(&contest, &hash)
		s.private.hashes[contest] = hash
		return err
	}, `SELECT contest, hash FROM private`)
	if err != nil {
		return fmt.Errorf("read which contests are private: %w", err)
	}
	return nil
}

// guestCookie returns the name of the cookie with the code of a private contest's link.
func guestCookie(contest string) string { return "agon_guest_" + contest }

// sees reports whether a contest exists for a person. r is the request, whose cookies count as well; it may be nil.
func (s *Site) sees(ctx context.Context, by *people.Person, r *http.Request, contest string) (bool, error) {
	hash := s.private.of(contest)
	if hash == nil || by.Role.May(people.Inspect) {
		return true, nil
	}
	if by.ID != 0 {
		var seen bool
		err := s.db.Row(ctx, `SELECT EXISTS (SELECT 1 FROM guest WHERE contest = ? AND person = ?) OR EXISTS (SELECT 1 FROM bot WHERE contest = ? AND (team = ? OR team IS NULL AND owner = ?))`,
			contest, by.ID, contest, by.Team, by.ID).Scan(&seen)
		if seen || err != nil {
			return seen, err
		}
	}
	if r == nil {
		return false, nil
	}
	cookie, err := r.Cookie(guestCookie(contest))
	if err != nil || subtle.ConstantTimeCompare(hashOf(cookie.Value), hash) != 1 {
		return false, nil
	}
	if by.ID != 0 { // who has made an account or signed in since
		return true, s.beGuest(ctx, by, contest)
	}
	return true, nil
}

func (s *Site) beGuest(ctx context.Context, by *people.Person, contest string) error {
	return s.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT OR IGNORE INTO guest (contest, person) VALUES (?, ?)`, contest, by.ID)
		return err
	})
}

// visible reports whether the contest that an address names exists for who made the request. An address without a contest is visible.
func (s *Site) visible(r *http.Request, contest string) (bool, error) {
	if contest == "" {
		return true, nil
	}
	return s.sees(r.Context(), reader(r), r, contest)
}

// openLink lets the reader see a private contest.
func (s *Site) openLink(w http.ResponseWriter, r *http.Request) error {
	code := r.PathValue("code")
	c, err := s.enterPrivate(r.Context(), reader(r), code)
	if err != nil {
		return err
	}
	if reader(r).ID == 0 {
		http.SetCookie(w, &http.Cookie{
			Name: guestCookie(c.Name), Value: code, Path: "/", MaxAge: int(sessionLasts.Seconds()), HttpOnly: true, Secure: s.options.Secure, SameSite: http.SameSiteLaxMode,
		})
	}
	http.Redirect(w, r, contestAddress(c.Name), http.StatusSeeOther)
	return nil
}

// enterPrivate makes a person who is signed in a guest of the private contest whose link has a code, and returns the contest.
func (s *Site) enterPrivate(ctx context.Context, by *people.Person, code string) (*contests.Contest, error) {
	var name string
	err := s.db.Row(ctx, `SELECT contest FROM private WHERE hash = ?`, hashOf(code)).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, people.ErrNobody
	}
	if err != nil {
		return nil, fmt.Errorf("open the link of a private contest: %w", err)
	}
	c, err := s.contests.Find(name)
	if err != nil || by.ID == 0 {
		return c, err
	}
	return c, s.beGuest(ctx, by, name)
}

// privateCode is the code of a private contest's link.
type privateCode = struct {
	Body struct {
		Code string `json:"code" minLength:"1" maxLength:"100" doc:"the last part of the link"`
	}
}

// entered answers a program with the private contest that its person sees from now on.
func (s *Site) entered(ctx context.Context, by *people.Person, in *privateCode) (*body[wire.Line], error) {
	c, err := s.enterPrivate(ctx, by, in.Body.Code)
	if err != nil {
		return nil, err
	}
	return answered(lineForPrograms(s.line(c))), nil
}

// keyPrivate is the key of the path of a new link in a session.
const keyPrivate = "private"

// makePrivate makes a contest private, or makes a new link to one that is: the links before end, and their guests stay. It returns the link's path.
func (s *Site) makePrivate(ctx context.Context, by *people.Person, in *ReasonedContest) (path string, err error) {
	c, err := s.contests.Find(in.Contest)
	if err != nil {
		return "", err
	}
	why, err := decisions.Reason(in.Body.Why)
	if err != nil {
		return "", err
	}
	what := "made " + c.Name + " private"
	if s.private.of(c.Name) != nil {
		what = "made a new link to " + c.Name
	}
	code := rand.Text()
	err = s.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT OR REPLACE INTO private (contest, hash) VALUES (?, ?)`, c.Name, hashOf(code))
		return err
	})
	if err != nil {
		return "", err
	}
	s.private.set(c.Name, hashOf(code))
	return "/private/" + code, s.decided.Record(ctx, by.Name, what, why, c.Name, nil)
}

// makePublic shows a private contest to everybody, and forgets its guests.
func (s *Site) makePublic(ctx context.Context, by *people.Person, in *ReasonedContest) (string, error) {
	c, err := s.contests.Find(in.Contest)
	if err != nil {
		return "", err
	}
	why, err := decisions.Reason(in.Body.Why)
	if err != nil {
		return "", err
	}
	if s.private.of(c.Name) == nil {
		return "", &contests.Conflict{Text: "The contest is not private."}
	}
	err = s.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error {
		_, err := tx.Exec(`DELETE FROM private WHERE contest = ?`, c.Name)
		if err == nil {
			_, err = tx.Exec(`DELETE FROM guest WHERE contest = ?`, c.Name)
		}
		return err
	})
	if err != nil {
		return "", err
	}
	s.private.set(c.Name, nil)
	return "", s.decided.Record(ctx, by.Name, "made "+c.Name+" public", why, c.Name, nil)
}

// untilFrozen returns the request of a reader who watches games. Its streams end with a freeze, and when the contest becomes private, unless the
// reader is an organiser.
func (s *Site) untilFrozen(r *http.Request, c *contests.Contest) *http.Request {
	if reader(r).Role.May(people.Inspect) {
		return r
	}
	_, frozen := c.Frozen()
	changed := s.private.changed(c.Name)
	return web.While(r, func() bool {
		select {
		case <-frozen:
			return false
		case <-changed:
			return false
		default:
			return true
		}
	})
}

package entries

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"agon/site/people"
)

// Limits of what is fetched at once.
const (
	fetchLasts  = 3 * time.Minute
	mostFetches = 6
)

var errNoAddresses = problem("This site takes no addresses: hand in a file.")

// downloads fetches what authors named by addresses until ctx is done: several at once, one of an author. A slow server holds up nobody
// else.
func (e *Entries) downloads(ctx context.Context) {
	running, over := map[string]bool{}, make(chan string)
	for {
		author, v, err := "", (*Version)(nil), error(nil)
		if len(running) < mostFetches {
			author, v, err = e.unfetched(ctx, running)
		}
		if err != nil && ctx.Err() == nil {
			e.log.Error("find a submission to fetch", "error", err)
			rest(ctx)
			signal(e.fetches)
		}
		if v != nil {
			running[author] = true
			go func() {
				if err := e.download(ctx, v); err != nil && ctx.Err() == nil {
					e.log.Error("fetch a submission", "address", v.Address, "error", err)
					rest(ctx)
				}
				over <- author
			}()
			continue
		}
		select {
		case <-e.fetches:
		case author := <-over:
			delete(running, author)
		case <-ctx.Done():
			for range running {
				<-over
			}
			return
		}
	}
}

// unfetched returns the oldest version that is to be fetched, of an author who has none running; nil if there is none.
func (e *Entries) unfetched(ctx context.Context, running map[string]bool) (author string, v *Version, err error) {
	var ids []int64
	var authors []string
	err = e.db.Each(ctx, func(scan func(...any) error) error {
		var id int64
		var author string
		err := scan(&id, &author)
		ids, authors = append(ids, id), append(authors, author)
		return err
	}, `SELECT v.id, `+authorKey+` FROM version v JOIN bot b ON b.id = v.bot WHERE v.state = 'checking' AND v.hash = '' ORDER BY v.id`)
	if err != nil {
		return "", nil, err
	}
	for i, id := range ids {
		if !running[authors[i]] {
			v, err := scanVersion(e.db.Row(ctx, `SELECT `+versionColumns+` FROM version WHERE id = ?`, id).Scan)
			return authors[i], v, err
		}
	}
	return "", nil, nil
}

// download fetches a version. It is received when its file is here.
func (e *Entries) download(ctx context.Context, v *Version) error {
	var contest string
	if err := e.db.Row(ctx, `SELECT contest FROM bot WHERE id = ?`, v.Bot).Scan(&contest); err != nil {
		return err
	}
	c, err := e.find(contest)
	if err != nil {
		return err
	}
	own, log, end := e.begin(ctx, v.ID, "")
	defer end()
	io.WriteString(log, v.Log)
	dir := filepath.Join(e.dir, v.place)
	if err := emptied(dir); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(own, fetchLasts)
	defer cancel()
	var token string // of what a hook has handed in; who hands in an address reads what everybody can
	if err := e.db.Row(ctx, `SELECT coalesce((SELECT h.token FROM push p JOIN hook h ON h.bot = p.bot WHERE p.version = ?), '')`,
		v.ID).Scan(&token); err != nil {
		return err
	}
	var refused *people.Problem
	if e.fetch == nil { // since the site was started anew
		err = errNoAddresses
	} else {
		v.File, err = e.fetch(limited, v.Address, token, dir, e.limits.Fetched, log)
	}
	if err == nil {
		v.Size, v.Hash, err = hashed(filepath.Join(dir, v.File))
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err() // it is fetched again
	case isStopped(own):
		err = errStopped
		io.WriteString(log, stopped)
	case limited.Err() != nil:
		fmt.Fprintf(log, "It was not here after %v. Hand it in once more, or as a file.\n", fetchLasts)
	case errors.As(err, &refused):
		fmt.Fprintln(log, refused.Text)
	case err != nil:
		e.log.Error("fetch a submission", "address", v.Address, "error", err)
		fmt.Fprintln(log, "The site could not fetch it, which is a fault of the site. Hand it in once more, or as a file.")
	}
	state := Checking
	if err != nil {
		state, v.File, v.Size, v.Hash = Bad, "", 0, ""
		if err := emptied(dir); err != nil {
			return err
		}
	}
	v.Received = time.UnixMilli(e.now().UnixMilli())
	v.Practice = c.Practice != nil && c.Practice(v.Received)
	err = e.db.Exec(context.WithoutCancel(ctx),
		`UPDATE version SET state = ?, received = ?, practice = ?, file = ?, size = ?, hash = ?, log = ? WHERE id = ? AND state = 'checking'`,
		string(state), v.Received.UnixMilli(), v.Practice, v.File, v.Size, v.Hash, log.text(), v.ID)
	signal(e.wake)
	return err
}

// emptied makes a folder empty: a server that was killed may have left a part of a file in it.
func emptied(dir string) error {
	return errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o700))
}

// hashed returns the size and the hash of a file.
func hashed(path string) (size int64, hash string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, "", err
	}
	defer f.Close()
	sum := sha256.New()
	size, err = io.Copy(sum, f)
	return size, hex.EncodeToString(sum.Sum(nil)), err
}

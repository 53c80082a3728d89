package embedded

import (
	"crypto/sha256"
	"path/filepath"
	"slices"
	"time"

	"agon/contest/queue/invitation"
)

// Invite adds a worker that takes jobs of the classes (none: the empty class) to the list of a server's folder, whether or not a server
// runs there, and returns its invitation, which nobody can make again. Addresses are those under which the worker reaches the server,
// HOST:PORT. A zero expires means never.
func Invite(dir, space, name string, addresses, classes []string, expires time.Time) (invitation.Invitation, error) {
	var i invitation.Invitation
	if err := private(dir); err != nil {
		return i, err
	}
	seed, public, err := newKey()
	if err != nil {
		return i, err
	}
	d := &door{file: filepath.Join(dir, "workers.json")}
	err = locked(d.file, func() error {
		pair, err := certificate(dir)
		if err != nil {
			return err
		}
		i = invitation.Invitation{
			Addresses: addresses, Certificate: sha256.Sum256(pair.Certificate[0]), Space: space, Worker: name,
			Classes: slices.Clone(classes), Secret: seed, Expires: expires,
		}
		if err := i.Check(); err != nil {
			return err
		}
		workers, err := readWorkers(d.file)
		if err == nil {
			workers, err = with(workers, worker{name, public, i.Classes, expires})
		}
		if err != nil {
			return err
		}
		return d.replace(workers)
	})
	return i, err
}

// RemoveWorker removes a worker and ends its connections; the error is [fs.ErrNotExist] if there is none. Jobs that it holds are delivered
// to others when their leases expire.
func (s *Server) RemoveWorker(name string) error { return s.door.remove(name) }

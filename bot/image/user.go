package image

import (
	"errors"
	"io"
	"os"
	"strings"

	mobyuser "github.com/moby/sys/user"

	"agon/bot/image/layers"
)

// mostID is the largest user ID.
const mostID = 1<<31 - 1

// user finds the user of a USER line as engines do: NAME, NUMBER, and either with :GROUP. Root is 0, and runs as an ordinary user.
func user(root *os.Root, wanted string) (*mobyuser.ExecUser, error) {
	passwd, group := table(root, "/etc/passwd"), table(root, "/etc/group")
	defer passwd.Close()
	defer group.Close()
	found, err := mobyuser.GetExecUser(wanted, &mobyuser.ExecUser{Home: "/"}, passwd, group)
	name, of, _ := strings.Cut(wanted, ":")
	switch {
	case errors.Is(err, mobyuser.ErrNoGroupEntries):
		return nil, refuse("its USER's group %.80q is not in its /etc/group", of)
	case errors.Is(err, mobyuser.ErrRange), err == nil && (max(found.Uid, found.Gid) > mostID || min(found.Uid, found.Gid) < 0):
		return nil, refuse("its USER %.80q is not a valid user ID", wanted)
	case err != nil:
		return nil, refuse("its USER %.80q is not in its /etc/passwd", name)
	}
	return found, nil
}

// table opens a file of the image, up to a limit; it is empty if there is none.
func table(root *os.Root, name string) io.ReadCloser {
	const most = 1 << 20 // bytes
	real, info, err := layers.Find(root, name)
	if err != nil || !info.Mode().IsRegular() {
		return io.NopCloser(strings.NewReader(""))
	}
	f, err := root.Open(real)
	if err != nil {
		return io.NopCloser(strings.NewReader(""))
	}
	return struct {
		io.Reader
		io.Closer
	}{io.LimitReader(f, most), f}
}

package image

import (
	"bufio"
	"io"
	"os"
	"strconv"
	"strings"

	"agon/bot/image/layers"
)

// mostID is the largest user ID.
const mostID = 1<<31 - 1

// A userID is the user and group that an image wants its program to run as. Root is 0, and runs as an ordinary user.
type userID struct {
	user, group int
	home        string
}

// user finds the user of a USER line: NAME, NUMBER, and either with :GROUP.
func user(root *os.Root, wanted string) (userID, error) {
	name, group, grouped := strings.Cut(wanted, ":")
	if name == "" {
		name = "0"
	}
	p := userID{home: "/"}
	id, err := strconv.Atoi(name)
	found := false
	for _, f := range table(root, "/etc/passwd", 6) {
		if f[0] != name && f[2] != name {
			continue
		}
		own, bad := strconv.Atoi(f[2])
		p.group, _ = strconv.Atoi(f[3])
		if bad == nil && f[5] != "" {
			id, err, found, p.home = own, nil, true, f[5]
		}
		break
	}
	if err != nil && !found {
		return p, refuse("its USER %.80q is not in its /etc/passwd", name)
	}
	p.user = id
	if grouped {
		if p.group, err = groupOf(root, group); err != nil {
			return p, err
		}
	}
	if max(p.user, p.group) > mostID || min(p.user, p.group) < 0 {
		return p, refuse("its USER %.80q is not a valid user ID", wanted)
	}
	return p, nil
}

func groupOf(root *os.Root, name string) (int, error) {
	if id, err := strconv.Atoi(name); err == nil {
		return id, nil
	}
	for _, f := range table(root, "/etc/group", 3) {
		if id, err := strconv.Atoi(f[2]); f[0] == name && err == nil {
			return id, nil
		}
	}
	return 0, refuse("its USER's group %.80q is not in its /etc/group", name)
}

// table reads the lines of a file with the given number of fields, up to a limit.
func table(root *os.Root, name string, fields int) (rows [][]string) {
	const most = 1 << 20 // bytes
	real, info, err := layers.Find(root, name)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := root.Open(real)
	if err != nil {
		return nil
	}
	defer f.Close()
	for s := bufio.NewScanner(io.LimitReader(f, most)); s.Scan(); {
		if row := strings.Split(s.Text(), ":"); len(row) >= fields {
			rows = append(rows, row)
		}
	}
	return rows
}

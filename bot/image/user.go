package image

import (
	"bufio"
	"io"
	"os"
	"strconv"
	"strings"

	"agon/bot/image/layers"
)

// mostID is the greatest number of a user.
const mostID = 1<<31 - 1

// A person is who an image wants its program to be. Root is 0, and plays as an ordinary user.
type person struct {
	user, group int
	home        string
}

// user finds the user that a USER names: NAME, NUMBER, and either with :GROUP.
func user(root *os.Root, wanted string) (person, error) {
	name, group, grouped := strings.Cut(wanted, ":")
	if name == "" {
		name = "0"
	}
	p := person{home: "/"}
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
		return p, refuse("its USER %.80q is beyond all users", wanted)
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

// table reads a file of fields, as far as it is of any use.
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

//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"strings"

	"golang.org/x/sys/unix"

	"agon/bot"
	"agon/bot/sandbox/entry"
)

// ownNamespaces lists what a program does not share with the host: users, processes, mounts, network, System V IPC, host name, control
// groups.
const ownNamespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP

// newRoot is where the program's root is built, in a mount namespace of its own. Every system has this folder. Folders below it can still
// be bound, because they are opened before it is covered.
const newRoot = "/tmp"

// cloneWith adds the arguments for cloning the first process.
func (p *plan) cloneWith(flags uint64) {
	p.clone = p.words(flags|unix.CLONE_PARENT, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
}

// The offset of the control group in the arguments of clone3.
const cloneGroup = 10 * 8

// buildRoot adds the steps that build everything the program can see.
func (p *plan) buildRoot(c *bot.Command, w identity, binds []bind) {
	p.cloneWith(ownNamespaces)
	w.mapped(p)
	p.do(entry.Root, "set the umask", unix.SYS_UMASK, number(0))
	section := entry.Root
	if w.many {
		section = entry.Host // the section that may read everything
	}
	for i := range binds {
		p.hold(section, &binds[i])
	}
	devices := holdDevices(p, section)
	w.pid1(p)
	p.do(entry.Root, "make mounts private", unix.SYS_MOUNT, number(0), at(p.text("/")), number(0), number(unix.MS_REC|unix.MS_PRIVATE))
	p.mount("tmpfs", newRoot, unix.MS_NOSUID|unix.MS_NODEV, "mode=755,size=1m,nr_inodes=4096")
	p.chdir(entry.Root, newRoot)
	done := map[string]bool{}
	p.writable(c, inTmp(binds), done)
	etc := holds(binds, "/etc")
	p.system(w, etc, done)
	if c.Loopback && !etc {
		p.file("etc/hosts", 0o644, []byte("127.0.0.1 localhost\n"))
	}
	for _, b := range binds {
		p.place(b, done)
	}
	for _, d := range devices {
		p.place(d, done)
	}
	p.do(entry.Root, "change the root", unix.SYS_PIVOT_ROOT, at(p.text(".")), at(p.text(".")))
	p.do(entry.Root, "unmount the old root", unix.SYS_UMOUNT2, at(p.text(".")), number(unix.MNT_DETACH))
	p.chdir(entry.Root, "/")
	p.do(entry.Root, "make the root read-only", unix.SYS_MOUNT_SETATTR, number(here), at(p.text("/")), number(0), at(p.attributes(sealed)),
		number(attributeBytes))
	p.do(entry.Root, "set the host name", unix.SYS_SETHOSTNAME, at(p.text("bot")), number(3))
	p.prctl(entry.Root, "name pid 1", unix.PR_SET_NAME, at(p.text("agon-pid1")))
	p.prctl(entry.Root, "hide pid 1", unix.PR_SET_DUMPABLE, number(0))
}

// inTmp returns the number of files and folders in /tmp that serve as mount points.
func inTmp(binds []bind) (count int) {
	for _, b := range binds {
		if place := b.inside(); isBelow(place, "/tmp") {
			count += strings.Count(place, "/") - 1
		}
	}
	return count
}

// writable makes /tmp, and an empty home that cannot be written.
func (p *plan) writable(c *bot.Command, inTmp int, done map[string]bool) {
	p.folders("tmp", done)
	if size := c.Limits.Disk; size > 0 {
		p.mount("tmpfs", "tmp", unix.MS_NOSUID|unix.MS_NODEV, fmt.Sprintf("mode=1777,size=%d,nr_inodes=%d", size, inodes(size)+inTmp))
	}
	if c.Root == "" {
		p.folders(HomePath[1:], done)
	}
}

// inodes returns how many files a file system of the given size may hold: one per 4 KiB, and its root.
func inodes(bytes int64) int { return int(bytes>>12) + 1 }

// system makes /proc, /dev and, unless /etc is bound, the files that name the user.
func (p *plan) system(w identity, etc bool, done map[string]bool) {
	p.folders("proc", done)
	p.folders("dev", done)
	p.mount("proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "hidepid=2,subset=pid")
	if !etc {
		p.folders("etc", done)
		p.file("etc/passwd", 0o644, fmt.Appendf(nil, "root:x:0:0::/:/bin/false\nbot:x:%d:%d::%s:/bin/sh\n", w.user, w.group, HomePath))
		p.file("etc/group", 0o644, fmt.Appendf(nil, "root:x:0:\nbot:x:%d:\n", w.group))
	}
	for _, l := range [...][2]string{{"dev/fd", "/proc/self/fd"}, {"dev/stdin", "fd/0"}, {"dev/stdout", "fd/1"}, {"dev/stderr", "fd/2"},
		{shm[1:], "/tmp"}} {
		p.link(l[0], l[1])
	}
}

func holdDevices(p *plan, section int) []bind {
	devices := make([]bind, 0, 5)
	for _, name := range [...]string{"null", "zero", "full", "random", "urandom"} {
		b := bind{path: "/dev/" + name, device: true}
		p.hold(section, &b)
		devices = append(devices, b)
	}
	return devices
}

package layers

import (
	"path"
	"strings"
)

const longestName = 4096 // bytes, including all folders

// within reports whether a link's target stays below the root. An absolute one does, because it starts at the image's root.
func within(link, target string) bool {
	depth := strings.Count(link, "/")
	if path.IsAbs(target) {
		depth = 0
	}
	for _, part := range strings.Split(target, "/") {
		switch part {
		case "", ".":
		case "..":
			if depth--; depth < 0 {
				return path.IsAbs(target) // "/.." is "/"
			}
		default:
			depth++
		}
	}
	return true
}

// baseTools are the set-uid and set-gid programs of base systems. They are unpacked without the bit: no program gains rights here.
var baseTools = map[string]bool{
	"bbsuid": true, "chage": true, "chfn": true, "chsh": true, "crontab": true, "dbus-daemon-launch-helper": true, "dotlockfile": true,
	"expiry": true, "fusermount": true, "fusermount3": true, "gpasswd": true, "mount": true, "mount.nfs": true, "newgidmap": true,
	"newgrp": true, "newuidmap": true, "pam_extrausers_chkpwd": true, "pam_timestamp_check": true, "passwd": true, "ping": true,
	"ping6":  true,
	"pkexec": true, "polkit-agent-helper-1": true, "ssh-agent": true, "ssh-keysign": true, "su": true, "sudo": true, "sudoedit": true,
	"umount": true, "unix_chkpwd": true, "userhelper": true, "utempter": true, "wall": true, "write": true, "write.ul": true,
}

// systemFolders are where base systems keep such programs.
var systemFolders = [...]string{"bin/", "sbin/", "lib/", "lib64/", "usr/"}

// ofBase reports whether a program belongs to a base system, by its path and name.
func ofBase(name string) bool {
	for _, dir := range systemFolders {
		if strings.HasPrefix(name, dir) && !strings.HasPrefix(name, "usr/local/") {
			return baseTools[path.Base(name)]
		}
	}
	return false
}

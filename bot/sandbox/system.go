package sandbox

import "path/filepath"

// systemPaths are visible to every program: what compilers, interpreters and the dynamic linker need. The patterns are for configurations
// that Debian and others keep out of /usr. Nothing else of /etc is visible.
var systemPaths = [...]string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store",
	"/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/etc/java*", "/etc/mono*", "/etc/python3*", "/etc/matplotlibrc",
	"/etc/perl*", "/etc/php*"}

// System returns the existing files and folders of this machine that every program may read at the levels above none.
func System() []string {
	var found []string
	for _, pattern := range systemPaths {
		names, _ := filepath.Glob(pattern)
		found = append(found, names...)
	}
	return found
}

// OwnName returns the prefix of the names of everything that this process leaves on the system while it runs; a dash and more may follow.
func OwnName() string { return ownName() }

// Abandoned reports whether the process that made a name with [OwnName] and a dash has certainly ended.
func Abandoned(name string) bool { return abandoned(name) }

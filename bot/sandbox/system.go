package sandbox

import "path/filepath"

// systemPaths are given to every program: what compilers, interpreters and the dynamic linker need. Patterns are for the
// configurations that Debian and others keep out of /usr. Nothing of /etc beside them is seen.
var systemPaths = [...]string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store",
	"/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/etc/java*", "/etc/mono*", "/etc/python3*", "/etc/matplotlibrc", "/etc/perl*", "/etc/php*"}

// System is which files and folders of this machine every program may read at the levels above none, those that there are.
func System() []string {
	var found []string
	for _, pattern := range systemPaths {
		names, _ := filepath.Glob(pattern)
		found = append(found, names...)
	}
	return found
}

// OwnName is what this process calls that which it leaves on the system while it runs; something of its own may follow after a dash.
func OwnName() string { return ownName() }

// Abandoned reports whether the process that made a name with [OwnName] and a dash is gone for certain.
func Abandoned(name string) bool { return abandoned(name) }

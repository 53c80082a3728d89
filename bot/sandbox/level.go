package sandbox

import "fmt"

// A Level describes how well programs are isolated from the host and from each other, and how their limits are enforced. Greater is better.
type Level uint8

const (
	// None gives a program a process group and nothing more.
	None Level = iota
	// Landlock is for systems without user namespaces: Landlock restricts files, seccomp restricts system calls and sockets. Processes of
	// the host are visible. agon polls the tree to enforce its limits.
	Landlock
	// Namespaces gives a program its own namespaces, with all of Landlock inside. agon polls the tree to enforce its limits.
	Namespaces
	// Full is Namespaces with control groups, by which the kernel enforces the limits of the tree.
	Full
	levels
)

var levelNames = [levels]string{"none", "landlock", "namespaces", "full"}

// String returns the level's name.
func (l Level) String() string {
	if l < levels {
		return levelNames[l]
	}
	return fmt.Sprintf("level(%d)", uint8(l))
}

// ParseLevel returns the level of a name.
func ParseLevel(name string) (Level, error) {
	for l, n := range levelNames {
		if n == name {
			return Level(l), nil
		}
	}
	return None, fmt.Errorf("unknown sandbox level %q (want none, landlock, namespaces or full)", name)
}

// MarshalText returns the name, for JSON.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText parses a name.
func (l *Level) UnmarshalText(text []byte) (err error) {
	*l, err = ParseLevel(string(text))
	return err
}

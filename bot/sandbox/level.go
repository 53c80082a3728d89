package sandbox

import "fmt"

// A Level is how well programs are kept apart from the host, from each other and within their limits. Greater is better.
type Level uint8

const (
	// None is a process group of its own and nothing more.
	None Level = iota
	// Landlock is for systems without user namespaces: files by Landlock, system calls and sockets by seccomp. Processes of the
	// host are visible. Limits of the tree are kept by looking at it.
	Landlock
	// Namespaces is a world of its own, all of Landlock within it. Limits of the tree are kept by looking at it.
	Namespaces
	// Full is Namespaces with control groups: the kernel keeps the limits of the tree.
	Full
	levels
)

var levelNames = [levels]string{"none", "landlock", "namespaces", "full"}

// String is the level's name.
func (l Level) String() string {
	if l < levels {
		return levelNames[l]
	}
	return fmt.Sprintf("level(%d)", uint8(l))
}

// ParseLevel finds a level by its name.
func ParseLevel(name string) (Level, error) {
	for l, n := range levelNames {
		if n == name {
			return Level(l), nil
		}
	}
	return None, fmt.Errorf("unknown sandbox level %q (want none, landlock, namespaces or full)", name)
}

// MarshalText gives the name, for JSON.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads a name.
func (l *Level) UnmarshalText(text []byte) (err error) {
	*l, err = ParseLevel(string(text))
	return err
}

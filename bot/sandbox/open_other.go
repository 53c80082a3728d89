//go:build !(linux && (amd64 || arm64))

package sandbox

import (
	"fmt"
	"os"
	"runtime"
)

func open(level Level) (platform, error) {
	if level != None {
		return nil, fmt.Errorf("%s on %s has no sandbox: only level none", runtime.GOOS, runtime.GOARCH)
	}
	return plain{}, nil
}

func ownName() string { return fmt.Sprintf("agon-%d", os.Getpid()) }

// abandoned returns false: this system does not distinguish two processes that had the same number.
func abandoned(string) bool { return false }

// Best returns None: this system has no sandbox.
func Best() (Level, error) { return None, nil }

// Probe reports that this system has no sandbox.
func Probe() Report {
	why := fmt.Sprintf("%s on %s has no sandbox", runtime.GOOS, runtime.GOARCH)
	r := Report{System: runtime.GOOS + "/" + runtime.GOARCH, Best: None}
	for l := Full; l > None; l-- {
		r.Levels = append(r.Levels, LevelReport{Level: l, Why: why})
	}
	r.Levels = append(r.Levels, LevelReport{Level: None, Usable: true})
	return r
}

package pyhost

import "os/exec"

// search finds the first of some programs on the path; the first name when there is none.
func search(names ...string) string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return names[0]
}

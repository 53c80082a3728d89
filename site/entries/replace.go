package entries

import "os"

// replace puts a folder where another one is, in two steps. If the process is killed between them, the start of the site puts it there.
func replace(from, to string) error {
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	return os.Rename(from, to)
}

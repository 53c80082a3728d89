package build

import (
	_ "embed"
	"fmt"
	"slices"
)

// A Shim restores behaviour of older interpreters that newer ones dropped. Bots get it if the organiser asks for it.
type Shim struct{ Name, About string }

// Shims are all available shims.
var Shims = [...]Shim{
	{node2016, "JavaScript for Node.js of 2016: fs.writeFile takes numbers, callbacks may be left out"},
}

const node2016 = "node-2016"

// CheckShims returns an error for names that are not in [Shims].
func CheckShims(names []string) error {
	known := make([]string, len(Shims))
	for i, s := range Shims {
		known[i] = s.Name
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("shims: unknown shim %q%s", name, hint(name, known))
		}
	}
	return nil
}

// node2016Text restores Node.js behaviour of 2016.
//
//go:embed node2016.js
var node2016Text string

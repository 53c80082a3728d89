package build

import (
	_ "embed"
	"fmt"
	"slices"
)

// A Shim gives bots what the interpreter of their time had and today's has not. Bots get it where an organiser asks for it.
type Shim struct{ Name, About string }

// Shims are all that there are.
var Shims = [...]Shim{
	{node2016, "JavaScript for Node.js of 2016: fs.writeFile takes numbers, callbacks may be left out"},
}

const node2016 = "node-2016"

// CheckShims refuses names that are none of [Shims].
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

// node2016Name is the file that gives JavaScript what Node.js had in 2016.
const node2016Name = "agon-node-2016.js"

//go:embed node2016.js
var node2016Text string

// nodeShims are options of node that load the shims which an organiser asks for.
func (p *plan) nodeShims() []string {
	if !slices.Contains(p.tools.Shims, node2016) {
		return nil
	}
	p.extra[node2016Name] = node2016Text
	return []string{"--require", "./" + node2016Name}
}

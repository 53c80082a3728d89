package people

import (
	"fmt"
	"slices"
	"strings"
)

// A Role is what a person is on a site. The zero value is somebody who is not signed in.
type Role string

// The roles.
const (
	Anybody     Role = ""
	Viewer      Role = "viewer"
	Participant Role = "participant"
	Jury        Role = "jury"
	Organiser   Role = "organiser"
)

// Roles are those that a person can have.
var Roles = []Role{Viewer, Participant, Jury, Organiser}

// ParseRole returns the role of a name.
func ParseRole(name string) (Role, error) {
	if r := Role(name); slices.Contains(Roles, r) {
		return r, nil
	}
	var names []string
	for _, r := range Roles {
		names = append(names, string(r))
	}
	return "", fmt.Errorf("no role %q; the roles are %s", name, strings.Join(names, ", "))
}

// A Right is something that not everybody may do.
type Right int

// The rights.
const (
	Look       Right = iota // see the pages of public contests
	Submit                  // submit bots and change one's own
	Inspect                 // see the desk, all submissions and all output
	Decide                  // decide about contests, bots and stages
	Administer              // invite people and change their roles
)

// rights lists what each role may do.
var rights = map[Role][]Right{
	Anybody:     {Look},
	Viewer:      {Look},
	Participant: {Look, Submit},
	Jury:        {Look, Inspect},
	Organiser:   {Look, Submit, Inspect, Decide, Administer},
}

// May reports whether the role has a right.
func (r Role) May(do Right) bool { return slices.Contains(rights[r], do) }

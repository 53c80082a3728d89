package tournament

import (
	"fmt"
	"strings"

	"agon/internal/nearest"
)

// Find returns the format with a name. The error suggests similar names.
func Find(formats []Spec, name string) (Spec, error) {
	names := make([]string, len(formats))
	for i, s := range formats {
		if s.Name == name {
			return s, nil
		}
		names[i] = s.Name
	}
	hint := nearest.Hint(name, names)
	if hint == "" {
		hint = "."
	}
	return Spec{}, fmt.Errorf("unknown format %q%s Formats: %s", name, hint, strings.Join(names, ", "))
}

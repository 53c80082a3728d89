package lineup

import "strings"

// IsPerson reports whether a reference, perhaps with a name, is a person's.
func IsPerson(ref string) bool {
	if _, after, ok := strings.Cut(ref, "="); ok {
		ref = after
	}
	return ref == "human" || strings.HasPrefix(ref, "console:")
}

package image

import (
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A Form is where an image comes from.
type Form string

// The forms, as prefixes of references.
const (
	File     Form = "image:" // an archive or a layout, detected by its bytes
	Archive  Form = "docker-archive:"
	Layout   Form = "oci:"
	Registry Form = "docker://"
	Docker   Form = "docker-daemon:"
	Podman   Form = "podman:"
)

// A Ref is a reference to an image.
type Ref struct {
	Form Form
	Path string // path of an archive or a layout
	Name string // name of the image: in a registry or an engine, or in a file that holds several
}

// Parse parses a reference; ok is false if it is not one to an image.
func Parse(text string) (r Ref, ok bool) {
	for _, f := range []Form{File, Archive, Layout, Registry, Docker, Podman} {
		if rest, found := strings.CutPrefix(text, string(f)); found {
			r := Ref{Form: f, Name: rest}
			if f == File || f == Archive || f == Layout {
				r.Path, r.Name = splitPath(rest)
			}
			return r, true
		}
	}
	return Ref{}, false
}

// splitPath splits the name of an image off a path, if the whole is not a path.
func splitPath(rest string) (file, name string) {
	if _, err := os.Lstat(rest); err == nil {
		return rest, ""
	}
	for i := range len(rest) {
		if rest[i] != ':' {
			continue
		}
		if _, err := os.Lstat(rest[:i]); err == nil {
			return rest[:i], rest[i+1:]
		}
	}
	return rest, ""
}

// Absolute returns the reference with its path made absolute.
func (r Ref) Absolute() Ref {
	if abs, err := filepath.Abs(r.Path); r.Path != "" && err == nil {
		r.Path = abs
	}
	return r
}

// String returns the reference as people write it.
func (r Ref) String() string {
	switch {
	case r.Path == "":
		return string(r.Form) + r.Name
	case r.Name == "":
		return string(r.Form) + r.Path
	}
	return string(r.Form) + r.Path + ":" + r.Name
}

// Base returns the default name of a bot from this image.
func (r Ref) Base() string {
	name := r.Name
	if name == "" {
		return stem(filepath.Base(r.Path))
	}
	name, _, _ = strings.Cut(name, "@")
	name = path.Base(name)
	name, _, _ = strings.Cut(name, ":")
	return name
}

// stem returns an archive's name without the endings of its format.
func stem(name string) string {
	for _, ending := range []string{".gz", ".zst", ".xz", ".bz2", ".tgz", ".tzst", ".txz", ".tar", ".oci"} {
		if short := strings.TrimSuffix(name, ending); short != "" {
			name = short
		}
	}
	return name
}

// Engine returns the engine for images of this form, "" for none.
func (r Ref) Engine() string {
	switch r.Form {
	case Docker:
		return "docker"
	case Podman:
		return "podman"
	}
	return ""
}

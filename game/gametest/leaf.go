package gametest

import (
	"bytes"
	"fmt"
	"reflect"
	"regexp"
	"testing"
	"unsafe"
)

// A leaf is a number or boolean in a flat value, with its offset and its path.
type leaf struct {
	offset, size uintptr
	path         string // "Players[3].Health"
}

var index = regexp.MustCompile(`\[\d+\]`)

// field returns the path without indexes, as in the source.
func (l leaf) field() string { return index.ReplaceAllString(l.path, "[]") }

// leaves returns all leaves of a flat type.
func leaves[S any]() []leaf { return appendLeaves(nil, reflect.TypeFor[S](), 0, "") }

func appendLeaves(list []leaf, typ reflect.Type, offset uintptr, path string) []leaf {
	switch typ.Kind() {
	case reflect.Struct:
		for i := range typ.NumField() {
			f := typ.Field(i)
			if f.Name == "_" {
				continue
			}
			name := f.Name
			if path != "" {
				name = path + "." + name
			}
			list = appendLeaves(list, f.Type, offset+f.Offset, name)
		}
	case reflect.Array:
		for i := range typ.Len() {
			list = appendLeaves(list, typ.Elem(), offset+uintptr(i)*typ.Elem().Size(), fmt.Sprintf("%s[%d]", path, i))
		}
	default:
		list = append(list, leaf{offset, typ.Size(), path})
	}
	return list
}

// raw returns the memory of a value. Through it unexported fields can be compared and copied, which package reflect refuses.
func raw[S any](s *S) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(s)), unsafe.Sizeof(*s)) }

// differ reports whether a leaf differs in two values.
func (l leaf) differ(a, b []byte) bool {
	return !bytes.Equal(a[l.offset:l.offset+l.size], b[l.offset:l.offset+l.size])
}

// copy sets a leaf in one value to what it is in the other.
func (l leaf) copy(to, from []byte) {
	copy(to[l.offset:l.offset+l.size], from[l.offset:l.offset+l.size])
}

// difference returns the path and the values of a leaf in which two values differ.
func difference[S comparable](a, b *S) string {
	for _, l := range leaves[S]() {
		if l.differ(raw(a), raw(b)) {
			if l.path == "" {
				return fmt.Sprintf("they are %v and %v", *a, *b)
			}
			return l.path + " differs"
		}
	}
	return "they are not equal to themselves: a NaN"
}

// flat checks that a state and a move can be copied and compared as values.
func flat[S, M comparable](t testing.TB) {
	flatType(t, "the state", reflect.TypeFor[S]())
	flatType(t, "a move", reflect.TypeFor[M]())
}

func flatType(t testing.TB, what string, typ reflect.Type) {
	switch typ.Kind() {
	case reflect.Struct:
		for i := range typ.NumField() {
			flatType(t, what+"'s "+typ.Field(i).Name, typ.Field(i).Type)
		}
	case reflect.Array:
		flatType(t, what, typ.Elem())
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Chan, reflect.Func, reflect.Interface, reflect.String, reflect.UnsafePointer,
		reflect.Uintptr:
		t.Errorf("%s holds a %v, which is not flat: its copies share memory; use an array of fixed size", what, typ)
	}
}

// Package recent keeps what pages asked for last, so that what is costly to make is made once and not for each visitor.
package recent

import (
	"maps"
	"slices"
	"sync"
)

// Values are what was asked for last, such as games that are ready for their pages. The zero value is ready to use and safe for
// concurrent use: who asks for a value that is being made waits for that one, and for no other.
type Values[K comparable, V any] struct {
	mu    sync.Mutex // never held while a value is made
	known map[K]*value[V]
	keys  []K // of values that are made, the newest last
}

// A value is locked while it is made.
type value[V any] struct {
	mu      sync.Mutex
	made    bool
	version any
	is      V
}

// Get returns the value of a key, which make makes if it is not there, or is one of another version. Versions are compared with ==. Each
// key has one value, and at most some values are kept.
func (x *Values[K, V]) Get(key K, version any, most int, make func() (V, error)) (V, error) {
	v := x.find(key)
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.made || v.version != version {
		is, err := make()
		if err != nil {
			x.use(key, v, most)
			return is, err
		}
		v.is, v.version, v.made = is, version, true
	}
	x.use(key, v, most)
	return v.is, nil
}

// find returns the value of a key, which may have to be made.
func (x *Values[K, V]) find(key K) *value[V] {
	x.mu.Lock()
	defer x.mu.Unlock()
	v := x.known[key]
	if v == nil {
		v = &value[V]{}
		if x.known == nil {
			x.known = map[K]*value[V]{}
		}
		x.known[key] = v
	}
	return v
}

// use notes that a value was used last, unless it was forgotten meanwhile. One that could not be made is forgotten. The caller holds v.mu.
func (x *Values[K, V]) use(key K, v *value[V], most int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.known[key] != v {
		return
	}
	if !v.made {
		delete(x.known, key)
		return
	}
	x.keys = append(slices.DeleteFunc(x.keys, func(k K) bool { return k == key }), key)
	if len(x.keys) > most {
		delete(x.known, x.keys[0])
		x.keys = x.keys[1:]
	}
}

// Forget removes the values of some keys; one that is being made is not kept.
func (x *Values[K, V]) Forget(gone func(K) bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	maps.DeleteFunc(x.known, func(k K, _ *value[V]) bool { return gone(k) })
	x.keys = slices.DeleteFunc(x.keys, gone)
}

// Package recent keeps what pages asked for last, so that what is costly to make is made once and not for each visitor.
package recent

import (
	"slices"
	"sync"
)

// Values are what was asked for last, such as games that are ready for their pages. The zero value is ready to use and safe for
// concurrent use; making a value delays others, so that many requests do not make many at once.
type Values[K comparable, V any] struct {
	mu   sync.Mutex
	keys []K // the newest last
	made map[K]V
}

// Get returns the value of a key, which make makes if it is not there. At most some values are kept.
func (x *Values[K, V]) Get(key K, most int, make func() (V, error)) (V, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if at := slices.Index(x.keys, key); at >= 0 {
		x.keys = append(slices.Delete(x.keys, at, at+1), key)
		return x.made[key], nil
	}
	v, err := make()
	if err != nil {
		return v, err
	}
	if x.made == nil {
		x.made = map[K]V{}
	}
	x.made[key], x.keys = v, append(x.keys, key)
	if len(x.keys) > most {
		delete(x.made, x.keys[0])
		x.keys = x.keys[1:]
	}
	return v, nil
}

// Forget removes the values of some keys.
func (x *Values[K, V]) Forget(gone func(K) bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.keys = slices.DeleteFunc(x.keys, func(k K) bool {
		if gone(k) {
			delete(x.made, k)
			return true
		}
		return false
	})
}

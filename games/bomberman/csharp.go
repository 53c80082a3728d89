package bomberman

import "math"

// csharp is the random generator from which the original generates its maps: .NET's classic System.Random, a subtractive generator after
// Knuth. It reproduces the numbers exactly, so a seed gives the same map as in 2016.
type csharp struct {
	table [56]int32 // 1 to 55
	a, b  int
}

// largest is the modulus of the generator, and the one number that it never returns.
const largest = math.MaxInt32

// newCSharp seeds a generator. All arithmetic wraps in 32 bits, as the original's does.
func newCSharp(seed int32) *csharp {
	s := seed
	switch {
	case s == math.MinInt32:
		s = largest
	case s < 0:
		s = -s
	}
	r := &csharp{b: 21} // 21 instead of Knuth's 31: an old mistake of .NET that became the standard
	j, k := int32(161803398)-s, int32(1)
	r.table[55] = j
	for i := 1; i < 55; i++ {
		at := 21 * i % 55
		r.table[at] = k
		j, k = k, wrap(j-k)
	}
	for range 4 {
		for i := 1; i < 56; i++ {
			r.table[i] = wrap(r.table[i] - r.table[1+(i+30)%55])
		}
	}
	return r
}

func wrap(n int32) int32 {
	if n < 0 {
		return n + largest
	}
	return n
}

// next returns Next(): from 0 to largest-1.
func (r *csharp) next() int32 {
	r.a, r.b = r.a%55+1, r.b%55+1
	v := r.table[r.a] - r.table[r.b]
	if v == largest {
		v--
	}
	v = wrap(v)
	r.table[r.a] = v
	return v
}

// below returns Next(n): from 0 to n-1. The original multiplies by a rounded 1/largest and does not divide; that is kept.
func (r *csharp) below(n int) int {
	return int(float64(float64(r.next())*(1.0/largest)) * float64(n))
}

// between returns Next(lo, hi): from lo to hi-1.
func (r *csharp) between(lo, hi int) int { return lo + r.below(hi-lo) }

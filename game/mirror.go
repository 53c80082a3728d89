package game

/*
Mirrored deals. Much of the luck of a game may lie in its deal. A kind can share it out over a set of deals: each of them is as likely as
any other, but together they favour nobody, so that the mean of a set says more than that of as many drawn games (antithetic variates). A
game of a set has a seed below all that people choose, from which both the set and the number of the game in it follow; so plans, ledgers
and replays need nothing else.
*/

// MostMirrors is the largest number of deals in a set.
const MostMirrors = 1 << mirrorBits

const (
	mirrorBits = 6
	mirrorMark = 1 << 62 // set in the complement of such a seed, which is negative
)

// MirrorSeed returns the seed of the nth game of a set, from 0; seed is that of the set, not negative.
func MirrorSeed(seed int64, nth int) int64 {
	return ^(seed>>mirrorBits<<mirrorBits | mirrorMark | int64(nth))
}

// mirroredSeed returns the seed of the drawn deal of a game, and its number in the set, if its seed is one of a set. An explicit deal has
// no set.
func (k *Kind) mirroredSeed(o Settings, seed int64) (drawn int64, nth int, mirrored bool) {
	if ^seed < mirrorMark || !k.Mirrored(o) {
		return seed, 0, false
	}
	return ^seed >> mirrorBits, int(^seed&(MostMirrors-1)) % k.Mirrors, true
}

// Mirrored reports whether games with these options can be played in sets of mirrored deals: the kind has them, and the start is drawn.
func (i *Info) Mirrored(o Settings) bool {
	return i.Mirrors > 0 && o.Text("deal") == "" && o.Text("draws") == ""
}

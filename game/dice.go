package game

// Dice are the only source of chance in a game. Their values depend on the seed and the turn alone, so that any turn can be replayed by
// itself. They can also be given values in advance, so that a game recorded elsewhere can be re-simulated.
//
// Dice belong to one game and are not safe for concurrent use.
type Dice struct {
	seed  int64
	state uint64
	given []int
	next  int
}

// NewDice returns the dice of a game. Given draws come first, in order.
func NewDice(seed int64, draws []int) Dice { return Dice{seed: seed, given: draws} }

// Seed returns the game's seed, for kinds whose original derives its own numbers from it.
func (d *Dice) Seed() int64 { return d.seed }

// Turn sets the dice to the beginning of a turn. The deal is turn 0.
func (d *Dice) Turn(turn int) {
	d.state = mix(uint64(d.seed)) ^ mix(uint64(turn)+0x632be59bd9b4e019)
}

// Uint64 returns a uniform 64-bit number. It never uses given draws.
func (d *Dice) Uint64() uint64 {
	d.state += 0x9e3779b97f4a7c15
	return mix(d.state)
}

// Intn returns a uniform number from 0 to n-1; n must be above 0. A given draw is used first, modulo n.
func (d *Dice) Intn(n int) int {
	if d.next < len(d.given) {
		v := d.given[d.next] % n
		d.next++
		if v < 0 {
			v += n
		}
		return v
	}
	// Of the numbers below the largest multiple of n every remainder is equally likely.
	limit := -uint64(n) % uint64(n)
	for {
		if v := d.Uint64(); v >= limit {
			return int(v % uint64(n))
		}
	}
}

// Given returns the given draws that have not been used.
func (d *Dice) Given() []int { return d.given[min(d.next, len(d.given)):] }

// Skip uses the first n of the given draws, as somebody else has drawn them.
func (d *Dice) Skip(n int) { d.next += n }

// Place returns where the dice are in the sequence of their own numbers, and Go goes to such a place: somebody else goes on with them.
func (d *Dice) Place() uint64   { return d.state }
func (d *Dice) Go(place uint64) { d.state = place } // see [Dice.Place]

// Shuffle puts n items into a uniformly random order, last place first.
func (d *Dice) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, d.Intn(i+1))
	}
}

// SubSeed derives the seed of a part of something: of a game in a contest, of a bot in a game.
func SubSeed(seed int64, parts ...int64) int64 {
	h := mix(uint64(seed) + 0x9e3779b97f4a7c15)
	for _, p := range parts {
		h = mix(h ^ mix(uint64(p)+0xd1b54a32d192ed03))
	}
	return int64(h >> 1)
}

// mix spreads the bits of a number (the finisher of SplitMix64).
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

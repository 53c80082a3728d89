package league

// Rounds returns the number of rounds in which all of n meet each other in games of this many seats.
//
// For pairs it is the circle method: n-1 rounds, or n rounds with one bye each if n is odd. For more seats a match is a combination of
// entries, all combinations are played, and each round has enough for about one match per entry.
func Rounds(n, seats int) int {
	if n < seats {
		return 0
	}
	if seats == 2 {
		return n + n%2 - 1
	}
	size := choicesPerRound(n, seats)
	return (Meetings(n, seats) + size - 1) / size
}

// Meetings returns the number of matches in which all meet each other: the number of combinations of this many seats from n, at most
// 1<<40.
func Meetings(n, seats int) int {
	if n < seats {
		return 0
	}
	ways := 1
	for i := range seats {
		ways = ways * (n - i) / (i + 1)
		if ways > 1<<40 {
			return 1 << 40
		}
	}
	return ways
}

func choicesPerRound(n, seats int) int { return max(n/seats, 1) }

// inRound returns the number of matches of a round.
func inRound(n, seats, round int) int {
	if round >= Rounds(n, seats) {
		return 0
	}
	if seats == 2 {
		return n / 2
	}
	size := choicesPerRound(n, seats)
	return min(size, Meetings(n, seats)-round*size)
}

// Round returns the matches of a round, as places in the group; none after the last round.
func Round(n, seats, round int) [][]int {
	count := inRound(n, seats, round)
	if count > 0 && seats == 2 {
		return circle(n, round)
	}
	var matches [][]int
	for i := range count {
		nth := round*choicesPerRound(n, seats) + i
		matches = append(matches, choice(n, seats, scattered(nth, Meetings(n, seats))))
	}
	return matches
}

// circle returns a round of pairs: one place is fixed, the others rotate around a table by one each round; opposite places meet. The
// first seat alternates, so that all are first about as often as second.
func circle(n, round int) [][]int {
	even := n + n%2
	at := func(chair int) int { // the place in a chair; the last place is fixed in chair 0
		if chair == 0 {
			return even - 1
		}
		return (round + chair - 1) % (even - 1)
	}
	var matches [][]int
	for chair := range even / 2 {
		one, two := at(chair), at(even-1-chair)
		if one >= n || two >= n {
			continue // the bye of an odd field
		}
		if chair%2 == 1 || chair == 0 && round%2 == 1 {
			one, two = two, one
		}
		matches = append(matches, []int{one, two})
	}
	return matches
}

// scattered permutes the numbers below n by a stride coprime to n. Consecutive combinations share all entries but one; scattered ones do
// not, so that early tables are fair.
func scattered(i, n int) int {
	stride := int(float64(n)*0.618) | 1
	for gcd(stride, n) != 1 {
		stride += 2
	}
	return i * stride % n
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// choice returns the ith combination of this many seats from n, in lexicographic order.
func choice(n, seats, i int) []int {
	var chosen []int
	for at := 0; len(chosen) < seats; at++ {
		with := Meetings(n-at-1, seats-len(chosen)-1) // combinations that contain at
		if i < with {
			chosen = append(chosen, at)
			continue
		}
		i -= with
	}
	return chosen
}

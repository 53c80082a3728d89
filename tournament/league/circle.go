package league

// Rounds is how many rounds it takes until everybody of n has met everybody in games of so many seats.
//
// For pairs it is the circle method: n-1 rounds, n where n is odd and one in turn has a bye. For more seats a match is a choice of
// entries, all choices are played, and a round is one choice after the other until everybody has had about one.
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

// Meetings is how many matches there are until everybody has met everybody: the choices of so many seats from n.
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

// inRound is how many matches a round has.
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

// Round is the matches of a round, as places in the group: none once all rounds are over.
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

// circle is a round of pairs: one place stands still, the others sit around a table and move on by one each round; who faces
// whom meets. Who sits first alternates, so that everybody is first about as often as second.
func circle(n, round int) [][]int {
	even := n + n%2
	at := func(chair int) int { // who sits in a chair; the last place stands still in chair 0
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

// scattered spreads neighbouring numbers over all of them: a stride without a common divisor visits each once. Neighbouring choices
// share all entries but one; scattered ones do not, so that early tables are fair.
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

// choice is the ith choice of so many of n, in the order of an alphabet.
func choice(n, seats, i int) []int {
	var chosen []int
	for at := 0; len(chosen) < seats; at++ {
		with := Meetings(n-at-1, seats-len(chosen)-1) // choices that hold this one
		if i < with {
			chosen = append(chosen, at)
			continue
		}
		i -= with
	}
	return chosen
}

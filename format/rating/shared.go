package rating

import "math"

// shared stores the games of a field so large that most entries have not met: a number for each pair would be many times the data.
type shared struct {
	from    []int  // start of each entry's games in games; one more at the end
	games   []int  // numbers of games, entry by entry
	filled  []int  // number of an entry's games stored so far
	begin   []int  // start of each game's seats; one more at the end
	seats   []away // game by game
	squares []float64
	errors  []float64 // of the means
}

// away is an entry's distance from its mean in a game.
type away struct {
	entry int32
	by    float64
}

// newShared allocates room for the games of entries, by their numbers of games and of seats.
func newShared(count []int, games, seats int) shared {
	s := shared{
		from: make([]int, len(count)+1), games: make([]int, seats), filled: make([]int, len(count)),
		begin: make([]int, 1, games+1), seats: make([]away, 0, seats), squares: make([]float64, len(count)),
	}
	for i, n := range count {
		s.from[i+1] = s.from[i] + n
	}
	return s
}

func (s *shared) addGame(entries []int, values, mean []float64) {
	game := len(s.begin) - 1
	for k, e := range entries {
		by := values[k] - mean[e]
		s.games[s.from[e]+s.filled[e]] = game
		s.filled[e]++
		s.seats = append(s.seats, away{int32(e), by})
		s.squares[e] += float64(by * by)
	}
	s.begin = append(s.begin, len(s.seats))
}

// close is called after the last game.
func (s *shared) close(count []int) {
	s.errors = make([]float64, len(count))
	for i, n := range count {
		s.errors[i] = math.Sqrt(s.squares[i] / float64(max(n, 1)*max(n-1, 1)))
	}
}

// row stores in out what an entry shares with each other.
func (s *shared) row(out []float64, entry int) {
	clear(out)
	for _, game := range s.games[s.from[entry]:s.from[entry+1]] {
		seats := s.seats[s.begin[game]:s.begin[game+1]]
		own := 0.0
		for _, seat := range seats {
			if int(seat.entry) == entry {
				own = seat.by
			}
		}
		for _, seat := range seats {
			out[seat.entry] += float64(own * seat.by)
		}
	}
}

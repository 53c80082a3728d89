package rating

// A Pool is the variance of the values of all entries about their own means. The deviation of few values of one entry says little, and two
// equal ones have none, so that below enough values the variance of an entry is drawn towards that of all. The zero Pool draws nothing.
type Pool struct {
	squares float64
	freedom int
}

// enough is the number of values of an entry from which on their own deviation is used alone.
const enough = 10

// Add adds the values of an entry, by their number and the sum of the squared distances from their mean.
func (p *Pool) Add(n int, squares float64) {
	if n >= 2 {
		p.squares += squares
		p.freedom += n - 1
	}
}

// Variance returns the variance of the values of an entry that has n of them, two or more, with a sum of squared distances from their mean,
// and its degrees of freedom. part is how much of it is its own, 0 to 1.
func (p *Pool) Variance(n int, squares float64) (variance, part float64, freedom int) {
	own := n - 1
	more := max(0, min(enough-n, p.freedom-own))
	if more == 0 {
		return squares / float64(own), 1, own
	}
	freedom = own + more
	return (squares + float64(float64(more)*p.usual())) / float64(freedom), float64(own) / float64(freedom), freedom
}

// usual returns the variance of all; the pool must have values.
func (p *Pool) usual() float64 { return p.squares / float64(p.freedom) }

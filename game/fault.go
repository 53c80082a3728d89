package game

import "fmt"

// A Fault is why a seat gave no move that can be played. The zero Fault is none.
type Fault uint8

// The faults. The first four are what a reply may be; the others are how a bot's process ended or was ended.
const (
	NoFault   Fault = iota
	Late            // no answer within the time of the move
	Garbled         // an answer that is no move
	Illegal         // a move that the rules refuse
	Crashed         // the program raised an error or ended
	Gone            // the program ended or was killed earlier in this game
	Memory          // it used more memory than it may
	Output          // it wrote more than it may
	CPUTime         // it used more processor time than it may
	Disk            // it wrote more to its disk than it may
	Unstarted       // it never came to life
	Pondering       // it used the processor outside its turns; no move is lost by it
	faults
)

var faultNames = [faults]string{"", "late", "garbled", "illegal", "crashed", "gone", "memory", "output", "time", "disk", "unstarted", "pondering"}

// String is the fault's name, empty for NoFault.
func (f Fault) String() string {
	if f < faults {
		return faultNames[f]
	}
	return fmt.Sprintf("fault(%d)", uint8(f))
}

// ParseFault finds a fault by its name.
func ParseFault(name string) (Fault, error) {
	for f, n := range faultNames {
		if f > 0 && n == name {
			return Fault(f), nil
		}
	}
	return NoFault, fmt.Errorf("no fault is called %q", name)
}

// Faults lists all faults, for tests and tables.
func Faults() []Fault {
	all := make([]Fault, 0, faults-1)
	for f := NoFault + 1; f < faults; f++ {
		all = append(all, f)
	}
	return all
}

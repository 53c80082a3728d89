package fleet

import (
	"crypto/rand"
	"maps"
	"strings"
	"sync"
	"time"

	"agon/contest/queue"
)

// Options are the settings of a server.
type Options struct {
	Lease      time.Duration             // of the link's orders
	Calibrated time.Duration             // processor time of [Calibrate] on this machine
	Measure    func() time.Duration      // measures that again, as [Remeasure] does; nil: Calibrated stands
	NoCores    bool                      // no core of this machine plays
	Admit      func(s *State) string     // why a worker gets no games of the contest, empty: it gets some; nil: all do
	Note       func(text string)         // receives messages for the organiser
	Remove     func(worker string) error // ends a worker's access when it is set aside; may be nil
	Depot      *Depot                    // of the link's files; nil: one for this server alone
	Journal    *Journal                  // of the games that workers play; nil: a server knows only those of its own time
}

// A Server has games played by workers. It is a [run.Remote] for the runs of one contest, and safe for concurrent use.
type Server struct {
	link    queue.Link
	options Options
	run     string // begins the names of this server's orders

	mu        sync.Mutex
	peers     map[string]*peer
	orders    map[string]*order // those that workers have, by name
	taken     int               // places of workers that orders take
	number    int               // of orders so far
	each      time.Duration     // time that a game takes on a core, lately; 0: unknown
	overdue   map[int]int       // how often no worker reported a game in time, by fixture; those without a result
	parcels   map[string]parcel // by the hash of the bot and its name
	packing   sync.Mutex        // held while files of a bot are put where workers find them; taken before mu
	changed   chan struct{}     // one element when orders or peers have changed
	paces     paces             // of all workers that are believed
	key       [32]byte          // chooses the sample
	sampled   uint64            // number of games for each that is played twice
	execute   uint64            // number of reported games for each that this machine executes; workers judge the others
	heldBytes int               // of the games that other workers judge
	words     map[int]word      // by fixture: why games count that were not executed here

	dismissals sync.WaitGroup // of workers that are set aside

	here       time.Duration // processor time of [Calibrate] as this machine measured it last; these are of who looks at the workers
	measuredAt time.Time
}

// New returns a server on its side of a link.
func New(link queue.Link, o Options) *Server {
	if o.Note == nil {
		o.Note = func(string) {}
	}
	s := &Server{
		link: link, options: o, run: strings.ToLower(rand.Text()[:8]), peers: map[string]*peer{}, orders: map[string]*order{},
		parcels: map[string]parcel{}, changed: make(chan struct{}, 1), paces: paces{}, overdue: map[int]int{}, sampled: sampled,
		execute: Executed, words: map[int]word{},
	}
	if s.options.Depot == nil {
		s.options.Depot = NewDepot(link.Files)
	}
	rand.Read(s.key[:])
	if o.Journal != nil {
		for name, r := range o.Journal.found {
			w := s.peer(name)
			w.fixtures, w.Aside = r.games, r.aside
		}
		maps.Copy(s.words, o.Journal.words)
	}
	return s
}

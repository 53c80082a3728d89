/*
Package metrics counts what a site does, in the format of Prometheus.

Requests are counted by the pattern of their route, never by their address: a visitor cannot make new series. Everything else is read when
somebody asks for it, so that a site whose metrics nobody reads does nothing for them. Names begin with agon_; units are seconds and bytes.
*/
package metrics

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// A State is what a site is doing.
type State struct {
	Contests map[string]int // by state
	Games    int64          // played since the site was opened
	Queue    int            // contests that wait for the cores
	Waiting  int            // versions that wait for their check
	Checking int            // versions that are being checked
	Free     int64          // bytes that can be written to the site's disk

	Workers
}

// Workers are figures about other machines that play, and about what is done with their games since the site was opened.
type Workers struct {
	Connected, Orders, Overdue int           // workers; orders that they have; orders of which they reported nothing in time
	Reports                    int           // that wait to be executed again
	Verified, Batches          uint64        // games executed again; batches of results written to ledgers
	Verifying, Storing         time.Duration // spent on these
}

// Metrics are the figures of a site. The methods are safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	log      *slog.Logger
}

// New returns the metrics of a site. state is called for each reading; an error of it is logged, and the reading fails.
func New(state func(context.Context) (State, error), log *slog.Logger) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(), log: log,
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "agon_http_requests_total",
			Help: "Requests answered, by route, method and status."}, []string{"route", "method", "code"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "agon_http_request_duration_seconds", Help: "Time from a request's head to the end of its answer, by route.",
			Buckets: []float64{.001, .0025, .005, .01, .02, .05, .1, .25, .5, 1, 2.5, 10, 60},
		}, []string{"route"}),
	}
	m.registry.MustRegister(m.requests, m.seconds, &site{state}, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// methods are those that have series of their own.
var methods = map[string]bool{http.MethodGet: true, http.MethodHead: true, http.MethodPost: true, http.MethodPut: true,
	http.MethodDelete: true}

// Answered counts a request. route is the pattern of its route, empty if it has none.
func (m *Metrics) Answered(route, method string, code int, took time.Duration) {
	if route == "" {
		route = "none"
	}
	if !methods[method] {
		method = "other"
	}
	m.requests.WithLabelValues(route, method, strconv.Itoa(code)).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
}

// Handler answers with the figures.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry,
		promhttp.HandlerOpts{ErrorLog: slog.NewLogLogger(m.log.Handler(), slog.LevelError), MaxRequestsInFlight: 4})
}

// site collects the state of a site.
type site struct {
	state func(context.Context) (State, error)
}

func described(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

var (
	contests = described("agon_contests", "Contests, by state.", "state")
	games    = described("agon_games_played_total", "Games played since the site was started.")
	queue    = described("agon_contests_queued", "Contests that wait for the cores.")
	checks   = described("agon_checks", "Submitted versions that are waiting or running in the check.", "state")
	free     = described("agon_disk_free_bytes", "Bytes that can still be written to the site's disk.")
	workers  = described("agon_workers_connected", "Other machines that play and were seen in the last 15 seconds.")
	orders   = described("agon_worker_orders", "Orders that workers have.")
	overdue  = described("agon_worker_orders_overdue", "Orders without a report in time.")
	reports  = described("agon_verification_queue", "Reports of workers that wait to be executed again.")
	verified = described("agon_verification_seconds", "Time of games of workers that were executed again.")
	stored   = described("agon_ledger_batch_seconds", "Time of batches of results that were stored.")
)

// Describe sends the descriptions of the series.
func (s *site) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{contests, games, queue, checks, free, workers, orders, overdue, reports, verified, stored} {
		to <- d
	}
}

// readingLasts bounds the time in which the state is read.
const readingLasts = 10 * time.Second

// Collect sends the present state.
func (s *site) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), readingLasts)
	defer cancel()
	now, err := s.state(ctx)
	if err != nil {
		to <- prometheus.NewInvalidMetric(contests, err)
		return
	}
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	for state, n := range now.Contests {
		gauge(contests, float64(n), state)
	}
	to <- prometheus.MustNewConstMetric(games, prometheus.CounterValue, float64(now.Games))
	gauge(queue, float64(now.Queue))
	gauge(checks, float64(now.Waiting), "waiting")
	gauge(checks, float64(now.Checking), "running")
	gauge(free, float64(now.Free))
	gauge(workers, float64(now.Connected))
	gauge(orders, float64(now.Orders))
	gauge(overdue, float64(now.Overdue))
	gauge(reports, float64(now.Reports))
	to <- prometheus.MustNewConstSummary(verified, now.Verified, now.Verifying.Seconds(), nil)
	to <- prometheus.MustNewConstSummary(stored, now.Batches, now.Storing.Seconds(), nil)
}

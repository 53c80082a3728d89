package site

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"agon/internal/chromium"
	"agon/internal/tier"
	"agon/show/report"
	"agon/site/people"
	"agon/site/wire"
)

// manyWorkers returns workers of which the newest ten were set aside, one has left, one has orders overdue and one is too slow.
func manyWorkers(n int) (list []report.Worker) {
	for i := range n {
		w := report.Worker{Name: fmt.Sprintf("w-%04d", i), Host: "<script>alert(1)</script>", System: `"><img src=x>`, Version: "</table>",
			Cores: 1 + i%8, Games: i, PerSecond: float64(i%50) / 3, Efficiency: 0.5, Here: true, Orders: 2, Out: 8, Silent: float64(i % 7),
			Speed: 0.5 + float64(i%100)/100, Seen: time.Now()}
		switch {
		case i >= n-10:
			w.Trouble = "set aside: <b>its report</b> contradicts the rules"
		case i == n-11:
			w.Trouble, w.Here = "left", false
		case i == n-12:
			w.Overdue, w.Refused = 3, 2
		case i == n-13:
			w.Trouble = "waits: its processor has 0.31 of the speed of this machine's"
		}
		list = append(list, w)
	}
	return list
}

// withWorkers opens a site of whose contest machines play.
func withWorkers(t *testing.T, list []report.Worker) *served {
	t.Helper()
	return serve(t, func(o *Options) { o.Contests.Workers = func(string) []report.Worker { return list } })
}

// A desk counts all workers, lists those with trouble first, at most fifty, and shows what they say of themselves as text.
func TestAThousandWorkersOnTheDesk(t *testing.T) {
	s := withWorkers(t, manyWorkers(1000))
	olga := s.as(t, people.Organiser)
	page := olga.get("/c/cup/desk").text
	for _, want := range []string{"w-0990", "w-0999", "w-0988", "w-0987", "3 overdue", "6 more workers do not play.", "12 have trouble",
		"988 workers, ", " cores take games, of 1000", `<a class="ln" href="/c/cup/desk/workers">950 more, all in order</a>`,
		"&lt;script&gt;alert(1)"} {
		if !strings.Contains(page, want) {
			t.Errorf("the desk does not show %q", want)
		}
	}
	never := []string{"<script>alert", "<img src=x", "<b>its report"}
	for _, x := range append(never, "w-0989", "w-0500") {
		if strings.Contains(page, x) {
			t.Errorf("the desk shows %q", x)
		}
	}
	jury := s.token(t, people.Jury)
	a := s.call(t, jury, "GET", "/api/v1/contests/cup/desk", "", "")
	var desk wire.Desk
	if err := json.Unmarshal([]byte(a.text), &desk); err != nil {
		t.Fatalf("%d %v: %s", a.code, err, a.text)
	}
	if len(desk.Workers) != mostWorkers || desk.Workers[0].Name != "w-0990" || desk.Workers[10].Name != "w-0988" ||
		desk.Workers[11].Name != "w-0987" || desk.Workers[49].Out != 8 || desk.Workers[10].Overdue != 3 ||
		!strings.Contains(desk.Counts, "of 1000") || len(desk.Needs) != mostTroubled+1 {
		t.Errorf("%d workers, %q, %d needs, first %+v", len(desk.Workers), desk.Counts, len(desk.Needs), desk.Workers[0])
	}
	participant := s.token(t, people.Participant)
	for _, path := range []string{"/api/v1/contests/cup/desk", "/api/v1/contests/cup/workers"} {
		if a := s.call(t, participant, "GET", path, "", ""); a.code == 200 || strings.Contains(a.text, "w-0") {
			t.Errorf("a participant gets the workers: %d %s", a.code, a.text)
		}
	}
	for _, query := range []string{"", "?by=seen", "?find=%3Cscript%3Ealert", "?find=%22%3E%3Cimg+src%3Dx%3E&by=%3Cimg+src%3Dx%3E"} {
		page := olga.get("/c/cup/desk/workers" + query).text
		for _, x := range never {
			if strings.Contains(page, x) || !strings.Contains(page, "&lt;") {
				t.Errorf("%s shows %q", query, x)
			}
		}
	}
}

var listedWorker = regexp.MustCompile(`<span class="nm">(w-\d+)</span>`)

// The page of all workers lists 200 at once, sorts by every column and finds words, whatever its address says; programs get the same.
func TestThePageOfWorkers(t *testing.T) {
	s := withWorkers(t, manyWorkers(1000))
	olga, jury := s.as(t, people.Organiser), s.token(t, people.Jury)
	_, valid := s.description(t)
	for _, tt := range []struct {
		query string
		first string
		last  string
		n     int
		found int
	}{
		{"", "w-0990", "w-0187", 200, 1000},
		{"?from=1", "w-0991", "w-0188", 200, 1000},
		{"?from=800", "w-0788", "w-0989", 200, 1000},
		{"?from=100000", "w-0788", "w-0989", 200, 1000},
		{"?by=games", "w-0999", "w-0800", 200, 1000},
		{"?by=games&reverse=true", "w-0000", "w-0199", 200, 1000},
		{"?by=name&from=200", "w-0200", "w-0399", 200, 1000},
		{"?by=overdue&find=w-098", "w-0988", "w-0989", 10, 10},
		{"?by=speed&find=w-01", "w-0100", "w-0199", 100, 100},
		{"?find=CONTRADICTS", "w-0990", "w-0999", 10, 10},
		{"?find=%22%3E%3Cimg&by=cores", "w-0991", "w-0582", 200, 1000},
		{"?find=nobody", "", "", 0, 0},
		{"?by=nothing", "w-0990", "w-0187", 200, 1000},
	} {
		var names []string
		page := olga.get("/c/cup/desk/workers" + tt.query)
		for _, m := range listedWorker.FindAllStringSubmatch(page.text, -1) {
			names = append(names, m[1])
		}
		a := s.call(t, jury, "GET", apiRoot+"/contests/cup/workers"+tt.query, "", "")
		var got wire.Workers
		if err := json.Unmarshal([]byte(a.text), &got); err != nil || a.code != 200 || page.code != 200 {
			t.Fatalf("%s: %d %d %v: %s", tt.query, page.code, a.code, err, a.text)
		}
		valid(apiRoot+"/contests/{contest}/workers", "get", a)
		same := slices.EqualFunc(names, got.Workers, func(name string, w wire.Worker) bool { return name == w.Name })
		if len(names) != tt.n || got.Found != tt.found || !same || tt.n > 0 && (names[0] != tt.first || names[tt.n-1] != tt.last) {
			t.Errorf("%s: %d of %d workers, as programs get them %v: %v", tt.query, len(names), got.Found, same, names)
		}
	}
	for _, c := range workerColumns {
		text := olga.get("/c/cup/desk/workers?by=" + c.Key).text
		if !strings.Contains(text, " aria-sort=") || !strings.Contains(text, ">"+c.Head+"<") {
			t.Errorf("it is not sorted by %s", c.Key)
		}
	}
	for _, query := range []string{"?from=-1", "?from=x", "?by=" + strings.Repeat("x", 5000), "?find=%ff%00", "?reverse=maybe"} {
		if a := olga.get("/c/cup/desk/workers" + query); a.code != 200 {
			t.Errorf("%.20s: %d", query, a.code)
		}
	}
	if a := s.as(t, people.Participant).get("/c/cup/desk/workers"); a.code != 404 {
		t.Error("a participant sees the workers:", a.code)
	}
	none := serve(t, nil)
	a := none.as(t, people.Organiser).get("/c/cup/desk/workers")
	if a.code != 200 || !strings.Contains(a.text, "No other machine has played") {
		t.Errorf("without workers: %d %s", a.code, a.text)
	}
}

// The figures for Prometheus are as many lines with a thousand workers as with one.
func TestMetricsOfAThousandWorkers(t *testing.T) {
	series := map[int]int{}
	for _, n := range []int{1, 1000} {
		s := withWorkers(t, manyWorkers(max(n, 13))[:n])
		operations := httptest.NewServer(s.site.Operations())
		t.Cleanup(operations.Close)
		b := s.browser(t)
		b.at = operations.URL
		text := b.get("/metrics").text
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "agon_") {
				series[n]++
			}
		}
		if n > 1 && !strings.Contains(text, "agon_workers_connected 999\n") || strings.Contains(text, "w-0") {
			t.Error(text)
		}
	}
	if series[1] == 0 || series[1] != series[1000] {
		t.Errorf("series by workers: %v", series)
	}
}

// The pages with a thousand workers fit a desktop and a phone: nothing is wider than the screen, and the desk stays of a bounded height.
func TestAThousandWorkersInABrowser(t *testing.T) {
	tier.Long(t)
	tab := chromium.Tab(t, chromium.Open(t))
	s := withWorkers(t, manyWorkers(1000))
	code, err := s.site.people.Invite(t.Context(), people.Invitation{Role: people.Organiser, Uses: 1, Expires: time.Now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	chromium.Visit(t, tab, s.URL+"/invited/"+code)
	chromium.Do(t, tab, chromedp.SendKeys(`input[name=name]`, "Olga"), chromedp.SendKeys(`input[name=password]`, secret),
		chromedp.Submit(`main form`))
	chromium.Until(t, tab, `document.body.innerText.includes("Welcome, Olga.")`)
	for _, width := range []int64{1440, 390} {
		chromium.Do(t, tab, chromedp.EmulateViewport(width, 900))
		for name, path := range map[string]string{"desk": "/c/cup/desk", "all": "/c/cup/desk/workers"} {
			chromium.Visit(t, tab, s.URL+path)
			chromium.Until(t, tab, `document.readyState === "complete" && document.querySelectorAll("table .nm").length > 0`)
			chromium.Shoot(t, tab, fmt.Sprintf("workers-%s-%d", name, width))
			if wide := chromium.Eval[float64](t, tab, `document.documentElement.scrollWidth`); wide > float64(width) {
				t.Errorf("%s is %g pixels wide on a screen of %d", path, wide, width)
			}
			high := chromium.Eval[float64](t, tab, `document.documentElement.scrollHeight`)
			if name == "desk" && width > 1000 && high > 2500 {
				t.Errorf("the desk is %g pixels high", high)
			}
		}
	}
	chromium.Do(t, tab, chromedp.EmulateViewport(1440, 900))
	chromium.Visit(t, tab, s.URL+"/c/cup/desk/workers")
	chromium.Do(t, tab, chromedp.Click(`a[href*="by=games"]`))
	chromium.Until(t, tab, `document.querySelector("th[aria-sort]")?.textContent === "Games" &&
		document.querySelector(".nm").textContent === "w-0999"`)
	chromium.Do(t, tab, chromedp.SendKeys(`input[name=find]`, "contradicts"), chromedp.Submit(`form.choose`))
	chromium.Until(t, tab, `document.querySelectorAll("tbody tr").length === 10`)
}

// What rendering takes: of the desk's section, and of the page of all.
func BenchmarkThousandWorkers(b *testing.B) {
	list := manyWorkers(1000)
	for name, data := range map[string]func() any{
		"desk-workers": func() any { p := &deskPage{Workers: list}; p.fillWorkers(); return p },
		"workers": func() any {
			return &workersPage{page: page{Reader: &people.Person{}}, Workers: report.Urgent(list)[:workersOnPage], Counts: countsOf(list)}
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := templates().ExecuteTemplate(io.Discard, name, data()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

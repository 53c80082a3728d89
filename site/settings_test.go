package site

import (
	"archive/zip"
	"bytes"
	"html"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"agon/bot"
	"agon/contest/config"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/all"
	gamefolder "agon/games/folder"
	"agon/site/contests"
	"agon/site/people"
)

// own lets a site take games, whose rules nothing runs.
func own(o *Options) {
	o.Mark = gamefolder.HandedIn
	o.Own = func(dir string) (*game.Kind, func() error, error) {
		f, err := gamefolder.Open(dir, gamefolder.Host{Launcher: func() bot.Launcher { return nil }})
		if err != nil {
			return nil, nil, err
		}
		return f.Kind, f.Close, nil
	}
	o.Kinds = func(name string) (*game.Kind, error) {
		if filepath.IsAbs(name) {
			f, err := gamefolder.Open(name, gamefolder.Host{Launcher: func() bot.Launcher { return nil }})
			if err != nil {
				return nil, err
			}
			return f.Kind, nil
		}
		return all.Find(name)
	}
}

// fileOf returns the file of a contest of a site.
func (s *served) fileOf(t *testing.T, name string) *config.File {
	t.Helper()
	f, err := config.Read(filepath.Join(s.dir, "contests", name, contests.FileName))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The form makes what a file can say, and the contest is private from its first moment on.
func TestAContestOfEverything(t *testing.T) {
	s := serve(t, nil)
	olga, paul := s.as(t, people.Organiser), s.as(t, people.Participant)
	page := olga.get("/new?kind=tron&format=groups").text
	form := filled(page, "name", "all", "title", "All of it", "do", "add", "add", "knockout", "key.advance", "3", "option.width", "12")
	page = olga.send("/new", form).text
	form = filled(page, "stage", "qualifying", "stage2", "finals", "key2.best_of", "5", "limit.memory", "256MiB", "limit.guard", "2s",
		"limit.packages", "numpy, scipy", "about", "# Hello\n\n<script>alert(1)</script>\n\n**bold**", "prizes", "a book\r\na \"hat\"\r\n",
		"private", "yes", "closes", "2100-01-02T15:04")
	preview := olga.send("/new", withValue(form, "do", "preview"))
	if preview.code != 200 || !strings.Contains(preview.text, "memory = &#34;256MiB&#34;") {
		t.Fatalf("no preview: %d %s", preview.code, preview.text)
	}
	a := olga.send("/new", form)
	if a.code != http.StatusSeeOther || a.to != "/c/all/desk" {
		t.Fatalf("%d %s %s", a.code, a.to, a.text)
	}
	f := s.fileOf(t, "all")
	if len(f.Stages) != 2 || f.Stages[0].Name != "qualifying" || f.Stages[1].Format != "knockout" ||
		f.Stages[1].Keys["best_of"] != int64(5) || f.Limits.Memory != 256<<20 || len(*f.Limits.Packages) != 2 ||
		len(f.Prizes) != 2 || f.Options["width"] != int64(12) {
		t.Errorf("%+v", f)
	}
	if s.site.schedule.Of("all").Closes.Year() != 2100 || !strings.Contains(olga.get("/c/all/desk").text, `id="private-link"`) {
		t.Error("no date, or no link")
	}
	if a := paul.get("/c/all"); a.code != http.StatusNotFound || strings.Contains(paul.get("/").text, "All of it") {
		t.Errorf("others see it: %d", a.code)
	}
	text := olga.get("/c/all").text
	if !strings.Contains(text, "<strong>bold</strong>") || strings.Contains(text, "<script>alert") ||
		!strings.Contains(text, "<li>a book</li>") {
		t.Error(text)
	}
}

// Of a form with a date in the past nothing is made, as its page says.
func TestAContestOfThePast(t *testing.T) {
	s := serve(t, nil)
	olga := s.as(t, people.Organiser)
	form := filled(olga.get("/new?kind=tron&format=round-robin").text, "name", "late", "title", "Late", "closes", "2020-01-02T15:04")
	if a := olga.send("/new", form); a.code != http.StatusUnprocessableEntity || !strings.Contains(a.text, "is in the past") {
		t.Errorf("%d %s", a.code, a.text)
	}
	if a := olga.get("/c/late"); a.code != http.StatusNotFound {
		t.Errorf("it is made: %d", a.code)
	}
	form.Set("closes", "2100-01-02T15:04")
	if a := olga.send("/new", form); a.code != http.StatusSeeOther {
		t.Errorf("%d %s", a.code, a.text)
	}
}

// withValue returns a form with another value.
func withValue(form url.Values, name, value string) url.Values {
	x := url.Values{}
	for k, v := range form {
		x[k] = v
	}
	x.Set(name, value)
	return x
}

// rawKey matches what a newcomer reads as a key of a file.
var (
	rawKey = regexp.MustCompile(`\b[a-z]+_[a-z_]+\b|\b[a-z]+\.[a-z]+\b`)
	tags   = regexp.MustCompile(`<[^>]*>`)
	labels = regexp.MustCompile(`<label class="field"><span><b>([^<]*)</b> ([^<]*)`)
)

// Forms speak in words: no label, remark or choice has a key of the file, for any game and any format.
func TestFormsHaveNoRawKeys(t *testing.T) {
	s := serve(t, nil)
	olga := s.as(t, people.Organiser)
	for i, f := range formats.Formats {
		kinds := all.Kinds()
		text := olga.get("/new?kind=" + kinds[i%len(kinds)].Name + "&format=" + f.Name).text
		if i >= len(kinds) { // the rules of each game were seen
			text = text[strings.Index(text, "Rules that can be changed"):]
		}
		from := strings.Index(text, "Rules that can be changed")
		for _, key := range rawKey.FindAllString(html.UnescapeString(tags.ReplaceAllString(text[from:], " ")), -1) {
			if key != "contest.toml" && !strings.HasPrefix(key, "map.") && !strings.HasPrefix(key, "p1.") {
				t.Errorf("%s: %q is no word", f.Name, key)
			}
		}
		seen := map[string]bool{}
		for _, m := range labels.FindAllStringSubmatch(text, -1) {
			if len(m[1]) < 3 || strings.ToUpper(m[1][:1]) != m[1][:1] || seen[m[1]] {
				t.Errorf("%s: the label %q", f.Name, m[1])
			}
			seen[m[1]] = true
			if strings.HasPrefix(strings.ToLower(m[2]), strings.ToLower(m[1])) {
				t.Errorf("%s: the label %q is said twice: %q", f.Name, m[1], m[2])
			}
		}
	}
}

// A mistake is shown beside its field.
func TestMistakesStandBesideTheirFields(t *testing.T) {
	s := serve(t, nil)
	olga := s.as(t, people.Organiser)
	page := olga.get("/new?kind=tron&format=ladder").text
	for field, value := range map[string]string{"option.width": "wide", "key.until": "soon", "limit.memory": "much",
		"limit.tasks": "9\nx = 1"} {
		a := olga.send("/new", filled(page, "name", "x", field, value))
		at := strings.Index(a.text, `name="`+field+`"`)
		if a.code != 422 || at < 0 || !strings.Contains(a.text[at:at+800], `class="bad"`) {
			t.Errorf("%s: %d %s", field, a.code, a.text[max(at, 0):min(len(a.text), max(at, 0)+300)])
		}
	}
}

// A file of a browser reaches nothing of the machine, and makes nothing if it is refused.
func TestAFileFromABrowser(t *testing.T) {
	s := serve(t, own)
	olga := s.as(t, people.Organiser)
	const start = "name = \"F\"\nkind = \"tron\"\n"
	for text, says := range map[string]string{
		start + "[[bots]]\nref = \"/etc/passwd\"\n":                                            "contest.toml, line 4",
		start + "[[bots]]\nfolder = \"../cup\"\n":                                              "contest.toml, line 4",
		start + "[runtimes]\npython = \"/bin/sh\"\n":                                           "programs of the site",
		"name = \"F\"\nkind = \"" + s.dir + "\"\n":                                             "line 2",
		"name = \"F\"\nkind = \"./game\"\n[[bots]]\nfolder = \"e\"\n":                          "line 2",
		"name = \"F\"\nkind = \"chess\"\n[[bots]]\nfolder = \"e\"\n":                           "no game",
		start + "gmaes = 3\n[[bots]]\nfolder = \"entries\"\n":                                  "line 3",
		start + "[[bots]]\nfolder = \"entries\"\n[[stages]]\nformat = \"ladder\"\nuntli = 3\n": "line 7",
		start + strings.Repeat("# much\n", 8000):                                               "at most",
		"":                                                                                     "game",
	} {
		a := olga.post("/new", "name", "f", "text", text)
		if a.code != 422 || !strings.Contains(a.text, says) {
			t.Errorf("%.200s: %d, no %q in %.3000s", text, a.code, says, a.text)
		}
		if strings.Contains(a.text, s.dir) && !strings.Contains(text, s.dir) {
			t.Errorf("%.100s: the page names %s", text, s.dir)
		}
	}
	if _, err := os.Lstat(filepath.Join(s.dir, "contests", "f")); !os.IsNotExist(err) {
		t.Error("something was made")
	}
	if a := olga.post("/new", "name", "f", "text", start+"[[bots]]\r\nfolder = \"entries\"\r\n"); a.code != 303 {
		t.Errorf("%d %s", a.code, a.text)
	}
}

// noughts returns the files of a game.
func noughts(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, name := range []string{"game.toml", "rules.wasm"} {
		text, err := os.ReadFile(filepath.Join("..", "games", "folder", "testdata", "noughts", name))
		if err != nil {
			t.Fatal(err)
		}
		files["noughts/"+name] = string(text)
	}
	return files
}

// handIn sends a game as a form does: an archive of its files, or each of them.
func (b *browser) handIn(files map[string]string, archive bool, values ...string) answer {
	b.t.Helper()
	var body, packed bytes.Buffer
	form, pack := multipart.NewWriter(&body), zip.NewWriter(&packed)
	for i := 0; i < len(values); i += 2 {
		form.WriteField(values[i], values[i+1])
	}
	for name, text := range files {
		if archive {
			w, err := pack.Create(name)
			if err != nil {
				b.t.Fatal(err)
			}
			w.Write([]byte(text))
			continue
		}
		w, err := form.CreateFormFile("folder", name)
		if err != nil {
			b.t.Fatal(err)
		}
		w.Write([]byte(text))
	}
	if pack.Close(); archive {
		w, err := form.CreateFormFile("file", "noughts.zip")
		if err != nil {
			b.t.Fatal(err)
		}
		w.Write(packed.Bytes())
	}
	form.Close()
	r, err := http.NewRequest("POST", b.at+"/new/game", &body)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Origin", b.at)
	return b.do(r)
}

// A game of one's own comes as an archive or as a folder, is marked, and has its options in the form; only organisers hand one in.
func TestAGameOfOnesOwn(t *testing.T) {
	s := serve(t, own)
	olga, paul := s.as(t, people.Organiser), s.as(t, people.Participant)
	for name, archive := range map[string]bool{"by-archive": true, "by-folder": false} {
		if a := paul.handIn(noughts(t), archive, "name", name); a.code != http.StatusNotFound {
			t.Errorf("a participant hands in a game: %d", a.code)
		}
		a := olga.handIn(noughts(t), archive, "name", name, "title", "Night of noughts")
		if a.code != http.StatusSeeOther || a.to != "/c/"+name+"/settings" {
			t.Fatalf("%d %s %s", a.code, a.to, a.text)
		}
		dir := filepath.Join(s.dir, "contests", name, "game")
		if _, err := os.Stat(filepath.Join(dir, gamefolder.HandedIn)); err != nil {
			t.Error(err)
		}
		if f := s.fileOf(t, name); f.Kind != dir || f.Name != "Night of noughts" {
			t.Errorf("%+v", f)
		}
		page := olga.get(a.to)
		if page.code != 200 || !strings.Contains(page.text, "Fixed dice") {
			t.Fatalf("%d %s", page.code, page.text)
		}
		if a := olga.send("/c/"+name+"/settings", filled(page.text, "title", "Noughts", "why", "a name")); a.code != 303 {
			t.Errorf("%d %s", a.code, a.text)
		}
		if f := s.fileOf(t, name); f.Kind != dir || f.Name != "Noughts" {
			t.Errorf("%+v", f)
		}
	}
	for says, files := range map[string]map[string]string{
		"no file game.toml": {"a/rules.py": "x"},
		"refused":           {"../game.toml": "x"},
		"game.toml, line 1": {"game.toml": "nam = 1\n", "rules.py": ""},
		"Choose the":        {},
	} {
		archive := len(files) > 0
		a := olga.handIn(files, archive, "name", "bad")
		if a.code != 422 || !strings.Contains(a.text, says) || strings.Contains(a.text, s.dir) {
			t.Errorf("%s: %d %s", says, a.code, a.text)
		}
	}
	if left, err := filepath.Glob(filepath.Join(s.dir, "contests", "*bad*")); err != nil || len(left) > 0 {
		t.Error(left, err)
	}
}

// Until the first game everything changes, by the form, by the file and by program; two who change it at once do not lose a change.
func TestSettingsUntilTheFirstGame(t *testing.T) {
	s := serve(t, nil)
	olga, jury := s.as(t, people.Organiser), s.as(t, people.Jury)
	if a := olga.send("/new", filled(olga.get("/new?kind=tron").text, "name", "x")); a.code != 303 {
		t.Fatalf("%d %s", a.code, a.text)
	}
	if a := jury.get("/c/x/settings"); a.code != http.StatusNotFound {
		t.Errorf("the jury: %d", a.code)
	}
	page := olga.get("/c/x/settings").text
	form := filled(page, "option.height", "9", "limit.memory", "300MiB", "why", "a smaller board")
	if a := olga.send("/c/x/settings", form); a.code != 303 {
		t.Fatalf("%d %s", a.code, a.text)
	}
	if f := s.fileOf(t, "x"); f.Options["height"] != int64(9) || f.Limits.Memory != 300<<20 {
		t.Errorf("%+v", f)
	}
	if a := olga.send("/c/x/settings", form); a.code != 422 || !strings.Contains(a.text, "Somebody else has changed") {
		t.Errorf("an old form: %d %s", a.code, a.text)
	}
	same := filled(olga.get("/c/x/settings").text)
	if a := olga.send("/c/x/settings", same); a.code != 422 || !strings.Contains(a.text, "Give a reason") {
		t.Errorf("without a reason: %d %s", a.code, a.text)
	}
	token := s.tokenOf(t, "The organiser")
	put := func(at, content string) answer {
		return s.call(t, token, "PUT", "/api/v1/contests/x/"+at, "application/json", content)
	}
	if a := put("settings", `{"why":"x","limits":{"guard":"3s"},"stages":[{"format":"swiss"},
			{"format":"knockout","keys":{"best_of":"3"}}]}`); a.code != 200 {
		t.Errorf("%d %s", a.code, a.text)
	}
	if f := s.fileOf(t, "x"); len(f.Stages) != 2 || f.Limits.Guard == 0 || f.Options["height"] != int64(9) {
		t.Errorf("%+v", f)
	}
	if a := put("settings", `{"why":"x","limits":{"gard":"3s"}}`); a.code != 422 || !strings.Contains(a.text, "gard") {
		t.Errorf("%d %s", a.code, a.text)
	}
	if a := put("file", `{"why":"x","text":"kind = \"rps\"\n[[bots]]\nref = \"/etc\"\n"}`); a.code != 422 || !strings.Contains(a.text, "line 3") {
		t.Errorf("%d %s", a.code, a.text)
	}
	if a := put("file", `{"why":"x","text":"kind = \"tron\"\n[[bots]]\nref = \"builtin:random\"\nname = \"Ann\"\n"}`); a.code != 200 {
		t.Errorf("%d %s", a.code, a.text)
	}
	if page := olga.get("/c/x/settings").text; !strings.Contains(page, "more than the form can") {
		t.Error(page)
	}
	if a := s.call(t, token, "GET", "/api/v1/contests/x/file", "", ""); a.code != 200 || !strings.Contains(a.text, "Ann") {
		t.Errorf("%d %s", a.code, a.text)
	}
}

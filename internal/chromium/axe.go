package chromium

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// axeFile and axeSum are the version of axe-core that dev/scripts/needs fetches, and the SHA-256 of it.
const (
	axeFile = "axe-core-4.14.1.min.js"
	axeSum  = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
)

// Axe is the checker of accessibility, as JavaScript.
type Axe string

// OpenAxe returns axe-core from the cache of the tests, or skips the test without it.
func OpenAxe(t testing.TB) Axe {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip("no cache folder: set HOME, and run dev/scripts/needs, which fetches axe-core")
	}
	text, err := os.ReadFile(filepath.Join(cache, "agon-tests", axeFile))
	if err != nil {
		t.Skip("axe-core is not here: make needs fetches it, and the accessibility of pages is tested then")
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != axeSum {
		t.Fatalf("%s in %s is not the version that these tests want; remove it, and run make needs", axeFile,
			filepath.Join(cache, "agon-tests"))
	}
	return Axe(text)
}

// Check fails the test for what is seriously or critically wrong with the page in a tab.
func (a Axe) Check(t testing.TB, tab context.Context, page string) {
	t.Helper()
	if a == "" {
		return
	}
	if !Eval[bool](t, tab, `"axe" in window`) {
		Eval[bool](t, tab, "(() => { const define = undefined, module = undefined, exports = undefined;\n"+string(a)+
			"\n; return true; })()")
	}
	for _, found := range Eval[[]string](t, tab, axeScript) {
		t.Errorf("%s: %s", page, strings.TrimSpace(found))
	}
}

// axeScript returns a line for each element with something serious or critical.
const axeScript = `axe.run(document, { resultTypes: ["violations"], preload: false }).then(found => found.violations
	.filter(v => v.impact === "serious" || v.impact === "critical")
	.flatMap(v => v.nodes.slice(0, 4).map(n => v.id + " (" + v.impact + "): " + n.target.join(" ") + " " + n.html.slice(0, 120) + " " + (n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? ""))))`

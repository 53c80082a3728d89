package table

import (
	"strings"
	"testing"
)

// Names are plain text whatever they contain: they cannot end a cell, be set in bold or become links.
func TestMarkdown(t *testing.T) {
	tab := &Table{
		Title:   "The Final Scores",
		Columns: []Column{{Head: "Rank"}, {Head: "Name"}, {Head: "Score", Digits: 2, Unit: "%"}, {Head: "W-D-L"}, {Remark: true}},
		Rows: [][]Cell{
			{Text("1"), Bot(0, "a|b *bold*"), Number(12.5), Text("3-0-1"), Text("")},
			{Text("10"), Bot(1, "<b>[x](y)\n@all_of"), Number(-1), Text(""), Text("")},
		},
		Notes: []string{"On to finals: a|b."},
	}
	var out strings.Builder
	if err := tab.Write(&out, Style{Markdown: true}); err != nil {
		t.Fatal(err)
	}
	want := `
### The Final Scores

| Rank | Name                       |   Score | W-D-L |
| ---: | -------------------------- | ------: | ----: |
|    1 | a\|b \*bold\*              | 12.50 % | 3-0-1 |
|   10 | &lt;b>\[x\]\(y\) \@all\_of | −1.00 % |       |

On to finals: a\|b.
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

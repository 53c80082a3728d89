package markdown

import (
	"strings"
	"testing"
)

func TestHTML(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"headings are one level lower", "# Tron\n\n###### Least", "<h2>Tron</h2>\n<h6>Least</h6>"},
		{"tables have no styles", "| a | b |\n|:--|--:|\n| 1 | 2 |",
			"<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n" +
				"<td>2</td>\n</tr>\n</tbody>\n</table>"},
		{"a link to a file of the project keeps its words", "see [the *guide*](../../docs/author.md) first",
			"<p>see the <em>guide</em> first</p>"},
		{"a link within the page keeps its words", "[Laws](#laws)", "<p>Laws</p>"},
		{"a link by reference keeps its words", "[Laws][x]\n\n[x]: docs/x.md", "<p>Laws</p>"},
		{"a link elsewhere stays", "[Go](https://go.dev/)", `<p><a href="https://go.dev/">Go</a></p>`},
		{"a script is no link", "[x](javascript:alert(1)) [y](//evil.example) [z](data:text/html,x)", "<p>x y z</p>"},
		{"a picture keeps its words, in a link too", "![a board](board.png) [![seal](https://evil.example/x.png)](x.md)",
			"<p>a board seal</p>"},
		{"raw HTML is left out", "<script>alert(1)</script>\n\na <b>c</b>",
			"<!-- raw HTML omitted -->\n<p>a <!-- raw HTML omitted -->c<!-- raw HTML omitted --></p>"},
		{"code can be scrolled with the keyboard", "    <pre>&", `<pre tabindex="0"><code>&lt;pre&gt;&amp;` + "\n</code></pre>"},
	} {
		got, err := HTML([]byte(tt.text))
		if err != nil || strings.TrimSpace(string(got)) != tt.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", tt.name, err, got, tt.want)
		}
	}
}

func FuzzHTML(f *testing.F) {
	f.Add("# a\n\n[x](y) ![z](w) <b>\n\n| a |\n|---|\n| [q](r) |")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := HTML([]byte(text)); err != nil {
			t.Error(err)
		}
	})
}

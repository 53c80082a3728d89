package web

import (
	"strings"
	"testing"
)

func TestBundle(t *testing.T) {
	for _, tt := range []struct {
		name    string
		module  string
		want    string // in the script
		wantErr string
	}{
		{"names that are imported", "import { one, two as zwei } from \"./other.js\";", "const { one, two: zwei } = module_other;", ""},
		{"a module that is imported whole", "import * as view from \"./other.js\";", "const view = module_other;", ""},
		{"what is exported is returned", "export function draw() {}\nexport const size = 1;\nexport class Reel {}\nexport async function " +
			"read() {}", "return { draw, size, Reel, read };", ""},
		{"comments stay at home", "/**\n * words\n */\n// more\nconst a = 1; // kept\n", "(() => {\nconst a = 1; // kept\nreturn {  };",
			""},
		{"indentation stays at home", "function a() {\n  b();\n}\n", "function a() {\nb();\n}\n", ""},
		{"a default export is refused", "export default 1;", "", "cannot"},
		{"an import from elsewhere is refused", "import x from \"https://example.org/x.js\";", "", "cannot"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := bundle([]string{"a.js"}, func(string) string { return tt.module })
			if tt.wantErr != "" {
				if err == nil || !strings.Contains(err.Error(), "line 1") {
					t.Errorf("error %v, want one that names line 1", err)
				}
				return
			}
			if err != nil || !strings.Contains(got, tt.want) {
				t.Errorf("%s\n%v\nhas not: %s", got, err, tt.want)
			}
		})
	}
}

// Every module of a page must be bundled after those it imports.
func TestModulesAreInOrder(t *testing.T) {
	for _, names := range [][]string{gameModules, reportModules} {
		bound := make(map[string]bool)
		for _, name := range names {
			if name != "view.js" {
				for line := range strings.Lines(asset(name)) {
					line = strings.TrimSpace(line)
					for _, m := range [][]string{importNames().FindStringSubmatch(line), importAll().FindStringSubmatch(line)} {
						if m != nil && !bound[m[2]] {
							t.Errorf("%s needs %s.js, which is bound after it", name, m[2])
						}
					}
				}
			}
			bound[strings.TrimSuffix(name, ".js")] = true
		}
	}
}

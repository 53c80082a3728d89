package web

import (
	"fmt"
	"strings"

	"agon/internal/pattern"
)

// Browsers load no modules from file addresses. A page that is a file therefore contains its modules bundled into one script: each becomes
// a function that returns its exports, in the order of their dependencies. The bundler supports only this project's style: imports from
// "./name.js" on one line, exports in front of a declaration. Anything else is an error.

var (
	importNames = pattern.Of(`^import \{ ([^}]+) \} from "\./([\w-]+)\.js";$`)
	importAll   = pattern.Of(`^import \* as (\w+) from "\./([\w-]+)\.js";$`)
	exported    = pattern.Of(`^export ((?:async )?function\*?|class|const|let) (\w+)`)
	comment     = pattern.Of(`^\s*(//|/\*\*.*\*/$)`)
)

// bundle bundles modules into one script. source returns the text of a module.
func bundle(names []string, source func(name string) string) (string, error) {
	var all strings.Builder
	all.WriteString("(() => {\n\"use strict\";\n")
	for _, name := range names {
		if err := bindModule(&all, name, source(name)); err != nil {
			return "", fmt.Errorf("bind %s: %w", name, err)
		}
	}
	all.WriteString("})();\n")
	return all.String(), nil
}

func bindModule(all *strings.Builder, name, source string) error {
	var exports []string
	fmt.Fprintf(all, "const %s = (() => {\n", binding(strings.TrimSuffix(name, ".js")))
	inComment := false
	for n, line := range strings.Split(source, "\n") {
		if skip(line, &inComment) {
			continue
		}
		text, export, err := bindLine(line)
		if err != nil {
			return fmt.Errorf("line %d: %w", n+1, err)
		}
		if export != "" {
			exports = append(exports, export)
		}
		all.WriteString(strings.TrimLeft(text, " "))
		all.WriteByte('\n')
	}
	fmt.Fprintf(all, "return { %s };\n})();\n", strings.Join(exports, ", "))
	return nil
}

// skip reports whether a line is empty or part of a comment. Such lines are removed, as is indentation.
func skip(line string, inComment *bool) bool {
	trimmed := strings.TrimSpace(line)
	if *inComment {
		*inComment = !strings.HasSuffix(trimmed, "*/")
		return true
	}
	if strings.HasPrefix(trimmed, "/**") && !strings.Contains(trimmed, "*/") {
		*inComment = true
		return true
	}
	return trimmed == "" || comment().MatchString(line)
}

func bindLine(line string) (text, export string, err error) {
	if m := importNames().FindStringSubmatch(line); m != nil {
		return fmt.Sprintf("const { %s } = %s;", strings.ReplaceAll(m[1], " as ", ": "), binding(m[2])), "", nil
	}
	if m := importAll().FindStringSubmatch(line); m != nil {
		return fmt.Sprintf("const %s = %s;", m[1], binding(m[2])), "", nil
	}
	if m := exported().FindStringSubmatch(line); m != nil {
		return strings.TrimPrefix(line, "export "), m[2], nil
	}
	if strings.HasPrefix(line, "import ") || strings.HasPrefix(line, "export ") {
		return "", "", fmt.Errorf("%q is not one of the imports and exports that can be bound; README.md lists them", line)
	}
	return line, "", nil
}

// binding returns the name of a module within the script.
func binding(module string) string { return "module_" + strings.ReplaceAll(module, "-", "_") }

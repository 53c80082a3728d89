package build

import (
	"path"

	"agon/bot/build/inside"
)

// ownBuild returns how a folder's own description of its build is used, for the error when a compiler alone fails; "" if it has none.
func (b *nativeBuild) ownBuild() string {
	for _, d := range []struct{ name, build string }{{"Makefile", `"make"`}, {"CMakeLists.txt", `[["cmake", "."], ["make"]]`}} {
		if name, ok := b.source.anyCase(d.name); ok && !b.source.Single {
			return "the folder holds a " + name + ": build = " + d.build + " and run = \"./PROGRAM\" in bot.toml build it that way"
		}
	}
	return ""
}

// makefile returns the step that runs the Makefile of a bot.json's project, whose RunFile says what comes of it; nil if there is none.
func (b *nativeBuild) makefile() *inside.Step {
	if b.source.entelect == nil {
		return nil
	}
	for _, dir := range []string{b.source.project(), "."} {
		if _, ok := b.source.anyCase(path.Join(dir, "Makefile")); !ok {
			continue
		}
		tool, err := b.tools.find("", "", "make")
		if err != nil {
			return nil
		}
		b.uses(tool)
		return &inside.Step{Path: tool.path, Args: []string{"-C", "./" + dir}}
	}
	return nil
}

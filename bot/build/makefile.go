package build

import (
	"path"

	"agon/bot/build/inside"
)

// ownBuild returns how a folder's own description of its build is used, which is said if a compiler alone fails; "" if it has none.
func (p *plan) ownBuild() string {
	for _, d := range []struct{ name, build string }{{"Makefile", `"make"`}, {"CMakeLists.txt", `[["cmake", "."], ["make"]]`}} {
		if name, ok := p.source.anyCase(d.name); ok && !p.source.Single {
			return "the folder holds a " + name + ": build = " + d.build + " and run = \"./PROGRAM\" in bot.toml build it that way"
		}
	}
	return ""
}

// makefile returns the step that runs the Makefile of a bot.json's project, whose RunFile says what comes of it; nil if there is none.
func (p *plan) makefile() *inside.Step {
	if p.source.entelect == nil {
		return nil
	}
	for _, dir := range []string{*p.source.entelect.ProjectLocation, "."} {
		if _, ok := p.source.anyCase(path.Join(dir, "Makefile")); !ok {
			continue
		}
		tool, err := p.tools.find("", "", "make")
		if err != nil {
			return nil
		}
		p.uses(tool)
		return &inside.Step{Path: tool.path, Args: []string{"-C", "./" + dir}}
	}
	return nil
}

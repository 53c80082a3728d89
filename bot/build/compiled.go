package build

import (
	"path/filepath"
	"strings"
)

// planPascal compiles with Free Pascal.
func planPascal(p *plan) error {
	flags := []string{"-O2", "-l-", "-ve", "-o" + makes()}
	if config := resolved("/etc/fpc.cfg"); isFile(config) { // it names the folders of the units; on Debian it is a link
		p.reads(config)
		flags = append([]string{"-n", "@" + config}, flags...)
	}
	err := p.compiled("Pascal", "apt-get install fp-compiler", ".pas", flags, "fpc")
	if err == nil {
		p.helper("agonlinebuffered.pas") // a unit that is loaded before those of the program: each write is sent, as in a terminal
		p.first("-Faagonlinebuffered")
	}
	return err
}

// planD compiles all sources with the installed D compiler.
func planD(p *plan) error {
	compiler, err := p.tools.find("D", "apt-get install gdc", "gdc", "ldc2", "dmd")
	if err != nil {
		return err
	}
	args := []string{"-O2", "-o", makes()}
	switch filepath.Base(compiler.path) {
	case "ldc2":
		args = []string{"-O2", "-of=" + makes()}
	case "dmd":
		args = []string{"-O", "-of=" + makes()}
	}
	sources := p.sources(".d")
	if len(sources) == 0 {
		return flaw("", "no D source in its folder")
	}
	p.compile(compiler, append(args, append(sources, p.helper("agon_line_buffered.d"))...)...)
	return nil
}

// planObjectiveC compiles with gcc, and with GNUstep if a source imports Foundation.
func planObjectiveC(p *plan) error {
	const who, fix = "Objective-C", "apt-get install gobjc"
	gcc, err := p.tools.find(who, fix, "gcc", "clang")
	if err != nil {
		return err
	}
	if filepath.Base(gcc.path) == "gcc" {
		if at, err := p.tools.ask(gcc.path, "-print-prog-name=cc1obj"); err != nil || !filepath.IsAbs(at) {
			return &Missing{Tool: "gcc's part for it (cc1obj)", For: who, Fix: fix}
		}
	}
	args := (&nativeBuild{p}).optimised("-o", makes())
	libraries := []string{"-lobjc", "-lm"}
	sources := p.sources(".m")
	if len(sources) == 0 {
		return flaw("", "no %s source in its folder", who)
	}
	foundation, err := p.source.mention(sources, "Foundation/")
	if err != nil {
		return err
	}
	if foundation {
		config, err := p.tools.find(who+" with Foundation", "apt-get install gnustep-devel", "gnustep-config")
		if err != nil {
			return err
		}
		flags, err := p.tools.ask(config.path, "--objc-flags")
		if err != nil {
			return err
		}
		base, err := p.tools.ask(config.path, "--base-libs")
		if err != nil {
			return err
		}
		args, libraries = append(strings.Fields(flags), args...), append(strings.Fields(base), libraries...)
		p.uses(config)
	}
	p.compile(gcc, append(append(append(args, sources...), p.lineBuffered()), libraries...)...)
	return nil
}

// mention reports whether one of the sources contains a text.
func (s *Source) mention(sources []string, text string) (bool, error) {
	for _, name := range sources {
		content, err := s.readText(name)
		if err != nil || strings.Contains(content, text) {
			return err == nil, err
		}
	}
	return false, nil
}

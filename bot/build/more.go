package build

import "fmt"

// planRuby runs the entry with ruby.
func planRuby(p *plan) error {
	err := p.interpreted("Ruby", "apt-get install ruby", ".rb", []string{"-r" + p.helper("agon-unbuffered.rb")}, "ruby")
	if err == nil {
		p.checks(p.run, "-c", p.entry())
	}
	return err
}

// planPHP runs the entry with php, with errors on standard error instead of standard output.
func planPHP(p *plan) error {
	err := p.interpreted("PHP", "apt-get install php-cli", ".php", []string{"-d", "display_errors=stderr", "-d", "implicit_flush=1"}, "php")
	if err == nil {
		p.checks(p.run, "-d", "display_errors=stderr", "-l", p.entry())
	}
	return err
}

// planLua runs the entry with lua.
func planLua(p *plan) error {
	err := p.interpreted("Lua", "apt-get install lua5.4", ".lua", []string{"-e", "io.stdout:setvbuf('line')"}, "lua", "lua5.4", "lua5.3",
		"luajit", "lua5.1")
	if err == nil {
		p.checks(p.run, "-e", fmt.Sprintf("local f, why = loadfile(%q) if not f then io.stderr:write(why) os.exit(1) end", p.source.Entry))
	}
	return err
}

// planPerl runs the entry with perl, after the statements of its -M: "use 5; $|=1".
func planPerl(p *plan) error {
	return p.interpreted("Perl", "apt-get install perl", ".pl", []string{"-I.", "-M5;$|=1"}, "perl")
}

// interpreted runs the entry with an interpreter.
func (p *plan) interpreted(who, fix, ending string, flags []string, names ...string) error {
	t, err := p.tools.find(who, fix, names...)
	if err != nil {
		return err
	}
	if err := p.needsEntry(ending); err != nil {
		return err
	}
	p.runs(t, append(flags, p.entry())...)
	return nil
}

// planHaskell compiles with ghc.
func planHaskell(p *plan) error {
	p.reads("/var/lib/ghc") // Debian keeps the list of its libraries there
	err := p.compiled("Haskell", "apt-get install ghc", ".hs", []string{"-O", "-v0", "-o", makes()}, "ghc")
	if err == nil {
		p.first("-main-is", "AgonMain", p.helper("AgonMain.hs"))
	}
	return err
}

// planOCaml compiles with ocamlopt.
func planOCaml(p *plan) error {
	err := p.compiled("OCaml", "apt-get install ocaml-nox", ".ml", []string{"-o", makes()}, "ocamlopt.opt", "ocamlopt")
	if err == nil {
		p.first("-ccopt", "-Wl,--wrap=caml_read_fd", p.helper("agon_flush_stub.c"), p.helper("agon_flush.ml"))
	}
	return err
}

// planDart compiles with dart.
func planDart(p *plan) error {
	return p.compiled("Dart", "https://dart.dev/get-dart (Debian has no package)", ".dart", []string{"compile", "exe", "-o", makes()},
		"dart")
}

// planSwift compiles with swiftc.
func planSwift(p *plan) error {
	return p.compiled("Swift", "https://swift.org/install (Debian has no package)", ".swift", []string{"-O", "-o", makes()}, "swiftc")
}

// compiled compiles the entry, and what its compiler finds beside it, into a program.
func (p *plan) compiled(who, fix, ending string, flags []string, names ...string) error {
	t, err := p.tools.find(who, fix, names...)
	if err != nil {
		return err
	}
	if err := p.needsEntry(ending); err != nil {
		return err
	}
	p.compile(t, append(flags, p.entry())...)
	return nil
}

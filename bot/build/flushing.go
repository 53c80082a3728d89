package build

import "agon/bot/build/inside"

// The stubs of contests never flush, because a terminal sends each line at its end. A pipe would keep their answers, so programs get an
// output that is sent at the end of each line, or at the latest before they read. Languages that are not here send each line by themselves.

// lineBuffered adds a file to the sources of a program in C, C++ or Objective-C by which its standard output is sent at the end of each
// line.
func (p *plan) lineBuffered() string {
	return p.helper("agon-line-buffered.c", "#include <stdio.h>\n"+
		"__attribute__((constructor)) static void agon_line_buffered(void) { setvbuf(stdout, 0, _IOLBF, BUFSIZ); }\n")
}

// lineBufferedD does the same in D, whose output is C's.
func (p *plan) lineBufferedD() string {
	return p.helper("agon_line_buffered.d", "module agon_line_buffered;\nimport core.stdc.stdio;\n"+
		"shared static this() { setvbuf(stdout, null, _IOLBF, BUFSIZ); }\n")
}

// lineBufferedHaskell runs the program's main from another one.
func (p *plan) lineBufferedHaskell() {
	p.first("-main-is", "AgonMain", p.helper("AgonMain.hs", "module AgonMain (main) where\nimport qualified Main\nimport System.IO\n"+
		"main :: IO ()\nmain = hSetBuffering stdout LineBuffering >> Main.main >> return ()\n"))
}

// lineBufferedPascal has the compiler load a unit before those of the program. It has each write sent, as in a terminal.
func (p *plan) lineBufferedPascal() {
	p.helper("agonlinebuffered.pas", "unit agonlinebuffered;\ninterface\nimplementation\ninitialization\n"+
		"  TextRec(Output).FlushFunc := TextRec(Output).InOutFunc;\nend.\n")
	p.first("-Faagonlinebuffered")
}

// flushedOCaml has the program's output sent before it reads: OCaml has no buffer of lines. The runtime reads by one function of C, which
// is wrapped.
func (p *plan) flushedOCaml() {
	stub := p.helper("agon_flush_stub.c", `#include <caml/mlvalues.h>
#include <caml/callback.h>
int __real_caml_read_fd(int fd, int flags, void *buffer, int n);
int __wrap_caml_read_fd(int fd, int flags, void *buffer, int n) {
	static const value *flush;
	if (flush || (flush = caml_named_value("agon_flush"))) caml_callback_exn(*flush, Val_unit);
	return __real_caml_read_fd(fd, flags, buffer, n);
}
`)
	module := p.helper("agon_flush.ml", "let () = Callback.register \"agon_flush\" (fun () -> try Format.print_flush (); flush stdout "+
		"with _ -> ())\n")
	p.first("-ccopt", "-Wl,--wrap=caml_read_fd", stub, module)
}

// helper adds a file of agon's to the sources, which is no part of the result, and returns its path.
func (p *plan) helper(name, text string) string {
	name = p.free(name)
	p.extra[name] = text
	p.job.Omit = append(p.job.Omit, name)
	return "./" + name
}

// first has the last step tried with more arguments before its last one, the main file, and without them if it fails.
func (p *plan) first(args ...string) {
	step := &p.job.Steps[len(p.job.Steps)-1]
	last := len(step.Args) - 1
	plain := inside.Step{Path: step.Path, Args: step.Args}
	step.Args = append(append(append([]string(nil), plain.Args[:last]...), args...), plain.Args[last])
	step.Or = append(step.Or, plain)
}

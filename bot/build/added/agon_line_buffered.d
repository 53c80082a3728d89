module agon_line_buffered;
import core.stdc.stdio;
shared static this() { setvbuf(stdout, null, _IOLBF, BUFSIZ); }

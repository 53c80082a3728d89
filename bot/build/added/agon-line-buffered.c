#include <stdio.h>
__attribute__((constructor)) static void agon_line_buffered(void) { setvbuf(stdout, 0, _IOLBF, BUFSIZ); }

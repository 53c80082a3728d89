// This file lets now_linux.go declare a function that the runtime defines.

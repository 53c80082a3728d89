package bot

// A Dumper is a process to which SIGUSR1 can be sent, on which a class host writes the position of each of its tasks. The signal ends other
// programs.
type Dumper interface{ Dump() }

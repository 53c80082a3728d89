package bot

// A Dumper is a process that can be sent the signal on which a class host writes where each of its tasks is. Other programs end by it.
type Dumper interface{ Dump() }

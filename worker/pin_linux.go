package worker

import "golang.org/x/sys/unix"

// pin binds this thread, and with it every program that it starts, to one of the processors that it may use.
func pin(core int) {
	var allowed, one unix.CPUSet
	if unix.SchedGetaffinity(0, &allowed) != nil || allowed.Count() == 0 {
		return
	}
	nth := core % allowed.Count()
	for cpu := 0; ; cpu++ {
		if !allowed.IsSet(cpu) {
			continue
		}
		if nth == 0 {
			one.Set(cpu)
			unix.SchedSetaffinity(0, &one)
			return
		}
		nth--
	}
}

package sandbox

import "golang.org/x/sys/unix"

const (
	auditArch  = unix.AUDIT_ARCH_AARCH64
	otherCalls = 0x4000_0000 // no call has such a high number
)

var archDenied = [...]uint32{unix.SYS_KEXEC_FILE_LOAD}

var archUnknown = [...]uint32{}

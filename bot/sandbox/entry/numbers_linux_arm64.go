package entry

const (
	sysSetns     = 268
	sysBPF       = 280
	sysUserfault = 282
)

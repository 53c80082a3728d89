// make bench has a module of its own: it measures the binary and the benchmarks of agon's packages, and imports none of them.
module agon/dev/bench

go 1.26.0

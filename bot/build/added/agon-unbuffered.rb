$stdout.sync = true

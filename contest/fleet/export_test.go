package fleet

// CheckAll has every game played twice.
func (s *Server) CheckAll() { s.sampled = 1 }

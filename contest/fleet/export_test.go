package fleet

// CheckAll has every game played twice.
func (s *Server) CheckAll() { s.sampled = 1 }

// ExecuteOneOf has one of so many games executed by the server where other workers judge the rest.
func (s *Server) ExecuteOneOf(games uint64) { s.execute = games }

// Agreed returns how many games count because two workers agreed.
func (s *Server) Agreed() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.words)
}

// Judges reports whether a worker may judge games of others.
func (s *Server) Judges(worker string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.peers[worker]
	return w != nil && w.ended > 0 && w.plays()
}

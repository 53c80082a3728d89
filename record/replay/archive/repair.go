package archive

// Repair repairs what can be repaired, and describes what was wrong, what was done, and what could not be.
func (s *Archive) Repair() (lines []string) {
	for _, note := range s.Notes() {
		lines = append(lines, note.Text)
	}
	done, err := s.Reconcile(false)
	for _, text := range done {
		lines = append(lines, "mended: "+text)
	}
	if err != nil {
		lines = append(lines, err.Error())
	}
	return lines
}

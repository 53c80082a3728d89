package store

import "fmt"

// Gap is the error of a fixture whose ID does not follow a plan of this many games.
func Gap(id, planned int) error {
	return fmt.Errorf("keep the plan: game %d does not follow on %d planned games", id, planned)
}

// Replanned is the error of a fixture that is stored and was given again with other values.
func Replanned(id int) error {
	return fmt.Errorf("keep the plan: game %d is planned already, and otherwise", id)
}

// Unplanned is the error of a result without a fixture.
func Unplanned(id int) error {
	return fmt.Errorf("record results: game %d is not in the plan", id)
}

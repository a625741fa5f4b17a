//go:build !race

package xml

const raceEnabled = false

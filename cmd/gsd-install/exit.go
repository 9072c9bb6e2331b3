package main

// status is an exit status. As an error it ends a command that has already
// printed what there is to say.
type status int

// The exit statuses, the same for every command.
const (
	done        status = 0
	failed      status = 1
	misused     status = 2
	drifted     status = 3
	interrupted status = 130
)

// Error says the status in a word; it is never printed.
func (s status) Error() string {
	switch s {
	case done:
		return "done"
	case failed:
		return "failed"
	case misused:
		return "wrong usage"
	case drifted:
		return "drift or conflict"
	case interrupted:
		return "interrupted"
	}
	return "unknown status"
}

// statusHelp is the end of every command's help.
const statusHelp = `
Exit status:
  0    done, or in sync
  1    error
  2    wrong usage; nothing was written
  3    drift or conflict found; what could be done safely was done
  130  interrupted`

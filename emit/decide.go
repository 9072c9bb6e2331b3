package emit

import "github.com/gsd-install/gsd-install/plan"

// situation is all that decide knows about one path.
type situation struct {
	// want is the state wanted, have the one on disk, last the one recorded.
	want, have, last state
	// preexisting reports that the file was the user's before us.
	preexisting bool
	// others reports that a claim which is not of the run stays on the path.
	others bool
	// aside reports that foreign bytes of this path lie in the backup folder.
	aside bool
	// twin is what was found in further folders of the host's own.
	twin twin
	// policy is for a conflict.
	policy Policy
	// repair puts back what was changed, adopt takes equal bytes for ours.
	repair, adopt bool
}

// twin is another item of the name wanted, which the host would list beside ours.
type twin string

const (
	noTwin    twin = ""
	loose     twin = "loose" // it can be put aside
	stuckTwin twin = "stuck" // it cannot
)

// move is what happens on disk.
type move string

const (
	still   move = ""
	put     move = "put"     // the wanted bytes take the place
	discard move = "discard" // what is there goes
	restore move = "restore" // what was put aside comes back in its place
)

// asideAs is what becomes of the bytes on disk before a move.
type asideAs string

const (
	notAside asideAs = ""
	foreign  asideAs = "foreign" // they come back at uninstall
	edited   asideAs = "edited"  // they stay in the backup folder
)

// memory is what becomes of the record.
type memory string

const (
	asItIs memory = "as it is" // the old record, if any, with its claims brought up to date
	fresh  memory = "fresh"    // the wanted state is ours
	theirs memory = "theirs"   // the wanted state is the user's
	vacant memory = "vacant"   // nothing is to be there
	gone   memory = "gone"     // no record
)

// decision is what to do about one path, and how to say it.
type decision struct {
	action plan.Action
	why    string
	move   move
	aside  asideAs
	memory memory
}

// The words of decisions that others look for.
const (
	whyEdited   = "edited since it was installed"
	whyMode     = "its mode was changed since it was installed"
	whyForeign  = "there is a file that is not ours"
	whyEarlier  = "it was there before and differs from the pack's"
	whyOthers   = "others still use it"
	whyBack     = "what was put aside comes back"
	whyRestored = "what was there before comes back"
	whyAgain    = "there is a file again where one was put aside"
	whyTwin     = "the host would list it twice, since there is another of its name that is not ours"
	// whyNoPristine is put behind others.
	whyNoPristine = "; what was installed there cannot be rendered again"
	whyVacant     = "what was there is put aside until uninstall"
)

// decide is the table of design §4. It is pure.
func decide(s situation) decision {
	switch {
	case s.want == "":
		return leave(s)
	case s.blocked():
		return decision{plan.Conflict, whyTwin, still, notAside, gone}
	case s.have == s.want:
		return found(s)
	case s.have == "":
		why := "new"
		if s.last != "" {
			why = "it was lost"
		}
		return decision{plan.Create, why, put, notAside, fresh}
	case s.have == s.last && !s.preexisting:
		return decision{plan.Update, "the pack has other bytes", put, notAside, fresh}
	}
	return clash(s)
}

// blocked reports that another item of the name keeps ours from its place. Where ours is
// already, nothing gets better by leaving it as it is.
func (s situation) blocked() bool {
	ours := s.last != "" || s.adopt && s.have == s.want
	return s.twin != noTwin && !ours && (s.policy != Replace || s.twin == stuckTwin)
}

// found is for a path that has the bytes wanted.
func found(s situation) decision {
	switch {
	case s.last == "" && !s.adopt, s.preexisting:
		return decision{plan.Keep, "it was there before", still, notAside, theirs}
	case s.last == "":
		return decision{plan.Keep, "found and taken over", still, notAside, fresh}
	}
	return decision{plan.Keep, "as it should be", still, notAside, fresh}
}

// clash is for a path that has other bytes than those wanted or recorded.
func clash(s situation) decision {
	ours := s.last != "" && !s.preexisting
	switch {
	case ours && s.have.sameBytes(s.last) && (s.repair || s.policy == Replace):
		return decision{plan.Update, "its mode comes back", put, notAside, fresh}
	case ours && s.policy != Stop && (s.repair || s.policy == Replace):
		return decision{plan.Update, whyEdited + "; the edited copy is put aside", put, edited, fresh}
	case !ours && s.policy == Replace:
		return decision{plan.Update, "what is there is put aside until uninstall", put, foreign, fresh}
	case ours && s.have.sameBytes(s.last):
		return decision{plan.Conflict, whyMode, still, notAside, asItIs}
	case ours:
		return decision{plan.Conflict, whyEdited, still, notAside, asItIs}
	case s.last != "":
		return decision{plan.Conflict, whyEarlier, still, notAside, asItIs}
	}
	return decision{plan.Conflict, whyForeign, still, notAside, gone}
}

// leave is for a path that the run's claims give up.
func leave(s situation) decision {
	why := whyEdited
	if s.last == "" {
		why = whyAgain
	}
	switch {
	case s.others:
		return decision{plan.Keep, whyOthers, still, notAside, asItIs}
	case s.have == "" && s.aside:
		return decision{plan.Create, whyRestored, restore, notAside, gone}
	case s.have == "":
		return decision{plan.Forget, "it is gone already", still, notAside, gone}
	case s.preexisting:
		return decision{plan.Forget, "it was there before us and stays", still, notAside, gone}
	case s.have.sameBytes(s.last) && s.aside:
		return decision{plan.Update, whyRestored, restore, notAside, gone}
	case s.have.sameBytes(s.last):
		return decision{plan.Remove, "no longer wanted", discard, notAside, gone}
	case s.policy == Replace && s.have != odd && s.aside:
		return decision{plan.Update, why + "; it is put aside, and " + whyRestored, restore, edited, gone}
	case s.policy == Replace && s.have != odd:
		return decision{plan.Remove, whyEdited + "; the edited copy is put aside", discard, edited, gone}
	}
	return decision{plan.Conflict, why + "; it stays and is yours", still, notAside, gone}
}

package edit

import "github.com/gsd-install/gsd-install/plan"

// alreadyThere is the note for a piece that the user has.
func alreadyThere(op plan.Op) string {
	return KeyText(op.Key) + ": the same is there already; it is left as the user's own"
}

// alreadyEdited is the note for an element whose commands run from an edited one.
func alreadyEdited(op plan.Op) string {
	return KeyText(op.Key) + ": an element that runs the same command is there already; it is left as the user's own"
}

// editedTaken is the note for an element that was edited and goes all the same.
func editedTaken(op plan.Op) string {
	return KeyText(op.Key) + ": what was put in had been edited; what runs our command is taken out, and the rest is left"
}

// placeTaken is the note for a Set where the user has something else; what
// begins with its article.
func placeTaken(op plan.Op, what string) string {
	return KeyText(op.Key) + ": " + what + " of the user's own is there; it is left"
}

// wayTaken is the note for a Set where the user has a scalar in place of a table on the way.
func wayTaken(op plan.Op, key []string, what string) string {
	return KeyText(op.Key) + ": " + KeyText(key) + " is " + what + " of the user's own; it is left"
}

// alreadySaid is the note for a Set where a scalar in place of the table says the same for
// all keys.
func alreadySaid(op plan.Op, key []string) string {
	return KeyText(op.Key) + ": " + KeyText(key) + " says the same for all; it is left as the user's own"
}

// wrapped is the note for a scalar that is kept in a table.
func wrapped(op plan.Op, key []string, old string) string {
	return KeyText(op.Key) + ": " + KeyText(key) + " was " + old + ", which is kept under " + KeyText([]string{op.Wrap}) +
		" and comes back when the rest is taken out"
}

// replaced is the note for what a piece stands in place of.
func replaced(op plan.Op, old string) string {
	return KeyText(op.Key) + ": stands in place of " + old + ", which comes back when it is taken out"
}

// changedSince is the note for a piece that Undo does not find.
func changedSince(op plan.Op) string {
	return KeyText(op.Key) + ": what was put in is not there any more as it was; what is there is left"
}

// leftAlone is the note for a piece that Undo cannot get at.
func leftAlone(op plan.Op, why error) string {
	return KeyText(op.Key) + ": nothing was taken out: " + why.Error()
}

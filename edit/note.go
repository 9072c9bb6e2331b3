package edit

import "github.com/gsd-install/gsd-install/plan"

// alreadyThere is the note for a piece that the user has.
func alreadyThere(op plan.Op) string {
	return keyText(op.Key) + ": the same is there already; it is left as the user's own"
}

// alreadyEdited is the note for an element whose commands run from an edited one.
func alreadyEdited(op plan.Op) string {
	return keyText(op.Key) + ": an element that runs the same command is there already; it is left as the user's own"
}

// editedTaken is the note for an element that was edited and goes all the same.
func editedTaken(op plan.Op) string {
	return keyText(op.Key) + ": what was put in had been edited; what runs our command is taken out, and the rest is left"
}

// placeTaken is the note for a Set where the user has something else; what
// begins with its article.
func placeTaken(op plan.Op, what string) string {
	return keyText(op.Key) + ": " + what + " of the user's own is there; it is left"
}

// replaced is the note for what a piece stands in place of.
func replaced(op plan.Op, old string) string {
	return keyText(op.Key) + ": stands in place of " + old + ", which comes back when it is taken out"
}

// changedSince is the note for a piece that Undo does not find.
func changedSince(op plan.Op) string {
	return keyText(op.Key) + ": what was put in is not there any more as it was; what is there is left"
}

// leftAlone is the note for a piece that Undo cannot get at.
func leftAlone(op plan.Op, why error) string {
	return keyText(op.Key) + ": nothing was taken out: " + why.Error()
}

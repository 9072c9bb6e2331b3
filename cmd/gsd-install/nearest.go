package main

// nearest returns the candidate that word was probably meant to be: the one
// with the fewest edits, at most a third of its letters and never more than
// three. It returns "" if none is near.
func nearest(word string, candidates []string) string {
	best, least := "", 4
	for _, c := range candidates {
		if d := distance(word, c); d < least && d*3 <= max(len(word), len(c))+1 {
			best, least = c, d
		}
	}
	return best
}

// suggest is a hint for a word that is not among the candidates: the nearest of
// them, spelled after prefix, or other if none is near.
func suggest(word string, candidates []string, prefix, other string) string {
	if n := nearest(word, candidates); n != "" {
		return "did you mean " + prefix + n + "?"
	}
	return other
}

// distance is the number of inserted, deleted, replaced or swapped bytes
// between a and b (optimal string alignment).
func distance(a, b string) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := 1; i <= len(a); i++ {
		older, last, row := rows[(i-1)%3], rows[i%3], rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
	}
	return rows[(len(a)+1)%3][len(b)]
}

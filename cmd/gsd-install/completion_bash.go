package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// bashNeeds are the two functions of the package bash-completion that cobra's script calls, for
// shells that have not loaded it. Words are divided at blanks alone, as the script asks.
const bashNeeds = `# Without the package bash-completion, these stand in for what is used of it below.
if ! declare -F _get_comp_words_by_ref >/dev/null; then
    _get_comp_words_by_ref()
    {
        read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
        [[ ${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && words+=("")
        cword=$((${#words[@]} - 1))
        cur=${words[cword]}
        prev=${words[cword > 0 ? cword - 1 : 0]}
    }
fi
if ! declare -F _filedir >/dev/null; then
    _filedir()
    {
        local kind=-f
        [[ ${1-} == -d ]] && kind=-d
        local IFS=$'\n'
        COMPREPLY=($(compgen "$kind" -- "$cur"))
        compopt -o filenames 2>/dev/null
    }
fi

`

// bashCompletion writes the script for bash.
func bashCompletion(root *cobra.Command, w io.Writer) error {
	if _, err := fmt.Fprint(w, bashNeeds); err != nil {
		return err
	}
	return root.GenBashCompletionV2(w, true)
}

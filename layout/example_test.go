package layout_test

import (
	"fmt"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/plan"
)

// The folders of a host follow the variable that its makers have for them.
func ExampleMounts() {
	host, _ := descriptors.Builtin().Get("codex")
	environment := map[string]string{"CODEX_HOME": "/srv/codex"}
	env := layout.Env{Home: "/home/ada", Project: "/home/ada/engine", Getenv: func(name string) string { return environment[name] }, OS: "linux"}
	for _, scope := range []plan.Scope{plan.Global, plan.Local} {
		mounts, _, err := layout.Mounts(host, scope, env)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, m := range mounts {
			fmt.Println(scope, m.ID, m.Dir)
		}
	}
	// Output:
	// global codex /srv/codex
	// global agents /home/ada/.agents
	// local codex /home/ada/engine/.codex
	// local agents /home/ada/engine/.agents
	// local project /home/ada/engine
}

// A host is there if one of its programs or a file of its own is.
func ExampleDetect() {
	host, _ := descriptors.Builtin().Get("codex")
	found := layout.Detect(host, layout.Env{
		Home:     "/home/ada",
		LookPath: func(program string) (string, error) { return "/usr/bin/" + program, nil },
	})
	fmt.Println(found.Found, found.Why)
	// Output:
	// true codex is on PATH at /usr/bin/codex
}

package project_test

import (
	"fmt"
	"testing/fstest"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/layout"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/gsd-install/gsd-install/project"
)

// One command, in the forms of three hosts.
func ExampleRender() {
	p, err := pack.Read(fstest.MapFS{
		"commands/greet.md": {Data: []byte("---\ndescription: Greet somebody\n---\nSay hello to $ARGUMENTS.\n")},
	}, "./hello")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, id := range []string{"claude", "gemini", "codex"} {
		host, _ := descriptors.Builtin().Get(id)
		mounts, _, err := layout.Mounts(host, plan.Global, layout.Env{Home: "/home/ada", OS: "linux"})
		if err != nil {
			fmt.Println(err)
			return
		}
		made, err := project.Render(project.Input{Host: host, Scope: plan.Global, Pack: p, Mounts: mounts, OS: "linux"})
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, a := range made.Artifacts {
			data, err := a.Bytes()
			if err != nil {
				fmt.Println(err)
				return
			}
			fmt.Printf("%s: %s by %s\n%s\n", id, a.Path, a.Rule, data)
		}
	}
	// Output:
	// claude: skills/hello-greet/SKILL.md by skill-md
	// ---
	// name: hello-greet
	// description: Greet somebody
	// ---
	// Say hello to $ARGUMENTS.
	//
	// gemini: commands/hello/greet.toml by slash-toml
	// description = "Greet somebody"
	// prompt = '''
	// Say hello to {{args}}.
	// '''
	//
	// codex: skills/hello-greet/SKILL.md by skill-md
	// ---
	// name: hello-greet
	// description: Greet somebody
	// ---
	// <host_note>
	// `{{ARGUMENTS}}` stands for the words the user gave after this skill's name; it is empty if there were none.
	// </host_note>
	//
	// Say hello to {{ARGUMENTS}}.
}

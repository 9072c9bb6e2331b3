package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/gsd-install/gsd-install/pack"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// completable gives a command what a shell can complete: words after it, unless it has
// them already, and the values of its flags.
func (a *app) completable(cmd *cobra.Command) {
	if cmd.ValidArgsFunction == nil && cmd.ValidArgs == nil {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	values := a.flagValues()
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if complete, ok := values[f.Name]; ok && f.Value.Type() != "bool" {
			// The one error is that a command has said so already, by itself.
			_ = cmd.RegisterFlagCompletionFunc(f.Name, complete)
		}
	})
}

// plainUsage takes the quotes out of flags' usages that say which word is the value: help does
// so by itself, completion does not.
func plainUsage(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) { _, f.Usage = pflag.UnquoteUsage(f) })
	for _, c := range cmd.Commands() {
		plainUsage(c)
	}
}

// flagValues complete the values of flags that mean the same on every command, by name.
func (a *app) flagValues() map[string]cobra.CompletionFunc {
	return map[string]cobra.CompletionFunc{
		"acks":             anyFile,
		"allow-link":       anyFile,
		"base":             a.completeSource,
		"base-descriptors": anyFolder,
		"check":            anyFolder,
		"config-dir":       anyFolder,
		"effort":           a.completeEffort,
		"head":             a.completeSource,
		"home":             anyFolder,
		"home-name":        cobra.NoFileCompletions,
		"id":               cobra.NoFileCompletions,
		"level":            oneOf(levelWords()...),
		"model":            cobra.NoFileCompletions,
		"max-always":       cobra.NoFileCompletions,
		"max-excess":       cobra.NoFileCompletions,
		"on-conflict":      oneOf(conflictWords...),
		"os":               oneOf(systems...),
		"out":              anyFile,
		"pack":             a.completeSource,
		"prefix":           a.completePrefix,
		"profile":          a.completeProfiles,
		"project":          anyFolder,
		"restore":          a.completeAside,
		"sha256":           cobra.NoFileCompletions,
		"update":           anyFolder,
	}
}

// oneOf completes one of several words.
func oneOf(words ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return beginning(typed, words), cobra.ShellCompDirectiveNoFileComp
	}
}

// beginning are the words that begin as the one that is being typed.
func beginning(typed string, words []string) []cobra.Completion {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !strings.HasPrefix(w, typed) })
}

// anyFile and anyFolder leave it to the shell.
func anyFile(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

func anyFolder(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// completeDescriptor completes the one argument of hosts add.
func completeDescriptor(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []cobra.Completion{"toml", "json"}, cobra.ShellCompDirectiveFilterFileExt
}

// completeHost completes the one argument of commands that take a host.
func (a *app) completeHost(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var words []string
	for _, h := range a.set.Heads() {
		if len(args) == 0 {
			words = append(words, cobra.CompletionWithDesc(h.ID, h.Title))
		}
	}
	return beginning(typed, words), cobra.ShellCompDirectiveNoFileComp
}

// completeAdded completes a host that the user has added.
func (a *app) completeAdded(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var words []string
	for _, e := range a.record.Hosts {
		if len(args) == 0 {
			words = append(words, e.ID)
		}
	}
	return beginning(typed, words), cobra.ShellCompDirectiveNoFileComp
}

// completeEffort completes a level for which the one host named has one of its own.
func (a *app) completeEffort(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	words := []string{unpinned}
	if hosts, err := a.flagged(); err == nil && len(hosts) == 1 {
		for _, level := range hostapi.EffortLevels() {
			if own, _ := hosts[0].Exec().Effort.Level(level); own != "" {
				words = append(words, level)
			}
		}
	}
	return beginning(typed, words), cobra.ShellCompDirectiveNoFileComp
}

// completeTopic completes the words of help: a command, and those below it.
func completeTopic(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	topic, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var words []string
	for _, c := range topic.Commands() {
		if !c.Hidden {
			words = append(words, cobra.CompletionWithDesc(c.Name(), c.Short))
		}
	}
	return beginning(typed, words), cobra.ShellCompDirectiveNoFileComp
}

// completeSource completes where a pack is: builtin, a folder or an archive.
func (a *app) completeSource(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	words := beginning(typed, []string{pack.BuiltinSource})
	dir, start := filepath.Split(typed)
	folder, err := a.folderOf(dir)
	if err != nil {
		return words, cobra.ShellCompDirectiveDefault
	}
	entries, _ := os.ReadDir(folder) // none if it cannot be read
	directive := cobra.ShellCompDirectiveDefault
	for _, e := range entries {
		name := e.Name()
		hidden := strings.HasPrefix(name, ".") && start == ""
		switch info, err := os.Stat(filepath.Join(folder, name)); {
		case err != nil || hidden || !strings.HasPrefix(name, start):
		case info.IsDir():
			words, directive = append(words, dir+name+string(filepath.Separator)), cobra.ShellCompDirectiveNoSpace
		case strings.HasSuffix(name, ".tgz") || strings.HasSuffix(name, ".tar.gz"):
			words = append(words, dir+name)
		}
	}
	return words, directive
}

// folderOf is what the folder of a word that is being typed means, absolute.
func (a *app) folderOf(dir string) (string, error) {
	if rest, ok := strings.CutPrefix(filepath.ToSlash(dir), "~/"); ok {
		home, err := a.home()
		return filepath.Join(home, filepath.FromSlash(rest)), err
	}
	return filepath.Abs(dir)
}

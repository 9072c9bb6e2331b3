package descriptors

// rule is what a field may hold beside what its type says. Of a list it is about the
// elements, of a table about the values.
type rule struct {
	// need reports that the field has to be there, and that a list is not empty.
	need bool
	// words are those it may be one of; empty reports that "" is one of them.
	words []string
	empty bool
	// form is a regular expression, ref a name in $defs.
	form, ref string
	// keys are the words that the keys of a table may be, keyForm a regular expression.
	keys    []string
	keyForm string
	// unique reports that nothing stands twice in a list.
	unique bool
	// least and most are the limits of a number; 0 is no most.
	least, most int
}

// The forms of texts.
const (
	oneLine      = `^[^\n\r]*[^\s][^\n\r]*$`
	notBlank     = `\S`
	placed       = `^([^{}]|\{(name|short|stem|prefix)\})*\{(name|short|stem|prefix)\}([^{}]|\{(name|short|stem|prefix)\})*$`
	address      = `^https?://[^\s/]+\.[^\s/]+(/\S*)?$`
	threeNumbers = `^\d+\.\d+\.\d+$`
	programName  = `^[^\\/:*?"<>|]*[^\\/:*?"<>|. ]$`
)

// fieldRules are the rules of all fields that have some, as validate*.go checks them.
var fieldRules = map[string]rule{
	"Host.ID":                   {need: true, ref: "id"},
	"Host.Title":                {need: true, form: oneLine},
	"Host.Lifecycle":            {need: true, words: lifecycles},
	"Host.LifecycleNote":        {form: oneLine},
	"Host.Successor":            {ref: "id"},
	"Host.SupportTier":          {need: true, least: 1, most: 3},
	"Host.Docs":                 {need: true, form: address},
	"Host.Binaries":             {form: programName},
	"Host.InstallSurface":       {need: true, words: installSurfaces},
	"Host.SandboxTier":          {need: true, words: sandboxTiers},
	"Host.ConfigHome":           {need: true},
	"Host.Folders":              {keyForm: idForm.String()},
	"Host.ArtifactLayout":       {need: true},
	"Host.Dialects":             {keyForm: idForm.String()},
	"Host.Text":                 {need: true},
	"Host.Tools":                {need: true},
	"Host.Hooks":                {need: true},
	"Host.Next":                 {form: oneLine},
	"Host.HostIntegration":      {need: true},
	"Host.HarnessIsolationFlag": {form: oneLine},

	"Client.Version": {need: true, form: notBlank},
	"Client.From":    {need: true, form: threeNumbers},
	"Client.To":      {need: true, form: threeNumbers},

	"ConfigHome.Kind":    {need: true, words: homeKinds},
	"ConfigHome.Name":    {ref: "path"},
	"ConfigHome.Local":   {ref: "path"},
	"ConfigHome.Source":  {need: true, ref: "source"},
	"ConfigHome.Signs":   {ref: "path", unique: true},
	"Probe.Dir":          {need: true, ref: "path"},
	"Probe.Marker":       {ref: "path"},
	"Folder.Global":      {ref: "path"},
	"Folder.Local":       {ref: "path"},
	"Folder.Source":      {need: true, ref: "source"},
	"MovedFrom.Global":   {ref: "path", unique: true},
	"MovedFrom.Local":    {ref: "path", unique: true},
	"SharedRoot.Mount":   {need: true, ref: "id"},
	"SharedRoot.Dir":     {need: true, ref: "path"},
	"SharedRoot.Marker":  {need: true, ref: "path"},
	"SharedRoot.Source":  {need: true, ref: "source"},
	"Candidates.File":    {need: true, ref: "path"},
	"Candidates.Names":   {need: true, ref: "path", unique: true},
	"Candidates.Else":    {ref: "id", empty: true},
	"Candidates.Source":  {need: true, ref: "source"},
	"Env.Name":           {need: true, form: variableForm.String()},
	"Env.Means":          {need: true, words: envMeanings},
	"Env.Source":         {need: true, ref: "source"},
	"Row.Kind":           {need: true, words: rowKinds},
	"Row.Scopes":         {words: scopes, unique: true},
	"Row.Mount":          {need: true, ref: "id"},
	"Row.DestSubpath":    {ref: "path"},
	"Row.File":           {ref: "path"},
	"Row.Nesting":        {words: nestings},
	"Row.Dialect":        {ref: "id"},
	"Row.Status":         {need: true, words: statuses},
	"Row.Source":         {need: true, ref: "source"},
	"Dialect.Renderer":   {need: true, words: renderers},
	"Dialect.BodyKey":    {form: keyForm.String()},
	"Dialect.PromptFile": {ref: "path", form: placed},
	"Dialect.IndexFile":  {ref: "path", form: placed},
	"Dialect.IndexAgents": {
		form: oneLine,
	},
	"Dialect.Raw":      {form: notBlank, unique: true},
	"Dialect.Patterns": {words: permissionWords},
	"Dialect.Break":    {form: notBlank, unique: true},
	"Dialect.Source":   {need: true, ref: "source"},
	"Key.Key":          {need: true, form: keyForm.String()},
	"Key.From":         {need: true, form: `^(name|description|argument-hint|tools|denied-tools|sandbox|readonly|globs|always|when|model|effort|const|meta:.+)$`},
	"Key.Form":         {need: true, words: keyForms},
	"Key.Never":        {form: notBlank, unique: true},
	"Key.Keep":         {form: notBlank, unique: true},
	"Key.Words":        {form: notBlank, keys: ruleTimes},

	"Text.Command":         {need: true, form: `^([^{}\n\r]|\{(name|short|stem|prefix)\})*\{(name|short)\}([^{}\n\r]|\{(name|short|stem|prefix)\})*$`},
	"Text.Arguments":       {need: true, form: notBlank},
	"Text.InstructionFile": {need: true, form: notBlank},
	"PrefaceLine.When":     {need: true, words: prefaceTopics},
	"PrefaceLine.Text":     {need: true, form: oneLine},

	"Tools.Agent":         {form: notBlank, keys: claudeTools},
	"Tools.Matcher":       {form: notBlank, keys: claudeTools},
	"Tools.Words":         {form: notBlank, keys: claudeTools},
	"Tools.AgentMCP":      {form: `^([^{}]|\{server\}|\{tool\})*\{tool\}([^{}]|\{server\}|\{tool\})*$`},
	"Tools.MatcherMCP":    {form: `^([^{}]|\{server\}|\{tool\})*\{tool\}([^{}]|\{server\}|\{tool\})*$`},
	"Tools.AgentMCPAny":   {form: `^([^{}]|\{server\})+$`},
	"Tools.MatcherMCPAny": {form: `^([^{}]|\{server\})+$`},
	"Tools.Gone":          {words: claudeTools, unique: true},
	"Tools.Prose":         {words: claudeTools, unique: true},
	"Tools.Dispatch":      {words: claudeTools, unique: true},
	"Tools.Write":         {words: claudeTools, unique: true},
	"Tools.WriteToo":      {words: claudeTools, unique: true},
	"Tools.Run":           {words: claudeTools, unique: true},
	"Tools.Source":        {need: true, ref: "source"},

	"Hooks.Surface":      {need: true, words: hookSurfaces},
	"Hooks.Form":         {words: hookForms, empty: true},
	"Hooks.File":         {ref: "path", keys: scopes},
	"Hooks.Mount":        {ref: "id", keys: scopes},
	"Hooks.Format":       {words: hookFormats, empty: true},
	"Hooks.Key":          {form: `^([^{}]|\{prefix\})+$`},
	"Hooks.LocalKey":     {form: `^([^{}]|\{prefix\})+$`},
	"Hooks.Shape":        {words: hookShapes},
	"Hooks.CommandKey":   {form: keyForm.String()},
	"Hooks.TimeoutKey":   {form: keyForm.String()},
	"Hooks.EventKey":     {form: keyForm.String()},
	"Hooks.Enable":       {form: notBlank},
	"Hooks.HookEvents":   {words: hookDialects},
	"Hooks.Events":       {form: notBlank, keys: claudeEvents},
	"Hooks.Extended":     {form: notBlank, unique: true},
	"Hooks.FlatEvents":   {form: notBlank, unique: true},
	"Hooks.NoMatcher":    {form: notBlank, unique: true},
	"Hooks.OwnAnswers":   {form: notBlank, unique: true},
	"Hooks.Unread":       {form: notBlank, unique: true},
	"Hooks.ExactMatcher": {form: notBlank, unique: true},
	"Hooks.TimeoutUnit":  {words: timeoutUnits},
	"Hooks.MaxTimeout":   {least: 1},
	"Hooks.HookOutput":   {words: hookOutputs},
	"Hooks.Source":       {ref: "source"},

	"Trust.Kind":                      {need: true, words: trustKinds},
	"Trust.Scopes":                    {words: scopes, unique: true},
	"Trust.How":                       {need: true, words: trustWays},
	"Trust.Text":                      {need: true, form: oneLine},
	"Trust.Source":                    {need: true, ref: "source"},
	"MCP.File":                        {ref: "path", keys: scopes},
	"MCP.Mount":                       {ref: "id", keys: scopes},
	"MCP.Format":                      {words: mcpFormats},
	"MCP.Key":                         {form: notBlank},
	"MCP.HTTPURL":                     {form: keyForm.String()},
	"MCP.Keys":                        {keyForm: notBlank},
	"MCP.Transports":                  {words: mcpTransports},
	"MCP.Takes":                       {words: mcpTakes},
	"MCP.Rooted":                      {words: scopes, unique: true},
	"MCP.Source":                      {ref: "source"},
	"Variables.Form":                  {form: `^[^\n\r]*NAME[^\n\r]*$`},
	"Variables.Default":               {form: `^[^\n\r]*(NAME[^\n\r]*DEFAULT|DEFAULT[^\n\r]*NAME)[^\n\r]*$`},
	"Variables.Keys":                  {words: mcpValues},
	"Variables.Own":                   {form: oneLine, unique: true},
	"Variables.Source":                {ref: "source"},
	"Permissions.Writer":              {words: permissionWriters, empty: true},
	"Permissions.File":                {ref: "path", keys: scopes},
	"Permissions.Mount":               {ref: "id", keys: scopes},
	"Permissions.Keys":                {form: notBlank},
	"Permissions.Source":              {ref: "source"},
	"Listing.Kinds":                   {words: listingKinds, unique: true},
	"Listing.Source":                  {ref: "source"},
	"AlsoRead.Path":                   {need: true, ref: "path"},
	"AlsoRead.Scope":                  {need: true, words: scopes},
	"AlsoRead.Kind":                   {need: true, words: readKinds},
	"AlsoRead.Source":                 {need: true, ref: "source"},
	"BuiltinNames.Commands":           {form: notBlank, unique: true},
	"BuiltinNames.Agents":             {form: notBlank, unique: true},
	"BuiltinNames.Source":             {ref: "source"},
	"HostIntegration.Dispatch":        {need: true},
	"OrchestratorExec.Command":        {form: oneLine},
	"OrchestratorExec.Source":         {ref: "source"},
	"Effort.Levels":                   {words: efforts, unique: true},
	"Effort.Clamp":                    {words: efforts, keys: efforts},
	"Effort.Source":                   {ref: "source"},
	"HostIntegration.ExtensionEvents": {words: extensionDialects, empty: true},
}

// axisLeast is the lowest value of the axes that are numbers.
var axisLeast = map[string]int{"dispatch.maxDepth": -1, "dispatch.maxConcurrency": 1}

// has is the condition that a field is there.
func has(key string) object { return object{"required": []string{key}} }

// is is the condition that a field has a value.
func is(key string, values ...any) object {
	return object{"required": []string{key}, "properties": object{key: object{"enum": values}}}
}

func when(condition object, then object) object { return object{"if": condition, "then": then} }

func unless(condition object, then object) object { return object{"if": condition, "else": then} }

// in is the condition that a table is there and fulfils another.
func in(key string, condition object) object {
	return object{"required": []string{key}, "properties": object{key: condition}}
}

// values is the condition that all values of a table have a form.
func values(key, form string) object {
	return object{"properties": object{key: object{"additionalProperties": object{"pattern": form}}}}
}

// nativeLists are what the native host alone sorts the names of tools into.
var nativeLists = []string{"gone", "prose", "dispatch", "write", "writeToo", "run"}

// without is the condition that none of the fields is there.
func without(keys ...string) object {
	any := []object{}
	for _, key := range keys {
		any = append(any, has(key))
	}
	return object{"not": object{"anyOf": any}}
}

func requires(keys ...string) object { return object{"required": keys} }

// conditions are the rules of a type that tie fields together.
var conditions = map[string][]object{
	"Host": {
		when(is("lifecycle", "sunset"), requires("lifecycleNote")),
		when(in("text", is("native", true)), in("tools", requires(nativeLists...))),
		unless(in("text", is("native", true)), in("tools", without(nativeLists...))),
		when(in("hooks", is("form", "module")), in("hostIntegration", requires("extensionEvents"))),
	},
	"ConfigHome": {unless(is("kind", "none"), requires("name", "local"))},
	"Env": {
		object{"not": object{"allOf": []object{is("movesShared", true), is("sharedOff", true)}}},
		when(is("means", "extra"), object{"not": object{"anyOf": []object{is("movesShared", true), is("sharedOff", true)}}}),
	},
	"Folder": {{"anyOf": []object{has("global"), has("local")}}},
	"Row": {
		when(is("kind", "payload"), without("file", "nesting", "dialect")),
		unless(is("kind", "payload"), requires("file", "nesting")),
		unless(is("kind", "payload", "rules"), object{"properties": object{"file": object{"pattern": placed}}}),
	},
	"Dialect": {
		when(is("renderer", "slash-toml", "agent-toml"), requires("bodyKey")),
		unless(is("renderer", "slash-toml", "agent-toml"), without("bodyKey")),
		when(has("patterns"), in("keys", object{"contains": is("form", "permission")})),
		when(is("renderer", "agent-yaml"), requires("promptFile", "indexFile")),
		unless(is("renderer", "agent-yaml"), without("promptFile", "indexFile", "indexAgents", "raw")),
		{"properties": object{"raw": object{"minItems": 2, "maxItems": 2}}},
		when(is("renderer", "slash-toml", "agent-toml"), object{"properties": object{"keys": object{"items": object{"properties": object{"form": object{"not": object{"enum": noTOMLForms}}}}}}}),
	},
	"Key": {
		when(is("from", "const"), requires("const")),
		unless(is("from", "const"), without("const")),
		unless(is("from", "name"), without("least", "never")),
		unless(is("from", "globs"), without("always")),
		when(is("from", "when"), requires("words")),
		unless(is("from", "when"), without("words")),
		{"properties": object{"words": object{"required": ruleTimes}}},
		when(is("from", "name", "description", "argument-hint", "sandbox", "when", "model", "effort"), object{"properties": object{"form": object{"enum": textForms}}}),
		when(is("from", "tools", "denied-tools", "globs"), object{"allOf": []object{{"properties": object{"form": object{"enum": listForms}}}, without("limit", "keep")}}),
		when(is("from", "denied-tools", "globs"), object{"properties": object{"form": object{"enum": Key{From: "globs"}.forms()}}}),
	},
	"Tools": {when(has("agentMCPAnyOf"), requires("agentMCPAny"))},
	"Hooks": {
		when(is("hooksSurface", "none"), without("form", "file", "mount", "key", "shape", "events")),
		unless(is("hooksSurface", "none"), requires("file")),
		when(is("form", "file", "module"), values("file", `\{prefix\}`)),
		when(is("form", "scripts"), values("file", `\{event\}`)),
		when(object{"allOf": []object{has("shape"), {"properties": object{"form": object{"enum": []string{"", "edit"}}}}}}, values("file", `^[^{}]+$`)),
		when(in("mount", has("global")), in("file", has("global"))),
		when(in("mount", has("local")), in("file", has("local"))),
		when(is("anyMatcher", true), without("exactMatcher")),
		when(has("eventKey"), is("shape", "list")),
		when(has("flatEvents"), is("shape", "groups")),
		when(is("timeoutUnit", "none"), without("timeoutLimit", "maxTimeout")),
		when(is("shape", "list"), requires("key")),
	},
	"MCP": {
		when(has("file"), requires("mount", "format", "key", "source")),
		when(in("file", has("global")), in("mount", has("global"))),
		when(in("file", has("local")), in("mount", has("local"))),
		when(in("mount", has("global")), in("file", has("global"))),
		when(in("mount", has("local")), in("file", has("local"))),
		when(is("movesWithHome", true), in("mount", is("global", "home"))),
		unless(has("file"), without("mount", "format", "key", "keys", "argv", "httpUrl", "stdio", "http", "movesWithHome", "names", "variables")),
	},
	"Variables": {
		when(has("form"), requires("source")),
		unless(has("form"), without("default", "keys", "own")),
	},
	"Permissions": {
		{"if": object{"required": []string{"permissionWriter"}, "properties": object{"permissionWriter": object{"not": object{"enum": []string{"", "none"}}}}},
			"then": requires("file", "keys", "value", "source"), "else": without("file", "mount", "keys", "value", "rest")},
		{"properties": object{"keys": object{"items": object{"minItems": 1}}}},
	},
	"Listing": {
		when(has("kinds"), object{"allOf": []object{requires("source"), {"anyOf": []object{has("item"), has("total")}}}}),
		when(has("each"), has("total")),
		unless(has("kinds"), without("item", "total", "each", "cuts")),
	},
	"BuiltinNames": {
		when(object{"anyOf": []object{has("commands"), has("agents")}}, requires("source")),
		unless(object{"anyOf": []object{has("commands"), has("agents")}}, without("source")),
	},
	"OrchestratorExec": {
		when(has("command"), requires("source")),
		unless(has("command"), without("args", "cwdFlag", "promptFlag", "modelFlag", "unasked")),
	},
	"Effort": {when(object{"anyOf": []object{has("param"), has("levels")}}, requires("source"))},
}

const (
	letter      = `[^\\/:*?"<>|\x00-\x1f]`
	last        = `[^\\/:*?"<>|. \x00-\x1f]`
	deviceNames = `(^|/)([cC][oO][nN]|[pP][rR][nN]|[aA][uU][xX]|[nN][uU][lL]|[cC][oO][nN][iI][nN]\$|[cC][oO][nN][oO][uU][tT]\$|([cC][oO][mM]|[lL][pP][tT])[0-9¹²³]) *(\.[^/]*)?(/|$)`
	state       = `^\.[gG][sS][dD]-[iI][nN][sS][tT][aA][lL][lL](/|$)`
)

// sharedDefs are forms that many fields have.
var sharedDefs = object{
	"id": object{"type": "string", "pattern": idForm.String()},
	"path": object{
		"description": "a clean path of names and slashes that stays in its folder on every system",
		"type":        "string",
		"pattern":     "^" + letter + "*" + last + "(/" + letter + "*" + last + ")*$",
		"not":         object{"anyOf": []object{{"pattern": "^~(/|$)"}, {"pattern": deviceNames}, {"pattern": state}}},
	},
	"source": object{
		"description": "where a fact comes from: an address, or client:PACKAGE@VERSION:WHERE",
		"type":        "string",
		"pattern":     sourceForm.String(),
	},
}

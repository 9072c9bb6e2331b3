package gsdinstall_test

// cases maps each case to what tries it and its kind.
var cases = map[string]func(*caseRun){
	// Frontmatter, YAML and TOML.
	"B001": agentTOML,
	"B002": bareDescription,
	"B003": argumentHint,
	"B005": foldedDescription,
	"B049": dollars,
	"B053": hashDescription,
	"B054": quotedDescription,
	"B055": agentTOML,
	"B069": injectedKeys,
	"B071": badUTF8,
	"B072": windowsSources,
	"B111": promptTOML,
	"B112": quotedDescription,
	"B129": stringsStay,
	"B143": agentTOML,

	// Dialects.
	"B027": longDescription,
	"B028": claudeOnlyKeys,
	"B029": toolForms,
	"B040": longDescription,
	"B048": geminiAgent,
	"B051": geminiAgent,
	"B063": allTools,
	"B064": hashColour,
	"B070": noDescription,
	"B091": bigBody,
	"B114": emptyBody,
	"B120": deniedTools,
	"B135": knownKeys,
	"B142": modelTier,
	"B164": ruleTriggers,
	"B168": agentTree,
	"B169": moduleFiles,

	// Paths and mentions in texts.
	"B010": claudeHome,
	"B039": commandMentions,
	"B057": brandWords,
	"B131": localPaths,
	"B157": variableDefaults,
	"B160": windowsPaths,

	// Files of the user's: JSON.
	"B012": exactJSON,
	"B019": everyByteBack,
	"B020": noDeadHooks,
	"B036": commentedJSON,
	"B037": commentedServers,
	"B059": oddHooks,
	"B073": windowsJSON,
	"B079": emptySettings,
	"B083": firstWriteWins,
	"B087": badHooksFile,
	"B109": brokenSettings,
	"B136": sameServer,
	"B139": lookAlikeHooks,
	"B140": oldCodexHooks,
	"B152": modes,

	// Files of the user's: TOML.
	"B014": inlineTable,
	"B015": oddSection,
	"B016": tomlValues,
	"B034": refusedWhole,
	"B038": tablesAfter,
	"B058": switchedOff,
	"B074": windowsTOML,
	"B075": windowsTOML,
	"B077": tableInString,
	"B090": lastTable,
	"B132": quotedHeaders,
	"B133": noLastNewline,

	// Links and confinement.
	"B030": linkedSettings,
	"B041": linkedFolder,
	"B042": escapingName,
	"B092": linkedConfig,
	"B093": linkedRoot,
	"B095": packLink,
	"B106": fileForFolder,
	"B107": folderForFile,
	"B121": oneFolder,
	"B137": poisonedLedger,
	"B145": linkedFile,

	// Files of the user's: permissions, and blocks in instruction files.
	"B018": permissionsStay,
	"B061": oddMarks,
	"B062": blockAndText,
	"B085": blockAndText,
	"B134": permissionsStay,

	// Scopes and homes.
	"B031": localOnly,
	"B067": projectRoot,
	"B068": noTraces,
	"B097": homeVariables,
	"B098": localAtHome,
	"B148": sharedSettings,
	"B167": ownFolders,

	// Usage, exit statuses and reports.
	"B035": wrongWords,
	"B101": lookAlike,
	"B102": brokenLedger,
	"B108": noTerminal,
	"B110": dryRun,
	"B153": bothScopes,
	"B155": caseCollision,

	// Hooks.
	"B026": oddHomes,
	"B088": hookShapes,
	"B117": toolHooks,
	"B163": barePath,

	// Ownership, upgrade and uninstall.
	"B022": foreignFiles,
	"B023": foreignFiles,
	"B024": editedThenGone,
	"B032": staleFiles,
	"B033": movedFiles,
	"B082": editedThenUpgraded,
	"B084": lostLedger,
	"B086": foreignFiles,
	"B100": unreadableOwn,
	"B104": lastOwner,
	"B125": fileInSkill,
	"B128": downgrade,
	"B150": newSource,

	// Discovery.
	"B044": both(foreignTwin, everyTwin),
	"B045": both(seenTwice, everySight),
	"B165": otherVariant,
	"B151": both(noSidecars, oneTrigger),

	// Host detection.
	"B122": sameRootAgain,
	"B123": noDoubledFolders,

	// Crashes and runs at once.
	"B046": threeAtOnce,
	"B047": killed,
}

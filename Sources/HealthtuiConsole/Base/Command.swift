/// Everything a key can do.
package enum Command: String, Hashable, Sendable, CaseIterable {
    // Everywhere.
    case help
    case redraw
    case suspend
    case interrupt

    // On every screen.
    case back
    case quit
    case commandLine = "command"
    case undo
    case redo
    case log
    case notices
    case lock
    case nextTab = "tab.next"
    case previousTab = "tab.previous"
    case summary = "tab.summary"
    case browse = "tab.browse"
    case add = "tab.add"
    case apps = "tab.apps"
    case sources = "tab.sources"
    case importing = "tab.import"
    case workouts = "tab.workouts"
    case profile = "tab.profile"

    // In lists.
    case up = "list.up"
    case down = "list.down"
    case pageUp = "list.pageUp"
    case pageDown = "list.pageDown"
    case halfPageUp = "list.halfPageUp"
    case halfPageDown = "list.halfPageDown"
    case first = "list.first"
    case last = "list.last"
    case open = "list.open"
    case filter = "list.filter"
    case previousView = "view.previous"
    case nextView = "view.next"
    case moveUp = "list.moveUp"
    case moveDown = "list.moveDown"
    case sort = "list.sort"
    case sortLeft = "list.sortLeft"
    case sortRight = "list.sortRight"
    case nextMatch = "list.next"
    case previousMatch = "list.previous"

    // Cards of the summary.
    case cardLeft = "card.left"
    case cardRight = "card.right"
    case cardLarger = "card.larger"
    case cardSmaller = "card.smaller"

    // Types.
    case pin = "type.pin"
    case addSample = "type.add"
    case sourceOrder = "type.sources"
    case goal = "type.goal"
    case goalList = "goals.open"

    // Chart.
    case earlier = "chart.earlier"
    case later = "chart.later"
    case earliest = "chart.first"
    case latest = "chart.last"
    case cursorLeft = "chart.left"
    case cursorRight = "chart.right"
    case zoomIn = "chart.zoomIn"
    case zoomOut = "chart.zoomOut"
    case spanDay = "chart.day"
    case spanWeek = "chart.week"
    case spanMonth = "chart.month"
    case spanHalfYear = "chart.halfYear"
    case spanYear = "chart.year"
    case spanAll = "chart.all"
    case separateSources = "chart.sources"
    case compare = "chart.compare"
    case compareYear = "chart.compareYear"
    case breathing = "chart.breathing"
    case rolling = "chart.rolling"
    case limits = "chart.limits"
    case nextMeasure = "chart.nextMeasure"
    case previousMeasure = "chart.previousMeasure"
    case table = "chart.table"
    case allData = "chart.allData"
    case why = "chart.why"
    case saveChart = "chart.save"
    case pattern = "chart.pattern"
    case heat = "chart.heat"
    case numbers = "heat.numbers"
    case markDay = "chart.mark"
    case change = "chart.change"
    case anotherMark = "change.mark"
    case longerSpans = "change.longer"
    case shorterSpans = "change.shorter"
    case otherMeasures = "change.others"

    // Two types that are compared.
    case grain = "compare.grain"
    case swap = "compare.swap"
    case zeros = "compare.zeros"

    // Samples.
    case mark = "sample.mark"
    case markRange = "sample.markRange"
    case unmark = "sample.unmark"
    case outliers = "sample.outliers"
    case saveMarked = "sample.saveMarked"
    case priority = "sample.priority"
    case delete = "sample.delete"
    case edit = "sample.edit"
    case deleteAll = "sample.deleteAll"
    case copy = "sample.copy"

    // The log.
    case turnStep = "log.turn"

    // Medications.
    case takeDose = "dose.taken"
    case skipDose = "dose.skipped"

    // Workouts.
    case startWorkout = "workout.start"
    case rings = "workout.rings"
    case goals = "rings.goals"
    case night = "sleep.night"
    case events = "workout.events"
    case statistics = "workout.statistics"
    case routeFile = "workout.route"
    case pauseWorkout = "live.pause"
    case lap = "live.lap"
    case mirror = "live.mirror"
    case endWorkout = "live.end"
    case discardWorkout = "live.discard"

    // Permissions.
    case toggle = "permission.toggle"
    case toggleAll = "permission.all"
    case readColumn = "permission.read"
    case shareColumn = "permission.share"
    case otherColumn = "permission.otherColumn"
    case answer = "permission.answer"
    case allow = "permission.allow"
    case refuse = "permission.refuse"
    case since = "permission.since"
    case lessDetail = "assistant.less"
    case moreDetail = "assistant.more"
    case pastDays = "assistant.past"
    case untilDay = "assistant.until"
    case callsADay = "assistant.calls"
    case saveDraft = "draft.save"
    case changeDraft = "draft.change"
    case throwAway = "draft.throwAway"
    case previousDraft = "draft.previous"
    case nextDraft = "draft.next"
    case access = "app.access"
    case forgetApp = "app.forget"
    case acceptProgram = "app.accept"
    case trustPath = "app.trust"
    case deleteData = "app.deleteData"

    // Sources.
    case exclude = "source.exclude"

    // While typing.
    case save = "form.save"
    case accept = "typing.accept"
    case cancel = "typing.cancel"
    case previousField = "form.previous"
    case nextField = "form.next"
    case goOn = "form.goOn"
    case complete = "path.complete"
    case browseFiles = "path.browse"

    // In lists of files.
    case parentFolder = "files.parent"
    case hiddenFiles = "files.hidden"

    // While the store is locked.
    case unlock = "lock.unlock"
    case recoveryKey = "lock.recoveryKey"
    case erase = "lock.erase"

    // Import and export.
    case startImport = "import.start"
    case dryRun = "import.dryRun"
    case restoreDeleted = "import.restoreDeleted"
    case stopImport = "import.stop"
    case export = "export.open"
    case startExport = "export.start"
    case stopExport = "export.stop"
    case report = "report.open"
}

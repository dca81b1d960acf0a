import TerminalUI

/// The one table of keys: dispatch, hint bar, help, `--print-keys` and the read-only gate all follow from it.
package enum KeyTable {
    /// The table.
    ///
    /// - Parameter isReadOnly: Whether keys that write are hidden and blocked.
    /// - Returns: The key map.
    package static func keys(isReadOnly: Bool = false) -> KeyMap<Command> {
        let rows =
            everywhere + screens + lists + types + chart + samples + records + workouts + permissions + sources + typing
        var map = KeyMap(rows.map(\.binding))
        map.isReadOnly = isReadOnly
        return map
    }

    /// Where characters are typed into a field.
    package static let typingContexts: Set<KeyContext> = [.filter, .form, .path, .since, .lock]

    /// One row of the table.
    private struct Row {
        let command: Command
        let keys: [Key]
        let context: KeyContext
        let words: (hint: String, help: String)
        let isWriting: Bool
        let importance: Int
        let counterpart: Command?

        init(
            _ command: Command,
            _ keys: [Key],
            in context: KeyContext,
            _ words: (hint: String, help: String),
            writes: Bool = false,
            importance: Int = 0,
            with counterpart: Command? = nil
        ) {
            self.command = command
            self.keys = keys
            self.context = context
            self.words = words
            isWriting = writes
            self.importance = importance
            self.counterpart = counterpart
        }

        /// A row that is in the help, and not in the hint bar.
        init(_ command: Command, _ keys: [Key], in context: KeyContext, _ help: String, writes: Bool = false) {
            self.init(command, keys, in: context, ("", help), writes: writes)
        }

        var binding: KeyBinding<Command> {
            KeyBinding(
                command,
                name: command.rawValue,
                keys: keys,
                context: context,
                hint: words.hint,
                help: words.help,
                isWriting: isWriting,
                importance: importance,
                counterpart: counterpart
            )
        }
    }

    private static let everywhere: [Row] = [
        Row(.help, [.function(1)], in: .everywhere, KeyTexts.everywhereHelp),
        Row(.redraw, [.control("l")], in: .everywhere, KeyTexts.everywhereRedraw),
        Row(.suspend, [.control("z")], in: .everywhere, KeyTexts.everywhereSuspend),
        Row(.interrupt, [.control("c")], in: .everywhere, KeyTexts.everywhereInterrupt),
    ]

    private static let screens: [Row] = [
        Row(.back, [.escape, "q"], in: .screens, KeyTexts.screensBack),
        Row(.commandLine, [":"], in: .screens, KeyTexts.screensCommandLine, importance: 1),
        Row(.undo, ["u"], in: .screens, KeyTexts.screensUndo, writes: true),
        Row(.redo, [.control("r")], in: .screens, KeyTexts.screensRedo, writes: true),
        Row(.log, ["U"], in: .screens, KeyTexts.screensLog),
        Row(.lock, [.control("k")], in: .screens, KeyTexts.screensLock),
        Row(.help, ["?"], in: .screens, KeyTexts.screensHelp, importance: 9),
        Row(.quit, ["Q"], in: .screens, KeyTexts.screensQuit, importance: 8),
        Row(.nextTab, [.tab], in: .screens, KeyTexts.screensNextTab),
        Row(.previousTab, [.backtab], in: .screens, KeyTexts.screensPreviousTab),
        Row(.summary, ["1"], in: .screens, KeyTexts.screensSummary),
        Row(.browse, ["2"], in: .screens, KeyTexts.screensBrowse),
        Row(.add, ["3"], in: .screens, KeyTexts.screensAdd, writes: true),
        Row(.apps, ["4"], in: .screens, KeyTexts.screensApps),
        Row(.sources, ["5"], in: .screens, KeyTexts.screensSources),
        Row(.importing, ["6"], in: .screens, KeyTexts.screensImporting, writes: true),
        Row(.workouts, ["7"], in: .screens, KeyTexts.screensWorkouts),
        Row(.profile, ["8"], in: .screens, KeyTexts.screensProfile),
    ]

    private static let lists: [Row] = [
        Row(.open, [.enter], in: .list, KeyTexts.listOpen, importance: 7),
        Row(.up, ["k", .up], in: .list, KeyTexts.listUp),
        Row(.down, ["j", .down], in: .list, KeyTexts.listDown),
        Row(.pageUp, [.pageUp], in: .list, KeyTexts.listPageUp),
        Row(.pageDown, [.pageDown], in: .list, KeyTexts.listPageDown),
        Row(.halfPageUp, [.control("u")], in: .list, KeyTexts.listHalfPageUp),
        Row(.halfPageDown, [.control("d")], in: .list, KeyTexts.listHalfPageDown),
        Row(.first, ["g", .home], in: .list, KeyTexts.listFirst),
        Row(.last, ["G", .end], in: .list, KeyTexts.listLast),
        Row(.filter, ["/"], in: .filtering, KeyTexts.filteringFilter, importance: 6),
        Row(.previousView, ["h", .left], in: .views, KeyTexts.viewsPreviousView, importance: 3, with: .nextView),
        Row(.nextView, ["l", .right], in: .views, KeyTexts.viewsNextView),
        Row(.accept, [.enter], in: .filter, KeyTexts.filterAccept, importance: 5),
        Row(.cancel, [.escape], in: .filter, KeyTexts.filterCancel, importance: 5),
        Row(.up, [.up], in: .filter, KeyTexts.filterUp),
        Row(.down, [.down], in: .filter, KeyTexts.filterDown),
        Row(.pageUp, [.pageUp], in: .filter, KeyTexts.filterPageUp),
        Row(.pageDown, [.pageDown], in: .filter, KeyTexts.filterPageDown),
        Row(.nextTab, [.tab], in: .filter, KeyTexts.filterNextTab),
        Row(.previousTab, [.backtab], in: .filter, KeyTexts.filterPreviousTab),
    ]

    private static let types: [Row] = [
        Row(.pin, ["p"], in: .type, KeyTexts.typePin, writes: true, importance: 3),
        Row(.addSample, ["a"], in: .type, KeyTexts.typeAddSample, writes: true, importance: 4),
        Row(.sourceOrder, ["o"], in: .type, KeyTexts.typeSourceOrder, importance: 2),
        Row(
            .moveDown,
            ["J"],
            in: .pins,
            KeyTexts.pinsMoveDown,
            writes: true,
            importance: 2,
            with: .moveUp
        ),
        Row(.moveUp, ["K"], in: .pins, KeyTexts.pinsMoveUp, writes: true),
    ]

    private static let chart: [Row] = [
        Row(.open, [.enter], in: .chart, KeyTexts.chartOpen, importance: 7),
        Row(.allData, ["L"], in: .chart, KeyTexts.chartAllData, importance: 3),
        Row(.why, ["w"], in: .chart, KeyTexts.chartWhy, importance: 4),
        Row(.earlier, ["h", .pageUp], in: .chart, KeyTexts.chartEarlier, importance: 6, with: .later),
        Row(.later, ["l", .pageDown], in: .chart, KeyTexts.chartLater),
        Row(.earliest, ["g", .home], in: .chart, KeyTexts.chartEarliest),
        Row(.latest, ["G", .end], in: .chart, KeyTexts.chartLatest),
        Row(.cursorLeft, [.left], in: .chart, KeyTexts.chartCursorLeft, importance: 5, with: .cursorRight),
        Row(.cursorRight, [.right], in: .chart, KeyTexts.chartCursorRight),
        Row(.zoomOut, ["-"], in: .chart, KeyTexts.chartZoomOut, importance: 3, with: .zoomIn),
        Row(.zoomIn, ["+", "="], in: .chart, KeyTexts.chartZoomIn),
        Row(.spanDay, ["D"], in: .chart, KeyTexts.chartSpanDay),
        Row(.spanWeek, ["W"], in: .chart, KeyTexts.chartSpanWeek),
        Row(.spanMonth, ["M"], in: .chart, KeyTexts.chartSpanMonth),
        Row(.spanHalfYear, ["S"], in: .chart, KeyTexts.chartSpanHalfYear),
        Row(.spanYear, ["Y"], in: .chart, KeyTexts.chartSpanYear),
        Row(.spanAll, ["A"], in: .chart, KeyTexts.chartSpanAll),
        Row(.separateSources, ["s"], in: .chart, KeyTexts.chartSeparateSources, importance: 2),
        Row(.compare, ["c"], in: .chart, KeyTexts.chartCompare, importance: 2),
        Row(.table, ["t"], in: .chart, KeyTexts.chartTable, importance: 3),
        Row(.saveChart, ["e"], in: .chart, KeyTexts.chartSaveChart, importance: 1),
        Row(.up, ["k", .up], in: .chart, KeyTexts.chartUp),
        Row(.down, ["j", .down], in: .chart, KeyTexts.chartDown),
    ]

    private static let samples: [Row] = [
        Row(.delete, ["d", .delete], in: .sample, KeyTexts.sampleDelete, writes: true, importance: 4),
        Row(.edit, ["e"], in: .editable, KeyTexts.editableEdit, writes: true, importance: 3),
        Row(.edit, ["e"], in: .sample, KeyTexts.sampleEdit, writes: true),
        Row(.copy, ["y"], in: .sample, KeyTexts.sampleCopy, importance: 2),
        Row(.mark, [.space], in: .samples, KeyTexts.samplesMark, importance: 3),
        Row(.markRange, ["v"], in: .samples, KeyTexts.samplesMarkRange),
        Row(.delete, ["d", .delete], in: .samples, KeyTexts.samplesDelete, writes: true, importance: 4),
        Row(.deleteAll, ["X"], in: .deletable, KeyTexts.deletableDeleteAll, writes: true),
        Row(.copy, ["y"], in: .samples, KeyTexts.samplesCopy),
        Row(.copy, ["y"], in: .log, KeyTexts.logCopy, importance: 2),
    ]

    private static let records: [Row] = [
        Row(.table, ["t"], in: .pictured, KeyTexts.picturedTable, importance: 8),
        Row(.delete, ["d", .delete], in: .record, KeyTexts.recordDelete, writes: true, importance: 2),
        Row(.copy, ["y"], in: .record, KeyTexts.recordCopy),
        Row(.earlier, ["h"], in: .strip, KeyTexts.stripEarlier, importance: 6, with: .later),
        Row(.later, ["l"], in: .strip, KeyTexts.stripLater),
        Row(.cursorLeft, [.left], in: .strip, KeyTexts.stripCursorLeft),
        Row(.cursorRight, [.right], in: .strip, KeyTexts.stripCursorRight),
        Row(.zoomOut, ["-"], in: .strip, KeyTexts.stripZoomOut, importance: 5, with: .zoomIn),
        Row(.zoomIn, ["+", "="], in: .strip, KeyTexts.stripZoomIn),
        Row(.spanAll, ["A"], in: .strip, KeyTexts.stripSpanAll, importance: 4),
        Row(.open, [.enter], in: .mind, KeyTexts.mindOpen, importance: 7),
        Row(.allData, ["L"], in: .mind, KeyTexts.mindAllData, importance: 3),
        Row(.earlier, ["h", .pageUp], in: .mind, KeyTexts.mindEarlier, importance: 6, with: .later),
        Row(.later, ["l", .pageDown], in: .mind, KeyTexts.mindLater),
        Row(.cursorLeft, [.left], in: .mind, KeyTexts.mindCursorLeft, importance: 5, with: .cursorRight),
        Row(.cursorRight, [.right], in: .mind, KeyTexts.mindCursorRight),
        Row(.up, ["k", .up], in: .mind, KeyTexts.mindUp),
        Row(.down, ["j", .down], in: .mind, KeyTexts.mindDown),
        Row(.latest, ["G", .end], in: .mind, KeyTexts.mindLatest, importance: 2),
        Row(.addSample, ["a"], in: .mind, KeyTexts.mindAddSample, writes: true, importance: 4),
        Row(.takeDose, ["t"], in: .medications, KeyTexts.medicationsTakeDose, writes: true, importance: 7),
        Row(.skipDose, ["s"], in: .medications, KeyTexts.medicationsSkipDose, writes: true, importance: 6),
        Row(.addSample, ["a"], in: .medications, KeyTexts.medicationsAddSample, writes: true, importance: 4),
        Row(
            .delete,
            ["d", .delete],
            in: .medications,
            KeyTexts.medicationsDelete,
            writes: true,
            importance: 2
        ),
        Row(.allData, ["L"], in: .clinical, KeyTexts.clinicalAllData, importance: 4),
        Row(.allData, ["L"], in: .medications, KeyTexts.medicationsAllData, importance: 3),
    ]

    private static let workouts: [Row] = [
        Row(
            .startWorkout,
            ["s"],
            in: .workouts,
            KeyTexts.workoutsStartWorkout,
            writes: true,
            importance: 5
        ),
        Row(.addSample, ["a"], in: .workouts, KeyTexts.workoutsAddSample, writes: true, importance: 4),
        Row(.rings, ["r"], in: .workouts, KeyTexts.workoutsRings, importance: 3),
        Row(.events, ["e"], in: .workout, KeyTexts.workoutEvents, importance: 4),
        Row(.statistics, ["s"], in: .workout, KeyTexts.workoutStatistics, importance: 4),
        Row(.routeFile, ["w"], in: .routed, KeyTexts.routedRouteFile, importance: 3),
        Row(.routeFile, ["w"], in: .workout, KeyTexts.workoutRouteFile),
        Row(.delete, ["d", .delete], in: .workout, KeyTexts.workoutDelete, writes: true, importance: 2),
        Row(
            .pauseWorkout,
            [.space],
            in: .live,
            KeyTexts.livePauseWorkout,
            writes: true,
            importance: 8
        ),
        Row(.lap, ["L"], in: .live, KeyTexts.liveLap, writes: true, importance: 7),
        Row(.endWorkout, ["E"], in: .live, KeyTexts.liveEndWorkout, writes: true, importance: 7),
        Row(
            .mirror,
            ["m"],
            in: .live,
            KeyTexts.liveMirror,
            writes: true,
            importance: 4
        ),
        Row(.discardWorkout, ["X"], in: .live, KeyTexts.liveDiscardWorkout, writes: true),
        Row(.open, [.enter], in: .startingWorkout, KeyTexts.startingWorkoutOpen, writes: true, importance: 7),
        Row(.earlier, ["h", .pageUp], in: .rings, KeyTexts.ringsEarlier, importance: 6, with: .later),
        Row(.later, ["l", .pageDown], in: .rings, KeyTexts.ringsLater),
        Row(.cursorLeft, [.left], in: .rings, KeyTexts.ringsCursorLeft, importance: 5, with: .cursorRight),
        Row(.cursorRight, [.right], in: .rings, KeyTexts.ringsCursorRight),
        Row(.up, ["k", .up], in: .rings, KeyTexts.ringsUp),
        Row(.down, ["j", .down], in: .rings, KeyTexts.ringsDown),
        Row(.latest, ["G", .end], in: .rings, KeyTexts.ringsLatest, importance: 3),
        Row(.goals, ["g"], in: .rings, KeyTexts.ringsGoals, writes: true, importance: 4),
    ]

    private static let permissions: [Row] = [
        Row(.toggle, [.space], in: .permissions, KeyTexts.permissionsToggle, writes: true, importance: 6),
        Row(.readColumn, ["h", .left], in: .permissions, KeyTexts.permissionsReadColumn),
        Row(.shareColumn, ["l", .right], in: .permissions, KeyTexts.permissionsShareColumn),
        Row(.otherColumn, [.tab], in: .permissions, KeyTexts.permissionsOtherColumn, importance: 3),
        Row(.toggleAll, ["A"], in: .permissions, KeyTexts.permissionsToggleAll, writes: true, importance: 5),
        Row(.open, ["o"], in: .appData, KeyTexts.appDataOpen, importance: 2),
        Row(.access, ["w"], in: .appData, KeyTexts.appDataAccess, importance: 4),
        Row(.forgetApp, ["x"], in: .appData, KeyTexts.appDataForgetApp, writes: true),
        Row(.deleteData, ["X"], in: .appData, KeyTexts.appDataDeleteData, writes: true),
        Row(
            .since,
            ["s"],
            in: .permissions,
            KeyTexts.permissionsSince,
            writes: true,
            importance: 2
        ),
        Row(.accept, [.enter], in: .since, KeyTexts.sinceAccept, writes: true, importance: 6),
        Row(.cancel, [.escape], in: .since, KeyTexts.sinceCancel, importance: 5),
        Row(.answer, [.enter], in: .request, KeyTexts.requestAnswer, writes: true, importance: 7),
        Row(.allow, ["y"], in: .request, KeyTexts.requestAllow, writes: true, importance: 8),
        Row(.refuse, ["n"], in: .request, KeyTexts.requestRefuse, writes: true, importance: 8),
        Row(.back, [.escape, "q"], in: .request, KeyTexts.requestBack, importance: 7),
        Row(.help, ["?"], in: .request, KeyTexts.requestHelp, importance: 5),
    ]

    private static let sources: [Row] = [
        Row(
            .moveDown,
            ["J"],
            in: .order,
            KeyTexts.orderMoveDown,
            writes: true,
            importance: 5,
            with: .moveUp
        ),
        Row(.moveUp, ["K"], in: .order, KeyTexts.orderMoveUp, writes: true),
        Row(.exclude, ["x"], in: .order, KeyTexts.orderExclude, writes: true, importance: 5),
        Row(.sourceOrder, ["o"], in: .why, KeyTexts.whySourceOrder, importance: 2),
    ]

    private static let typing: [Row] = [
        Row(.save, [.control("s")], in: .form, KeyTexts.formSave, writes: true, importance: 8),
        Row(.goOn, [.enter], in: .form, KeyTexts.formGoOn, importance: 4),
        Row(.nextField, [.tab, .down], in: .form, KeyTexts.formNextField),
        Row(.previousField, [.backtab, .up], in: .form, KeyTexts.formPreviousField),
        Row(.cancel, [.escape], in: .form, KeyTexts.formCancel, importance: 6),
        Row(.unlock, [.enter], in: .lock, KeyTexts.lockUnlock, importance: 9),
        Row(
            .recoveryKey,
            [.tab],
            in: .lock,
            KeyTexts.lockRecoveryKey,
            importance: 6
        ),
        Row(.erase, [.control("u")], in: .lock, KeyTexts.lockErase),
        Row(.quit, [.control("d")], in: .lock, KeyTexts.lockQuit, importance: 8),
        Row(.startImport, [.enter], in: .path, KeyTexts.pathStartImport, writes: true, importance: 8),
        Row(.complete, [.tab], in: .path, KeyTexts.pathComplete, importance: 6),
        Row(.cancel, [.escape], in: .path, KeyTexts.pathCancel, importance: 4),
        Row(.filter, ["/"], in: .importing, KeyTexts.importingFilter, importance: 6),
        Row(.open, [.enter], in: .importing, KeyTexts.importingOpen),
        Row(
            .stopImport,
            ["x"],
            in: .running,
            KeyTexts.runningStopImport,
            importance: 8
        ),
        Row(.export, ["e"], in: .importing, KeyTexts.importingExport, importance: 5),
        Row(.startExport, [.enter], in: .target, KeyTexts.targetStartExport, importance: 8),
        Row(.complete, [.tab], in: .target, KeyTexts.targetComplete, importance: 6),
        Row(.cancel, [.escape], in: .target, KeyTexts.targetCancel, importance: 4),
        Row(.filter, ["/"], in: .exporting, KeyTexts.exportingFilter, importance: 6),
        Row(.open, [.enter], in: .exporting, KeyTexts.exportingOpen),
        Row(.stopExport, ["x"], in: .exportRunning, KeyTexts.exportRunningStopExport, importance: 8),
    ]
}

extension KeyContext {
    /// Every screen where keys are commands.
    static let screens = KeyContext(KeyTexts.inScreens)
    static let list = KeyContext(KeyTexts.inList)
    /// While the store is locked.
    static let lock = KeyContext(KeyTexts.inLock)
    /// Lists that can be filtered.
    static let filtering = KeyContext(KeyTexts.inFiltering)
    /// While a filter is typed.
    static let filter = KeyContext(KeyTexts.inFilter)
    /// Screens that have several views side by side.
    static let views = KeyContext(KeyTexts.inViews)
    static let type = KeyContext(KeyTexts.inType)
    static let pins = KeyContext(KeyTexts.inPins)
    static let chart = KeyContext(KeyTexts.inChart)
    static let samples = KeyContext(KeyTexts.inSamples)
    static let deletable = KeyContext(KeyTexts.inDeletable)
    static let sample = KeyContext(KeyTexts.inSample)
    /// A sample that the person added.
    static let editable = KeyContext(KeyTexts.inEditable)
    static let log = KeyContext(KeyTexts.inLog)
    /// The page of a record.
    static let record = KeyContext(KeyTexts.inRecord)
    /// The page of a record that has a picture.
    static let pictured = KeyContext(KeyTexts.inPictured)
    /// A picture of a record that is scrolled and zoomed.
    static let strip = KeyContext(KeyTexts.inStrip)
    static let mind = KeyContext(KeyTexts.inMind)
    static let clinical = KeyContext(KeyTexts.inClinical)
    static let medications = KeyContext(KeyTexts.inMedications)
    static let workouts = KeyContext(KeyTexts.inWorkouts)
    static let workout = KeyContext(KeyTexts.inWorkout)
    /// A workout that has a route.
    static let routed = KeyContext(KeyTexts.inRouted)
    static let live = KeyContext(KeyTexts.inLive)
    /// While an activity is chosen for a workout that is to be started.
    static let startingWorkout = KeyContext(KeyTexts.inStartingWorkout)
    static let rings = KeyContext(KeyTexts.inRings)
    static let permissions = KeyContext(KeyTexts.inPermissions)
    static let appData = KeyContext(KeyTexts.inAppData)
    /// While the time is typed since when an app may read.
    static let since = KeyContext(KeyTexts.inSince)
    static let request = KeyContext(KeyTexts.inRequest)
    static let order = KeyContext(KeyTexts.inOrder)
    static let why = KeyContext(KeyTexts.inWhy)
    static let form = KeyContext(KeyTexts.inForm)
    static let path = KeyContext(KeyTexts.inPath)
    static let importing = KeyContext(KeyTexts.inImporting)
    static let running = KeyContext(KeyTexts.inRunning)
    static let target = KeyContext(KeyTexts.inTarget)
    static let exporting = KeyContext(KeyTexts.inExporting)
    static let exportRunning = KeyContext(KeyTexts.inExportRunning)
}

import HealthtuiTerminalUI

/// The one table of keys: dispatch, hint bar, help, `--print-keys` and the read-only gate all follow from it.
package enum KeyTable {
    /// The table.
    ///
    /// - Parameter isReadOnly: Whether keys that write are hidden and blocked.
    /// - Returns: The key map.
    package static func keys(isReadOnly: Bool = false) -> KeyMap<Command> {
        let rows =
            everywhere + screens + lists + types + chart + originChart + comparison + samples + records + workouts
            + permissions + sources + typing
        var map = KeyMap(rows.map(\.binding))
        map.isReadOnly = isReadOnly
        return map
    }

    /// The contexts in which characters are typed into a field.
    package static let typingContexts: Set<KeyContext> = [.filter, .condition, .form, .path, .since, .lock, .secret]

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

    private static var everywhere: [Row] {
        [
            Row(.help, [.function(1)], in: .everywhere, KeyStrings.everywhereHelp),
            Row(.redraw, [.control("l")], in: .everywhere, KeyStrings.everywhereRedraw),
            Row(.suspend, [.control("z")], in: .everywhere, KeyStrings.everywhereSuspend),
            Row(.interrupt, [.control("c")], in: .everywhere, KeyStrings.everywhereInterrupt),
        ]
    }

    private static var screens: [Row] {
        [
            Row(.back, [.escape, "q"], in: .screens, KeyStrings.screensBack),
            Row(.commandLine, [":"], in: .screens, KeyStrings.screensCommandLine, importance: 1),
            Row(.undo, ["u"], in: .screens, KeyStrings.screensUndo, writes: true),
            Row(.redo, [.control("r")], in: .screens, KeyStrings.screensRedo, writes: true),
            Row(.log, ["U"], in: .screens, KeyStrings.screensLog),
            Row(.goalList, [.control("t")], in: .screens, KeyStrings.screensGoals),
            Row(.night, ["Z"], in: .screens, KeyStrings.screensNight, writes: true),
            Row(.notices, [.control("n")], in: .screens, KeyStrings.screensNotices),
            Row(.lock, [.control("k")], in: .screens, KeyStrings.screensLock),
            Row(.help, ["?"], in: .screens, KeyStrings.screensHelp, importance: 9),
            Row(.quit, ["Q"], in: .screens, KeyStrings.screensQuit, importance: 8),
            Row(.nextTab, [.tab], in: .screens, KeyStrings.screensNextTab),
            Row(.previousTab, [.backtab], in: .screens, KeyStrings.screensPreviousTab),
            Row(.summary, ["1"], in: .screens, KeyStrings.screensSummary),
            Row(.browse, ["2"], in: .screens, KeyStrings.screensBrowse),
            Row(.add, ["3"], in: .screens, KeyStrings.screensAdd, writes: true),
            Row(.apps, ["4"], in: .screens, KeyStrings.screensApps),
            Row(.sources, ["5"], in: .screens, KeyStrings.screensSources),
            Row(.importing, ["6"], in: .screens, KeyStrings.screensImporting, writes: true),
            Row(.workouts, ["7"], in: .screens, KeyStrings.screensWorkouts),
            Row(.profile, ["8"], in: .screens, KeyStrings.screensProfile),
        ]
    }

    private static var lists: [Row] {
        [
            Row(.open, [.enter], in: .list, KeyStrings.listOpen, importance: 7),
            Row(.up, ["k", .up], in: .list, KeyStrings.listUp),
            Row(.down, ["j", .down], in: .list, KeyStrings.listDown),
            Row(.pageUp, [.pageUp], in: .list, KeyStrings.listPageUp),
            Row(.pageDown, [.pageDown], in: .list, KeyStrings.listPageDown),
            Row(.halfPageUp, [.control("u")], in: .list, KeyStrings.listHalfPageUp),
            Row(.halfPageDown, [.control("d")], in: .list, KeyStrings.listHalfPageDown),
            Row(.first, ["g", .home], in: .list, KeyStrings.listFirst),
            Row(.last, ["G", .end], in: .list, KeyStrings.listLast),
            Row(.filter, ["/"], in: .filtering, KeyStrings.filteringFilter, importance: 6),
            Row(.sort, ["S"], in: .sortable, KeyStrings.sortableSort, importance: 2),
            Row(.sortRight, [">"], in: .sortable, KeyStrings.sortableSortRight),
            Row(.sortLeft, ["<"], in: .sortable, KeyStrings.sortableSortLeft),
            Row(.nextMatch, ["n"], in: .matching, KeyStrings.matchingNext),
            Row(.previousMatch, ["N"], in: .matching, KeyStrings.matchingPrevious),
            Row(.previousView, ["h", .left], in: .views, KeyStrings.viewsPreviousView, importance: 3, with: .nextView),
            Row(.nextView, ["l", .right], in: .views, KeyStrings.viewsNextView),
            Row(.accept, [.enter], in: .filter, KeyStrings.filterAccept, importance: 5),
            Row(.cancel, [.escape], in: .filter, KeyStrings.filterCancel, importance: 5),
            Row(.up, [.up], in: .filter, KeyStrings.filterUp),
            Row(.down, [.down], in: .filter, KeyStrings.filterDown),
            Row(.pageUp, [.pageUp], in: .filter, KeyStrings.filterPageUp),
            Row(.pageDown, [.pageDown], in: .filter, KeyStrings.filterPageDown),
            Row(.nextTab, [.tab], in: .filter, KeyStrings.filterNextTab),
            Row(.previousTab, [.backtab], in: .filter, KeyStrings.filterPreviousTab),
            Row(.accept, [.enter], in: .condition, KeyStrings.filterAccept, importance: 5),
            Row(.cancel, [.escape], in: .condition, KeyStrings.filterCancel, importance: 5),
            Row(.complete, [.tab], in: .condition, KeyStrings.conditionComplete, importance: 4),
            Row(.up, [.up], in: .condition, KeyStrings.conditionEarlier, importance: 3, with: .down),
            Row(.down, [.down], in: .condition, KeyStrings.conditionLater),
            Row(.pageUp, [.pageUp], in: .condition, KeyStrings.filterPageUp),
            Row(.pageDown, [.pageDown], in: .condition, KeyStrings.filterPageDown),
            Row(.previousTab, [.backtab], in: .condition, KeyStrings.filterPreviousTab),
        ]
    }

    private static var types: [Row] {
        [
            Row(.pin, ["p"], in: .type, KeyStrings.typePin, writes: true, importance: 3),
            Row(.addSample, ["a"], in: .type, KeyStrings.typeAddSample, writes: true, importance: 4),
            Row(.sourceOrder, ["o"], in: .type, KeyStrings.typeSourceOrder, importance: 2),
            Row(.goal, ["T"], in: .type, KeyStrings.typeGoal, writes: true, importance: 1),
            Row(.goal, ["T"], in: .goals, KeyStrings.goalsEdit, writes: true),
            Row(.edit, ["e"], in: .goals, KeyStrings.goalsEditHint, writes: true, importance: 5),
            Row(.delete, ["d", .delete], in: .goals, KeyStrings.goalsRemove, writes: true, importance: 4),
            Row(
                .moveDown,
                ["J"],
                in: .pins,
                KeyStrings.pinsMoveDown,
                writes: true,
                importance: 2,
                with: .moveUp
            ),
            Row(.moveUp, ["K"], in: .pins, KeyStrings.pinsMoveUp, writes: true),
            Row(.cardLeft, ["h", .left], in: .cards, KeyStrings.cardsLeft),
            Row(.cardRight, ["l", .right], in: .cards, KeyStrings.cardsRight),
            Row(
                .cardLarger,
                ["+", "="],
                in: .cards,
                KeyStrings.cardsLarger,
                writes: true,
                importance: 3,
                with: .cardSmaller
            ),
            Row(.cardSmaller, ["-"], in: .cards, KeyStrings.cardsSmaller, writes: true),
        ]
    }

    private static var chart: [Row] {
        [
            Row(.open, [.enter], in: .chart, KeyStrings.chartOpen, importance: 7),
            Row(.allData, ["L"], in: .chart, KeyStrings.chartAllData, importance: 3),
            Row(.filter, ["/"], in: .chart, KeyStrings.chartFilter),
            Row(.why, ["w"], in: .chart, KeyStrings.chartWhy, importance: 4),
            Row(.earlier, [.pageUp], in: .chart, KeyStrings.chartEarlier, importance: 6, with: .later),
            Row(.later, [.pageDown], in: .chart, KeyStrings.chartLater),
            Row(.earliest, ["g", .home], in: .chart, KeyStrings.chartEarliest),
            Row(.latest, ["G", .end], in: .chart, KeyStrings.chartLatest),
            Row(.cursorLeft, ["h", .left], in: .chart, KeyStrings.chartCursorLeft, importance: 5, with: .cursorRight),
            Row(.cursorRight, ["l", .right], in: .chart, KeyStrings.chartCursorRight),
            Row(.zoomOut, ["-"], in: .chart, KeyStrings.chartZoomOut, importance: 3, with: .zoomIn),
            Row(.zoomIn, ["+", "="], in: .chart, KeyStrings.chartZoomIn),
            Row(.spanDay, ["D"], in: .chart, KeyStrings.chartSpanDay),
            Row(.spanWeek, ["W"], in: .chart, KeyStrings.chartSpanWeek),
            Row(.spanMonth, ["M"], in: .chart, KeyStrings.chartSpanMonth),
            Row(.spanHalfYear, ["S"], in: .chart, KeyStrings.chartSpanHalfYear),
            Row(.spanYear, ["Y"], in: .chart, KeyStrings.chartSpanYear),
            Row(.spanAll, ["A"], in: .chart, KeyStrings.chartSpanAll),
            Row(.separateSources, ["s"], in: .chart, KeyStrings.chartSeparateSources, importance: 2),
            Row(.compare, ["c"], in: .chart, KeyStrings.chartCompare, importance: 2),
            Row(.compareYear, ["C"], in: .chart, KeyStrings.chartCompareYear),
            Row(.nextMeasure, [.tab], in: .sleepChart, KeyStrings.sleepChartNext, importance: 6),
            Row(.previousMeasure, [.backtab], in: .sleepChart, KeyStrings.sleepChartPrevious),
            Row(.limits, ["i"], in: .pressureChart, KeyStrings.pressureChartLimits, importance: 6),
            Row(.open, [.enter], in: .longBars, KeyStrings.longBarsOpen, importance: 7),
            Row(.filter, ["/"], in: .days, KeyStrings.daysFilter, importance: 4),
            Row(.rolling, ["r"], in: .chart, KeyStrings.chartRolling, importance: 1),
            Row(.zeros, ["Z"], in: .zeroChart, KeyStrings.comparisonZeros, importance: 1),
            Row(.breathing, ["b"], in: .chart, KeyStrings.chartBreathing, importance: 2),
            Row(.table, ["t"], in: .chart, KeyStrings.chartTable, importance: 3),
            Row(.pattern, ["P"], in: .chart, KeyStrings.chartPattern),
            Row(.heat, ["H"], in: .chart, KeyStrings.chartHeat),
            Row(.change, ["B"], in: .chart, KeyStrings.chartChange),
            Row(.markDay, ["m"], in: .chart, KeyStrings.chartMark, writes: true),
            Row(.saveChart, ["e"], in: .chart, KeyStrings.chartSaveChart, importance: 1),
            Row(.up, ["k", .up], in: .chart, KeyStrings.chartUp),
            Row(.down, ["j", .down], in: .chart, KeyStrings.chartDown),
        ]
    }

    private static var originChart: [Row] {
        [
            Row(.open, [.enter], in: .originChart, KeyStrings.chartOpen, importance: 7),
            Row(.allData, ["L"], in: .originChart, KeyStrings.originAllData, importance: 4),
            Row(.why, ["w"], in: .originChart, KeyStrings.chartWhy, importance: 3),
            Row(.earlier, [.pageUp], in: .originChart, KeyStrings.chartEarlier, importance: 6, with: .later),
            Row(.later, [.pageDown], in: .originChart, KeyStrings.chartLater),
            Row(
                .cursorLeft,
                ["h", .left],
                in: .originChart,
                KeyStrings.chartCursorLeft,
                importance: 5,
                with: .cursorRight
            ),
            Row(.cursorRight, ["l", .right], in: .originChart, KeyStrings.chartCursorRight),
            Row(.zoomOut, ["-"], in: .originChart, KeyStrings.chartZoomOut, importance: 3, with: .zoomIn),
            Row(.zoomIn, ["+", "="], in: .originChart, KeyStrings.chartZoomIn),
            Row(.spanWeek, ["W"], in: .originChart, KeyStrings.chartSpanWeek),
            Row(.spanMonth, ["M"], in: .originChart, KeyStrings.chartSpanMonth),
            Row(.spanHalfYear, ["S"], in: .originChart, KeyStrings.chartSpanHalfYear),
            Row(.spanYear, ["Y"], in: .originChart, KeyStrings.chartSpanYear),
            Row(.spanAll, ["A"], in: .originChart, KeyStrings.chartSpanAll),
        ]
    }

    private static var comparison: [Row] {
        [
            Row(.earlier, [.pageUp], in: .comparison, KeyStrings.chartEarlier, importance: 6, with: .later),
            Row(.later, [.pageDown], in: .comparison, KeyStrings.chartLater),
            Row(
                .cursorLeft,
                ["h", .left],
                in: .comparison,
                KeyStrings.chartCursorLeft,
                importance: 5,
                with: .cursorRight
            ),
            Row(.cursorRight, ["l", .right], in: .comparison, KeyStrings.chartCursorRight),
            Row(.grain, ["r"], in: .comparison, KeyStrings.comparisonGrain, importance: 4),
            Row(.swap, ["x"], in: .comparison, KeyStrings.comparisonSwap, importance: 3),
            Row(.zeros, ["Z"], in: .comparison, KeyStrings.comparisonZeros, importance: 1),
            Row(.table, ["t"], in: .comparison, KeyStrings.chartTable, importance: 3),
            Row(.spanMonth, ["M"], in: .comparison, KeyStrings.chartSpanMonth),
            Row(.spanHalfYear, ["S"], in: .comparison, KeyStrings.chartSpanHalfYear),
            Row(.spanYear, ["Y"], in: .comparison, KeyStrings.chartSpanYear),
            Row(.spanAll, ["A"], in: .comparison, KeyStrings.chartSpanAll),
            Row(.table, ["t"], in: .pattern, KeyStrings.chartTable, importance: 3),
            Row(.heat, ["H"], in: .pattern, KeyStrings.patternHeat, importance: 4),
            Row(.saveChart, ["e"], in: .pattern, KeyStrings.chartSaveChart, importance: 1),
            Row(.open, [.enter], in: .heat, KeyStrings.heatOpen, importance: 7),
            Row(.cursorLeft, ["h", .left], in: .heat, KeyStrings.heatLeft, importance: 6, with: .cursorRight),
            Row(.cursorRight, ["l", .right], in: .heat, KeyStrings.heatRight),
            Row(.up, ["k", .up], in: .heat, KeyStrings.heatUp),
            Row(.down, ["j", .down], in: .heat, KeyStrings.heatDown),
            Row(.numbers, ["n"], in: .heat, KeyStrings.heatNumbers, importance: 2),
            Row(.cursorLeft, ["h", .left], in: .change, KeyStrings.changeLeft, importance: 6, with: .cursorRight),
            Row(.cursorRight, ["l", .right], in: .change, KeyStrings.changeRight),
            Row(.anotherMark, [.tab], in: .change, KeyStrings.changeMark, importance: 5),
            Row(.markDay, ["m"], in: .change, KeyStrings.changeMarkDay, writes: true, importance: 4),
            Row(.table, ["t"], in: .change, KeyStrings.chartTable, importance: 3),
            Row(.open, [.enter], in: .change, KeyStrings.changeOpen, importance: 2),
            Row(.longerSpans, ["+", "="], in: .change, KeyStrings.changeLonger, importance: 2),
            Row(.shorterSpans, ["-"], in: .change, KeyStrings.changeShorter),
            Row(.otherMeasures, ["o"], in: .change, KeyStrings.changeOthers, importance: 1),
            Row(.saveChart, ["e"], in: .change, KeyStrings.chartSaveChart, importance: 1),
            Row(.spanMonth, ["M"], in: .pattern, KeyStrings.chartSpanMonth),
            Row(.spanHalfYear, ["S"], in: .pattern, KeyStrings.chartSpanHalfYear),
            Row(.spanYear, ["Y"], in: .pattern, KeyStrings.chartSpanYear),
            Row(.spanAll, ["A"], in: .pattern, KeyStrings.chartSpanAll),
        ]
    }

    private static var samples: [Row] {
        [
            Row(.delete, ["d", .delete], in: .sample, KeyStrings.sampleDelete, writes: true, importance: 4),
            Row(.edit, ["e"], in: .editable, KeyStrings.editableEdit, writes: true, importance: 3),
            Row(.edit, ["e"], in: .sample, KeyStrings.sampleEdit, writes: true),
            Row(.copy, ["y"], in: .sample, KeyStrings.sampleCopy, importance: 2),
            Row(.mark, [.space], in: .samples, KeyStrings.samplesMark, importance: 3),
            Row(.markRange, ["v"], in: .samples, KeyStrings.samplesMarkRange),
            Row(.delete, ["d", .delete], in: .samples, KeyStrings.samplesDelete, writes: true, importance: 4),
            Row(.outliers, ["o"], in: .samples, KeyStrings.samplesOutliers, importance: 1),
            Row(.saveMarked, ["x"], in: .marked, KeyStrings.markedSave, importance: 4),
            Row(.edit, ["e"], in: .marked, KeyStrings.markedEdit, writes: true, importance: 3),
            Row(.priority, ["m"], in: .marked, KeyStrings.markedPriority, importance: 3),
            Row(.unmark, ["M"], in: .marked, KeyStrings.markedUnmark, importance: 4),
            Row(.unmark, ["M"], in: .workoutsMarked, KeyStrings.markedUnmark, importance: 4),
            Row(.unmark, ["M"], in: .originsMarked, KeyStrings.markedUnmark, importance: 4),
            Row(.mark, [.space], in: .origins, KeyStrings.originsMark, importance: 3),
            Row(.markRange, ["v"], in: .origins, KeyStrings.samplesMarkRange),
            Row(.delete, ["d", .delete], in: .origins, KeyStrings.originsDelete, writes: true, importance: 2),
            Row(.saveMarked, ["x"], in: .sourcesExported, KeyStrings.sourcesExport, importance: 2),
            Row(.deleteAll, ["X"], in: .deletable, KeyStrings.deletableDeleteAll, writes: true),
            Row(.allData, ["L"], in: .origin, KeyStrings.originAllData, importance: 6),
            Row(.cursorLeft, ["h", .left], in: .origin, KeyStrings.originDayBefore, importance: 5, with: .cursorRight),
            Row(.cursorRight, ["l", .right], in: .origin, KeyStrings.originDayAfter),
            Row(.spanYear, ["Y"], in: .origin, KeyStrings.chartSpanYear),
            Row(.spanAll, ["A"], in: .origin, KeyStrings.chartSpanAll),
            Row(.why, ["w"], in: .origin, KeyStrings.chartWhy, importance: 3),
            Row(.sourceOrder, ["o"], in: .origin, KeyStrings.typeSourceOrder, importance: 2),
            Row(.deleteAll, ["X"], in: .origin, KeyStrings.originDeleteAll, writes: true, importance: 4),
            Row(.edit, ["e"], in: .samples, KeyStrings.sampleEdit, writes: true),
            Row(.copy, ["y"], in: .samples, KeyStrings.samplesCopy),
            Row(.copy, ["y"], in: .log, KeyStrings.logCopy, importance: 2),
            Row(.turnStep, ["x"], in: .steps, KeyStrings.stepsTurn, writes: true, importance: 5),
        ]
    }

    private static var records: [Row] {
        [
            Row(.table, ["t"], in: .pictured, KeyStrings.picturedTable, importance: 8),
            Row(.delete, ["d", .delete], in: .record, KeyStrings.recordDelete, writes: true, importance: 2),
            Row(.copy, ["y"], in: .record, KeyStrings.recordCopy),
            Row(.earlier, ["h"], in: .strip, KeyStrings.stripEarlier, importance: 6, with: .later),
            Row(.later, ["l"], in: .strip, KeyStrings.stripLater),
            Row(.cursorLeft, [.left], in: .strip, KeyStrings.stripCursorLeft),
            Row(.cursorRight, [.right], in: .strip, KeyStrings.stripCursorRight),
            Row(.zoomOut, ["-"], in: .strip, KeyStrings.stripZoomOut, importance: 5, with: .zoomIn),
            Row(.zoomIn, ["+", "="], in: .strip, KeyStrings.stripZoomIn),
            Row(.spanAll, ["A"], in: .strip, KeyStrings.stripSpanAll, importance: 4),
            Row(.open, [.enter], in: .mind, KeyStrings.mindOpen, importance: 7),
            Row(.allData, ["L"], in: .mind, KeyStrings.mindAllData, importance: 3),
            Row(.earlier, ["h", .pageUp], in: .mind, KeyStrings.mindEarlier, importance: 6, with: .later),
            Row(.later, ["l", .pageDown], in: .mind, KeyStrings.mindLater),
            Row(.cursorLeft, [.left], in: .mind, KeyStrings.mindCursorLeft, importance: 5, with: .cursorRight),
            Row(.cursorRight, [.right], in: .mind, KeyStrings.mindCursorRight),
            Row(.up, ["k", .up], in: .mind, KeyStrings.mindUp),
            Row(.down, ["j", .down], in: .mind, KeyStrings.mindDown),
            Row(.latest, ["G", .end], in: .mind, KeyStrings.mindLatest, importance: 2),
            Row(.addSample, ["a"], in: .mind, KeyStrings.mindAddSample, writes: true, importance: 4),
            Row(.open, [.enter], in: .cycle, KeyStrings.cycleOpen, importance: 7),
            Row(.allData, ["L"], in: .cycle, KeyStrings.cycleAllData, importance: 3),
            Row(.earlier, ["h", .pageDown], in: .cycle, KeyStrings.cycleEarlier, importance: 6, with: .later),
            Row(.later, ["l", .pageUp], in: .cycle, KeyStrings.cycleLater),
            Row(.cursorLeft, [.left], in: .cycle, KeyStrings.cycleCursorLeft, importance: 5, with: .cursorRight),
            Row(.cursorRight, [.right], in: .cycle, KeyStrings.cycleCursorRight),
            Row(.up, ["k", .up], in: .cycle, KeyStrings.cycleLater),
            Row(.down, ["j", .down], in: .cycle, KeyStrings.cycleUp),
            Row(.latest, ["G", .end], in: .cycle, KeyStrings.cycleLatest, importance: 2),
            Row(.addSample, ["a"], in: .cycle, KeyStrings.cycleAddSample, writes: true, importance: 4),
            Row(.takeDose, ["t"], in: .medications, KeyStrings.medicationsTakeDose, writes: true, importance: 7),
            Row(.skipDose, ["s"], in: .medications, KeyStrings.medicationsSkipDose, writes: true, importance: 6),
            Row(.addSample, ["a"], in: .medications, KeyStrings.medicationsAddSample, writes: true, importance: 4),
            Row(
                .delete,
                ["d", .delete],
                in: .medications,
                KeyStrings.medicationsDelete,
                writes: true,
                importance: 2
            ),
            Row(.allData, ["L"], in: .clinical, KeyStrings.clinicalAllData, importance: 4),
            Row(.allData, ["L"], in: .medications, KeyStrings.medicationsAllData, importance: 3),
        ]
    }

    private static var workouts: [Row] {
        [
            Row(
                .startWorkout,
                ["s"],
                in: .workouts,
                KeyStrings.workoutsStartWorkout,
                writes: true,
                importance: 5
            ),
            Row(.addSample, ["a"], in: .workouts, KeyStrings.workoutsAddSample, writes: true, importance: 4),
            Row(.rings, ["r"], in: .workouts, KeyStrings.workoutsRings, importance: 3),
            Row(.mark, [.space], in: .workouts, KeyStrings.workoutsMark, importance: 2),
            Row(.markRange, ["v"], in: .workouts, KeyStrings.workoutsMarkRange),
            Row(.sourceOrder, ["o"], in: .workouts, KeyStrings.workoutsSourceOrder),
            Row(.delete, ["d", .delete], in: .workouts, KeyStrings.workoutsDelete, writes: true, importance: 1),
            Row(.routeFile, ["w"], in: .workouts, KeyStrings.workoutsRouteFile, importance: 2),
            Row(.events, ["e"], in: .workout, KeyStrings.workoutEvents, importance: 4),
            Row(.statistics, ["s"], in: .workout, KeyStrings.workoutStatistics, importance: 4),
            Row(.routeFile, ["w"], in: .routed, KeyStrings.routedRouteFile, importance: 3),
            Row(.routeFile, ["w"], in: .workout, KeyStrings.workoutRouteFile),
            Row(.delete, ["d", .delete], in: .workout, KeyStrings.workoutDelete, writes: true, importance: 2),
            Row(
                .pauseWorkout,
                [.space],
                in: .live,
                KeyStrings.livePauseWorkout,
                writes: true,
                importance: 8
            ),
            Row(.lap, ["L"], in: .live, KeyStrings.liveLap, writes: true, importance: 7),
            Row(.endWorkout, ["E"], in: .live, KeyStrings.liveEndWorkout, writes: true, importance: 7),
            Row(
                .mirror,
                ["m"],
                in: .live,
                KeyStrings.liveMirror,
                writes: true,
                importance: 4
            ),
            Row(.discardWorkout, ["X"], in: .live, KeyStrings.liveDiscardWorkout, writes: true),
            Row(.open, [.enter], in: .startingWorkout, KeyStrings.startingWorkoutOpen, writes: true, importance: 7),
            Row(.earlier, ["h", .pageUp], in: .rings, KeyStrings.ringsEarlier, importance: 6, with: .later),
            Row(.later, ["l", .pageDown], in: .rings, KeyStrings.ringsLater),
            Row(.cursorLeft, [.left], in: .rings, KeyStrings.ringsCursorLeft, importance: 5, with: .cursorRight),
            Row(.cursorRight, [.right], in: .rings, KeyStrings.ringsCursorRight),
            Row(.up, ["k", .up], in: .rings, KeyStrings.ringsUp),
            Row(.down, ["j", .down], in: .rings, KeyStrings.ringsDown),
            Row(.latest, ["G", .end], in: .rings, KeyStrings.ringsLatest, importance: 3),
            Row(.goals, ["g"], in: .rings, KeyStrings.ringsGoals, writes: true, importance: 4),
            Row(.open, [.enter], in: .rings, KeyStrings.ringsOpen, importance: 7),
            Row(
                .earlier,
                ["h", .left, .pageUp],
                in: .ringsDay,
                KeyStrings.ringsDayEarlier,
                importance: 6,
                with: .later
            ),
            Row(.later, ["l", .right, .pageDown], in: .ringsDay, KeyStrings.ringsDayLater),
            Row(.latest, ["G", .end], in: .ringsDay, KeyStrings.ringsLatest, importance: 3),
            Row(.goals, ["g"], in: .ringsDay, KeyStrings.ringsGoals, writes: true, importance: 4),
        ]
    }

    private static var permissions: [Row] {
        [
            Row(.toggle, [.space], in: .permissions, KeyStrings.permissionsToggle, writes: true, importance: 6),
            Row(.readColumn, ["h", .left], in: .permissions, KeyStrings.permissionsReadColumn),
            Row(.shareColumn, ["l", .right], in: .permissions, KeyStrings.permissionsShareColumn),
            Row(.otherColumn, [.tab], in: .permissions, KeyStrings.permissionsOtherColumn, importance: 3),
            Row(.toggleAll, ["A"], in: .permissions, KeyStrings.permissionsToggleAll, writes: true, importance: 5),
            Row(.open, ["o"], in: .appData, KeyStrings.appDataOpen, importance: 2),
            Row(.access, ["w"], in: .appData, KeyStrings.appDataAccess, importance: 4),
            Row(.forgetApp, ["x"], in: .appData, KeyStrings.appDataForgetApp, writes: true),
            Row(.acceptProgram, ["p"], in: .appData, KeyStrings.appDataAcceptProgram, writes: true),
            Row(.trustPath, ["P"], in: .appData, KeyStrings.appDataTrustPath, writes: true),
            Row(.deleteData, ["X"], in: .appData, KeyStrings.appDataDeleteData, writes: true),
            Row(
                .since,
                ["s"],
                in: .permissions,
                KeyStrings.permissionsSince,
                writes: true,
                importance: 2
            ),
            Row(
                .lessDetail,
                [.left],
                in: .assistant,
                KeyStrings.assistantLess,
                writes: true,
                importance: 6,
                with: .moreDetail
            ),
            Row(.moreDetail, [.right], in: .assistant, KeyStrings.assistantMore, writes: true),
            Row(.toggle, [.space], in: .assistant, KeyStrings.assistantAdd, writes: true, importance: 5),
            Row(.toggleAll, ["A"], in: .assistant, KeyStrings.assistantAll, writes: true, importance: 4),
            Row(.pastDays, ["b"], in: .assistant, KeyStrings.assistantPast, writes: true, importance: 2),
            Row(.untilDay, ["u"], in: .assistant, KeyStrings.assistantUntil, writes: true, importance: 2),
            Row(.callsADay, ["c"], in: .assistant, KeyStrings.assistantCalls, writes: true, importance: 1),
            Row(.access, ["w"], in: .assistantPage, KeyStrings.appDataAccess, importance: 4),
            Row(.forgetApp, ["x"], in: .assistantPage, KeyStrings.appDataForgetApp, writes: true),
            Row(.saveDraft, ["y"], in: .drafts, KeyStrings.draftsSave, writes: true, importance: 8),
            Row(.throwAway, ["n"], in: .drafts, KeyStrings.draftsThrowAway, writes: true, importance: 8),
            Row(.changeDraft, ["e"], in: .drafts, KeyStrings.draftsChange, writes: true, importance: 6),
            Row(
                .previousDraft,
                ["h", .left],
                in: .drafts,
                KeyStrings.draftsPrevious,
                importance: 5,
                with: .nextDraft
            ),
            Row(.nextDraft, ["l", .right], in: .drafts, KeyStrings.draftsNext),
            Row(.accept, [.enter], in: .since, KeyStrings.sinceAccept, writes: true, importance: 6),
            Row(.cancel, [.escape], in: .since, KeyStrings.sinceCancel, importance: 5),
            Row(.answer, [.enter], in: .request, KeyStrings.requestAnswer, writes: true, importance: 7),
            Row(.allow, ["y"], in: .request, KeyStrings.requestAllow, writes: true, importance: 8),
            Row(.refuse, ["n"], in: .request, KeyStrings.requestRefuse, writes: true, importance: 8),
            Row(.back, [.escape, "q"], in: .request, KeyStrings.requestBack, importance: 7),
            Row(.help, ["?"], in: .request, KeyStrings.requestHelp, importance: 5),
        ]
    }

    private static var sources: [Row] {
        [
            Row(
                .moveDown,
                ["J"],
                in: .order,
                KeyStrings.orderMoveDown,
                writes: true,
                importance: 5,
                with: .moveUp
            ),
            Row(.moveUp, ["K"], in: .order, KeyStrings.orderMoveUp, writes: true),
            Row(.exclude, ["x"], in: .order, KeyStrings.orderExclude, writes: true, importance: 5),
            Row(.sourceOrder, ["o"], in: .why, KeyStrings.whySourceOrder, importance: 2),
        ]
    }

    private static var typing: [Row] {
        [
            Row(.save, [.control("s")], in: .form, KeyStrings.formSave, writes: true, importance: 8),
            Row(.goOn, [.enter], in: .form, KeyStrings.formGoOn, importance: 4),
            Row(.nextField, [.tab, .down], in: .form, KeyStrings.formNextField),
            Row(.previousField, [.backtab, .up], in: .form, KeyStrings.formPreviousField),
            Row(.cancel, [.escape], in: .form, KeyStrings.formCancel, importance: 6),
            Row(.unlock, [.enter], in: .lock, KeyStrings.lockUnlock, importance: 9),
            Row(
                .recoveryKey,
                [.tab],
                in: .lock,
                KeyStrings.lockRecoveryKey,
                importance: 6
            ),
            Row(.erase, [.control("u")], in: .lock, KeyStrings.lockErase),
            Row(.quit, [.control("d")], in: .lock, KeyStrings.lockQuit, importance: 8),
            Row(.accept, [.enter], in: .secret, KeyStrings.secretAccept, importance: 9),
            Row(.recoveryKey, [.tab], in: .secret, KeyStrings.secretRecoveryKey, importance: 6),
            Row(.erase, [.control("u")], in: .secret, KeyStrings.lockErase),
            Row(.cancel, [.escape], in: .secret, KeyStrings.secretCancel, importance: 8),
            Row(.cancel, ["x", .escape], in: .rewriting, KeyStrings.rewritingCancel, importance: 8),
            Row(.accept, [.enter, .escape, "q"], in: .recoveryKey, KeyStrings.recoveryKeyAccept, importance: 8),
            Row(.startImport, [.enter], in: .path, KeyStrings.pathStartImport, writes: true, importance: 8),
            Row(.dryRun, [.control("t")], in: .path, KeyStrings.dryRun, importance: 5),
            Row(.complete, [.tab], in: .path, KeyStrings.pathComplete, importance: 6),
            Row(.browseFiles, [.control("o")], in: .path, KeyStrings.pathBrowseFiles, importance: 7),
            Row(.cancel, [.escape], in: .path, KeyStrings.pathCancel, importance: 4),
            Row(.filter, ["/"], in: .importing, KeyStrings.importingFilter, importance: 6),
            Row(.open, [.enter], in: .importing, KeyStrings.importingOpen),
            Row(.dryRun, ["d"], in: .importing, KeyStrings.dryRun, importance: 5),
            Row(
                .restoreDeleted,
                ["b"],
                in: .importing,
                KeyStrings.importingRestoreDeleted,
                writes: true,
                importance: 7
            ),
            Row(.accept, [.enter], in: .table, KeyStrings.tableAccept, writes: true, importance: 8),
            Row(.dryRun, ["d"], in: .table, KeyStrings.dryRun, importance: 7),
            Row(.cancel, [.escape, "q"], in: .table, KeyStrings.tableCancel, importance: 6),
            Row(.accept, [.enter], in: .dryRun, KeyStrings.dryRunAccept, writes: true, importance: 8),
            Row(.cancel, [.escape, "q"], in: .dryRun, KeyStrings.dryRunCancel, importance: 6),
            Row(
                .stopImport,
                ["x"],
                in: .running,
                KeyStrings.runningStopImport,
                importance: 8
            ),
            Row(.export, ["e"], in: .importing, KeyStrings.importingExport, importance: 5),
            Row(.report, ["r"], in: .importing, KeyStrings.importingReport, importance: 4),
            Row(.startExport, [.enter], in: .target, KeyStrings.targetStartExport, importance: 8),
            Row(.complete, [.tab], in: .target, KeyStrings.targetComplete, importance: 6),
            Row(.browseFiles, [.control("o")], in: .target, KeyStrings.targetBrowseFiles, importance: 7),
            Row(.cancel, [.escape], in: .target, KeyStrings.targetCancel, importance: 4),
            Row(.filter, ["/"], in: .exporting, KeyStrings.exportingFilter, importance: 6),
            Row(.open, [.enter], in: .exporting, KeyStrings.exportingOpen),
            Row(.report, ["r"], in: .exporting, KeyStrings.exportingReport, importance: 4),
            Row(.stopExport, ["x"], in: .exportRunning, KeyStrings.exportRunningStopExport, importance: 8),
            Row(.parentFolder, ["h", .left, .backspace], in: .files, KeyStrings.filesParentFolder, importance: 5),
            Row(.hiddenFiles, ["."], in: .files, KeyStrings.filesHiddenFiles, importance: 3),
            Row(.back, [.escape, "q"], in: .files, KeyStrings.filesBack, importance: 4),
        ]
    }
}

extension KeyContext {
    /// Every screen where keys are commands.
    static let screens = KeyContext(KeyStrings.inScreens)
    static let list = KeyContext(KeyStrings.inList)
    /// While the store is locked.
    static let lock = KeyContext(KeyStrings.inLock)
    /// While a passphrase or a recovery key is typed.
    static let secret = KeyContext(KeyStrings.inSecret)
    /// While the store is encrypted or decrypted.
    static let rewriting = KeyContext(KeyStrings.inRewriting)
    /// While a new recovery key is shown.
    static let recoveryKey = KeyContext(KeyStrings.inRecoveryKey)
    /// Lists that can be filtered.
    static let filtering = KeyContext(KeyStrings.inFiltering)
    /// Lists that can be sorted.
    static let sortable = KeyContext(KeyStrings.inSortable)
    /// Lists in which keys go to marked or matching rows.
    static let matching = KeyContext(KeyStrings.inMatching)
    /// Lists of which samples are marked.
    static let marked = KeyContext(KeyStrings.inMarked)
    /// The list of workouts while some are marked.
    static let workoutsMarked = KeyContext(KeyStrings.inWorkoutsMarked)
    /// Lists of sources or devices.
    static let origins = KeyContext(KeyStrings.inOrigins)
    /// The same while some are marked.
    static let originsMarked = KeyContext(KeyStrings.inOriginsMarked)
    /// The page of a source or a device.
    static let origin = KeyContext(KeyStrings.inOrigin)
    /// The chart of a type by one source or device.
    static let originChart = KeyContext(KeyStrings.inOriginChart)
    /// Lists of sources, whose data is exported.
    static let sourcesExported = KeyContext(KeyStrings.inSourcesExported)
    /// While a filter is typed.
    static let filter = KeyContext(KeyStrings.inFilter)
    /// While a filter of samples is typed.
    static let condition = KeyContext(KeyStrings.inCondition)
    /// Screens that have several views side by side.
    static let views = KeyContext(KeyStrings.inViews)
    static let type = KeyContext(KeyStrings.inType)
    /// The goals of types.
    static let goals = KeyContext(KeyStrings.inGoals)
    static let pins = KeyContext(KeyStrings.inPins)
    static let cards = KeyContext(KeyStrings.inCards)
    static let chart = KeyContext(KeyStrings.inChart)
    /// A chart whose bars have several days each.
    static let longBars = KeyContext(KeyStrings.inLongBars)
    /// A chart of what adds up, whose days without anything aren't known.
    static let zeroChart = KeyContext(KeyStrings.inZeroChart)
    /// The table of a chart's days.
    static let days = KeyContext(KeyStrings.inDays)
    /// The chart of sleep, which has several measures.
    static let sleepChart = KeyContext(KeyStrings.inSleepChart)
    /// The chart of blood pressure, which has limits.
    static let pressureChart = KeyContext(KeyStrings.inPressureChart)
    /// Two types that are compared.
    static let comparison = KeyContext(KeyStrings.inComparison)
    /// A type by weekday and hour.
    static let pattern = KeyContext(KeyStrings.inPattern)
    /// Each hour of each weekday.
    static let heat = KeyContext(KeyStrings.inHeat)
    /// A measure before and after a day.
    static let change = KeyContext(KeyStrings.inChange)
    static let samples = KeyContext(KeyStrings.inSamples)
    static let deletable = KeyContext(KeyStrings.inDeletable)
    static let sample = KeyContext(KeyStrings.inSample)
    /// A sample that the person added.
    static let editable = KeyContext(KeyStrings.inEditable)
    static let log = KeyContext(KeyStrings.inLog)
    /// The log of the person's operations.
    static let steps = KeyContext(KeyStrings.inSteps)
    /// The page of a record.
    static let record = KeyContext(KeyStrings.inRecord)
    /// The page of a record that has a picture.
    static let pictured = KeyContext(KeyStrings.inPictured)
    /// A picture of a record that is scrolled and zoomed.
    static let strip = KeyContext(KeyStrings.inStrip)
    static let mind = KeyContext(KeyStrings.inMind)
    /// The calendar of cycles.
    static let cycle = KeyContext(KeyStrings.inCycle)
    static let clinical = KeyContext(KeyStrings.inClinical)
    static let medications = KeyContext(KeyStrings.inMedications)
    static let workouts = KeyContext(KeyStrings.inWorkouts)
    static let workout = KeyContext(KeyStrings.inWorkout)
    /// A workout that has a route.
    static let routed = KeyContext(KeyStrings.inRouted)
    static let live = KeyContext(KeyStrings.inLive)
    /// While an activity is chosen for a workout that is to be started.
    static let startingWorkout = KeyContext(KeyStrings.inStartingWorkout)
    static let rings = KeyContext(KeyStrings.inRings)
    /// The rings of one day.
    static let ringsDay = KeyContext(KeyStrings.inRingsDay)
    static let permissions = KeyContext(KeyStrings.inPermissions)
    static let appData = KeyContext(KeyStrings.inAppData)
    /// The levels of an assistant, on its sheet and its page.
    static let assistant = KeyContext(KeyStrings.inAssistant)
    static let assistantPage = KeyContext(KeyStrings.inAssistantPage)
    static let drafts = KeyContext(KeyStrings.inDrafts)
    /// While the time is typed since when an app may read.
    static let since = KeyContext(KeyStrings.inSince)
    static let request = KeyContext(KeyStrings.inRequest)
    static let order = KeyContext(KeyStrings.inOrder)
    static let why = KeyContext(KeyStrings.inWhy)
    static let form = KeyContext(KeyStrings.inForm)
    static let path = KeyContext(KeyStrings.inPath)
    static let importing = KeyContext(KeyStrings.inImporting)
    /// The meaning of a table's columns, before it is imported.
    static let table = KeyContext(KeyStrings.inTable)
    /// The preview of an import.
    static let dryRun = KeyContext(KeyStrings.inDryRun)
    static let running = KeyContext(KeyStrings.inRunning)
    static let target = KeyContext(KeyStrings.inTarget)
    static let exporting = KeyContext(KeyStrings.inExporting)
    /// A list of folders and files.
    static let files = KeyContext(KeyStrings.inFiles)
    static let exportRunning = KeyContext(KeyStrings.inExportRunning)
}

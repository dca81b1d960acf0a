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
    fileprivate struct Row {
        let command: Command
        let keys: [Key]
        let context: KeyContext
        let hint: String
        let help: String
        let isWriting: Bool
        let importance: Int
        let counterpart: Command?

        init(
            _ command: Command,
            _ keys: [Key],
            in context: KeyContext,
            _ hint: String = "",
            _ help: String,
            writes: Bool = false,
            importance: Int = 0,
            with counterpart: Command? = nil
        ) {
            self.command = command
            self.keys = keys
            self.context = context
            self.hint = hint
            self.help = help
            isWriting = writes
            self.importance = importance
            self.counterpart = counterpart
        }

        var binding: KeyBinding<Command> {
            KeyBinding(
                command,
                name: command.rawValue,
                keys: keys,
                context: context,
                hint: hint,
                help: help,
                isWriting: isWriting,
                importance: importance,
                counterpart: counterpart
            )
        }
    }

    private static let everywhere: [Row] = [
        Row(.help, [.function(1)], in: .everywhere, "Show the keys that work here"),
        Row(.redraw, [.control("l")], in: .everywhere, "Draw the screen again"),
        Row(.suspend, [.control("z")], in: .everywhere, "Go to the shell; fg comes back"),
        Row(.interrupt, [.control("c")], in: .everywhere, "Close what is open over the screen, else quit"),
    ]

    private static let screens: [Row] = [
        Row(.back, [.escape, "q"], in: .screens, "Go back"),
        Row(.commandLine, [":"], in: .screens, "command", "Go anywhere by name", importance: 1),
        Row(.undo, ["u"], in: .screens, "Undo what you did last, here or elsewhere", writes: true),
        Row(.redo, [.control("r")], in: .screens, "Do again what was undone last", writes: true),
        Row(.log, ["U"], in: .screens, "Show what you did, and what of it was undone"),
        Row(.lock, [.control("k")], in: .screens, "Lock the store for every program"),
        Row(.help, ["?"], in: .screens, "help", "Show the keys that work here", importance: 9),
        Row(.quit, ["Q"], in: .screens, "quit", "Quit", importance: 8),
        Row(.nextTab, [.tab], in: .screens, "Go to the next main screen"),
        Row(.previousTab, [.backtab], in: .screens, "Go to the main screen before"),
        Row(.summary, ["1"], in: .screens, "Go to the summary"),
        Row(.browse, ["2"], in: .screens, "Go to the types, sources and devices"),
        Row(.add, ["3"], in: .screens, "Add a sample", writes: true),
        Row(.apps, ["4"], in: .screens, "Go to the apps and their permissions"),
        Row(.sources, ["5"], in: .screens, "Go to the sources and devices"),
        Row(.importing, ["6"], in: .screens, "Import an export", writes: true),
        Row(.workouts, ["7"], in: .screens, "Go to the workouts and the rings"),
        Row(.profile, ["8"], in: .screens, "Go to what is known of you, your units, goals, lock and guests"),
    ]

    private static let lists: [Row] = [
        Row(.open, [.enter], in: .list, "open", "Open what the cursor is on", importance: 7),
        Row(.up, ["k", .up], in: .list, "Move up"),
        Row(.down, ["j", .down], in: .list, "Move down"),
        Row(.pageUp, [.pageUp], in: .list, "Move up a page"),
        Row(.pageDown, [.pageDown], in: .list, "Move down a page"),
        Row(.halfPageUp, [.control("u")], in: .list, "Move up half a page"),
        Row(.halfPageDown, [.control("d")], in: .list, "Move down half a page"),
        Row(.first, ["g", .home], in: .list, "Go to the first row"),
        Row(.last, ["G", .end], in: .list, "Go to the last row"),
        Row(.filter, ["/"], in: .filtering, "find", "Show only the rows that match", importance: 6),
        Row(.previousView, ["h", .left], in: .views, "view", "Show the view before", importance: 3, with: .nextView),
        Row(.nextView, ["l", .right], in: .views, "Show the next view"),
        Row(.accept, [.enter], in: .filter, "keep", "Keep the filter and go to the list", importance: 5),
        Row(.cancel, [.escape], in: .filter, "all", "Show all rows again", importance: 5),
        Row(.up, [.up], in: .filter, "Move up"),
        Row(.down, [.down], in: .filter, "Move down"),
        Row(.pageUp, [.pageUp], in: .filter, "Move up a page"),
        Row(.pageDown, [.pageDown], in: .filter, "Move down a page"),
        Row(.nextTab, [.tab], in: .filter, "Go to the next main screen"),
        Row(.previousTab, [.backtab], in: .filter, "Go to the main screen before"),
    ]

    private static let types: [Row] = [
        Row(.pin, ["p"], in: .type, "pin", "Pin the type to the summary, or unpin it", writes: true, importance: 3),
        Row(.addSample, ["a"], in: .type, "add", "Add a sample of the type", writes: true, importance: 4),
        Row(.sourceOrder, ["o"], in: .type, "order", "Show the order in which its sources count", importance: 2),
        Row(
            .moveDown,
            ["J"],
            in: .pins,
            "move",
            "Move the type down in the summary",
            writes: true,
            importance: 2,
            with: .moveUp
        ),
        Row(.moveUp, ["K"], in: .pins, "Move the type up in the summary", writes: true),
    ]

    private static let chart: [Row] = [
        Row(.open, [.enter], in: .chart, "samples", "Show the samples of the bar that is read", importance: 7),
        Row(.allData, ["L"], in: .chart, "all data", "Show the samples of all time", importance: 4),
        Row(.why, ["w"], in: .chart, "why", "Show which source counted for how much", importance: 3),
        Row(.earlier, ["h", .pageUp], in: .chart, "page", "Show the time before", importance: 6, with: .later),
        Row(.later, ["l", .pageDown], in: .chart, "Show the time after"),
        Row(.earliest, ["g", .home], in: .chart, "Go to the oldest data"),
        Row(.latest, ["G", .end], in: .chart, "Go to the newest data"),
        Row(.cursorLeft, [.left], in: .chart, "read", "Read the value before", importance: 5, with: .cursorRight),
        Row(.cursorRight, [.right], in: .chart, "Read the next value"),
        Row(.zoomOut, ["-"], in: .chart, "zoom", "Show a longer time", importance: 3, with: .zoomIn),
        Row(.zoomIn, ["+", "="], in: .chart, "Show a shorter time"),
        Row(.spanDay, ["D"], in: .chart, "Show a day"),
        Row(.spanWeek, ["W"], in: .chart, "Show a week"),
        Row(.spanMonth, ["M"], in: .chart, "Show a month"),
        Row(.spanHalfYear, ["S"], in: .chart, "Show six months"),
        Row(.spanYear, ["Y"], in: .chart, "Show a year"),
        Row(.spanAll, ["A"], in: .chart, "Show all time"),
        Row(.separateSources, ["s"], in: .chart, "sources", "Show the sources over each other", importance: 2),
        Row(.compare, ["c"], in: .chart, "compare", "Compare with the time before, or no longer", importance: 2),
        Row(.table, ["t"], in: .chart, "table", "Show the same numbers as a table, or the chart again", importance: 2),
        Row(.saveChart, ["e"], in: .chart, "save", "Save the chart as text, or its numbers as CSV", importance: 1),
        Row(.up, ["k", .up], in: .chart, "Move up in the table"),
        Row(.down, ["j", .down], in: .chart, "Move down in the table"),
    ]

    private static let samples: [Row] = [
        Row(.delete, ["d", .delete], in: .sample, "delete", "Delete the sample", writes: true, importance: 4),
        Row(.edit, ["e"], in: .editable, "edit", "Edit a sample that you added", writes: true, importance: 3),
        Row(.edit, ["e"], in: .sample, "Edit a sample that you added", writes: true),
        Row(.copy, ["y"], in: .sample, "copy", "Copy the value", importance: 2),
        Row(.mark, [.space], in: .samples, "mark", "Mark the sample, or unmark it", importance: 3),
        Row(.markRange, ["v"], in: .samples, "Mark all from the last mark to here"),
        Row(.delete, ["d", .delete], in: .samples, "delete", "Delete the marked samples", writes: true, importance: 4),
        Row(.deleteAll, ["X"], in: .deletable, "delete all", "Delete everything in this list", writes: true),
        Row(.copy, ["y"], in: .samples, "Copy the value"),
        Row(.copy, ["y"], in: .log, "copy", "Copy what was done", importance: 2),
    ]

    private static let records: [Row] = [
        Row(.table, ["t"], in: .pictured, "text", "Show the lines alone, or the picture again", importance: 8),
        Row(.delete, ["d", .delete], in: .record, "delete", "Delete the record", writes: true, importance: 2),
        Row(.copy, ["y"], in: .record, "Copy the line under the cursor"),
        Row(.earlier, ["h"], in: .strip, "scroll", "Show the time before", importance: 6, with: .later),
        Row(.later, ["l"], in: .strip, "Show the time after"),
        Row(.cursorLeft, [.left], in: .strip, "Go back a little"),
        Row(.cursorRight, [.right], in: .strip, "Go on a little"),
        Row(.zoomOut, ["-"], in: .strip, "zoom", "Show a longer time", importance: 5, with: .zoomIn),
        Row(.zoomIn, ["+", "="], in: .strip, "Show a shorter time"),
        Row(.spanAll, ["A"], in: .strip, "whole", "Show all of it", importance: 4),
        Row(.open, [.enter], in: .mind, "open", "Open what was noted on the day", importance: 7),
        Row(.allData, ["L"], in: .mind, "all data", "Show all that was ever noted", importance: 3),
        Row(.earlier, ["h", .pageUp], in: .mind, "month", "Show the month before", importance: 6, with: .later),
        Row(.later, ["l", .pageDown], in: .mind, "Show the month after"),
        Row(.cursorLeft, [.left], in: .mind, "day", "Go to the day before", importance: 5, with: .cursorRight),
        Row(.cursorRight, [.right], in: .mind, "Go to the day after"),
        Row(.up, ["k", .up], in: .mind, "Go a week back"),
        Row(.down, ["j", .down], in: .mind, "Go a week on"),
        Row(.latest, ["G", .end], in: .mind, "today", "Go to today", importance: 2),
        Row(.addSample, ["a"], in: .mind, "add", "Note how you feel", writes: true, importance: 4),
        Row(.takeDose, ["t"], in: .medications, "taken", "Note that you took it", writes: true, importance: 7),
        Row(.skipDose, ["s"], in: .medications, "skipped", "Note that you skipped it", writes: true, importance: 6),
        Row(.addSample, ["a"], in: .medications, "add", "Add a medication", writes: true, importance: 4),
        Row(
            .delete,
            ["d", .delete],
            in: .medications,
            "put aside",
            "Put the medication aside; its doses stay",
            writes: true,
            importance: 2
        ),
        Row(.allData, ["L"], in: .clinical, "all data", "Show all records, also those behind others", importance: 4),
        Row(.allData, ["L"], in: .medications, "all doses", "Show all doses", importance: 3),
    ]

    private static let workouts: [Row] = [
        Row(
            .startWorkout,
            ["s"],
            in: .workouts,
            "start",
            "Start a workout, or go to the one that runs",
            writes: true,
            importance: 5
        ),
        Row(.addSample, ["a"], in: .workouts, "add", "Add a past workout", writes: true, importance: 4),
        Row(.rings, ["r"], in: .workouts, "rings", "Show the rings of a month", importance: 3),
        Row(.events, ["e"], in: .workout, "events", "Show its events and activities", importance: 4),
        Row(.statistics, ["s"], in: .workout, "statistics", "Show its statistics by type", importance: 4),
        Row(.routeFile, ["w"], in: .routed, "write GPX", "Write its route to a file of GPX", importance: 3),
        Row(.routeFile, ["w"], in: .workout, "Write its route to a file of GPX"),
        Row(.delete, ["d", .delete], in: .workout, "delete", "Delete the workout", writes: true, importance: 2),
        Row(
            .pauseWorkout,
            [.space],
            in: .live,
            "pause",
            "Pause the workout, or go on with it",
            writes: true,
            importance: 8
        ),
        Row(.lap, ["L"], in: .live, "lap", "Mark a lap", writes: true, importance: 7),
        Row(.endWorkout, ["E"], in: .live, "end", "End the workout and keep it", writes: true, importance: 7),
        Row(
            .mirror,
            ["m"],
            in: .live,
            "mirror",
            "Show the workout in a program that takes it, or no longer",
            writes: true,
            importance: 4
        ),
        Row(.discardWorkout, ["X"], in: .live, "discard", "End the workout and forget it", writes: true),
        Row(.open, [.enter], in: .startingWorkout, "start", "Start the workout", writes: true, importance: 7),
        Row(.earlier, ["h", .pageUp], in: .rings, "month", "Show the month before", importance: 6, with: .later),
        Row(.later, ["l", .pageDown], in: .rings, "Show the month after"),
        Row(.cursorLeft, [.left], in: .rings, "day", "Go to the day before", importance: 5, with: .cursorRight),
        Row(.cursorRight, [.right], in: .rings, "Go to the day after"),
        Row(.up, ["k", .up], in: .rings, "Go a week back"),
        Row(.down, ["j", .down], in: .rings, "Go a week on"),
        Row(.latest, ["G", .end], in: .rings, "today", "Go to today", importance: 3),
        Row(.goals, ["g"], in: .rings, "goals", "Set the goals and your zones", writes: true, importance: 4),
    ]

    private static let permissions: [Row] = [
        Row(.toggle, [.space], in: .permissions, "toggle", "Turn the box on or off", writes: true, importance: 6),
        Row(.readColumn, ["h", .left], in: .permissions, "Go to the boxes for reading"),
        Row(.shareColumn, ["l", .right], in: .permissions, "Go to the boxes for sharing"),
        Row(.otherColumn, [.tab], in: .permissions, "read/share", "Go to the other boxes", importance: 3),
        Row(.toggleAll, ["A"], in: .permissions, "all", "Turn all on, or all off", writes: true, importance: 5),
        Row(.open, ["o"], in: .appData, "data", "Show the data that the app brought", importance: 2),
        Row(.access, ["w"], in: .appData, "who read what", "Show what the app read and wrote, and when", importance: 4),
        Row(.forgetApp, ["x"], in: .appData, "Forget the app: it may ask anew; its data stays", writes: true),
        Row(.deleteData, ["X"], in: .appData, "Delete all data that the app brought", writes: true),
        Row(
            .since,
            ["s"],
            in: .permissions,
            "since",
            "Let it read only what is recent, or everything again",
            writes: true,
            importance: 2
        ),
        Row(.accept, [.enter], in: .since, "set", "Let it be read from then on", writes: true, importance: 6),
        Row(.cancel, [.escape], in: .since, "leave", "Leave it as it is", importance: 5),
        Row(.answer, [.enter], in: .request, "answer", "Go on to the answer", writes: true, importance: 7),
        Row(.allow, ["y"], in: .request, "allow", "Allow what is turned on", writes: true, importance: 8),
        Row(.refuse, ["n"], in: .request, "don't allow", "Allow nothing", writes: true, importance: 8),
        Row(.back, [.escape, "q"], in: .request, "later", "Leave the request waiting", importance: 7),
        Row(.help, ["?"], in: .request, "help", "Show the keys that work here", importance: 5),
    ]

    private static let sources: [Row] = [
        Row(
            .moveDown,
            ["J"],
            in: .order,
            "move",
            "Let the source count after the next one",
            writes: true,
            importance: 5,
            with: .moveUp
        ),
        Row(.moveUp, ["K"], in: .order, "Let the source count before the one above", writes: true),
        Row(.exclude, ["x"], in: .order, "leave out", "Leave the source out of totals", writes: true, importance: 5),
        Row(.sourceOrder, ["o"], in: .why, "order", "Show the order of all sources of the type", importance: 2),
    ]

    private static let typing: [Row] = [
        Row(.save, [.control("s")], in: .form, "save", "Save", writes: true, importance: 8),
        Row(.goOn, [.enter], in: .form, "next", "Go to the next field; at the last one, save", importance: 4),
        Row(.nextField, [.tab, .down], in: .form, "Go to the next field"),
        Row(.previousField, [.backtab, .up], in: .form, "Go to the field before"),
        Row(.cancel, [.escape], in: .form, "cancel", "Leave without saving", importance: 6),
        Row(.unlock, [.enter], in: .lock, "unlock", "Unlock the store for every program", importance: 9),
        Row(
            .recoveryKey,
            [.tab],
            in: .lock,
            "recovery key",
            "Type the recovery key instead, or the passphrase",
            importance: 6
        ),
        Row(.erase, [.control("u")], in: .lock, "Forget what was typed"),
        Row(.quit, [.control("d")], in: .lock, "quit", "Quit", importance: 8),
        Row(.startImport, [.enter], in: .path, "import", "Import the file", writes: true, importance: 8),
        Row(.complete, [.tab], in: .path, "complete", "Complete the name", importance: 6),
        Row(.cancel, [.escape], in: .path, "leave", "Leave the field", importance: 4),
        Row(.filter, ["/"], in: .importing, "path", "Type the path of a file", importance: 6),
        Row(.open, [.enter], in: .importing, "path", "Type the path of a file"),
        Row(
            .stopImport,
            ["x"],
            in: .running,
            "stop",
            "Stop; what is in stays, and going on later is safe",
            importance: 8
        ),
        Row(.export, ["e"], in: .importing, "export", "Write everything to a file", importance: 5),
        Row(.startExport, [.enter], in: .target, "export", "Write the file", importance: 8),
        Row(.complete, [.tab], in: .target, "complete", "Complete the name", importance: 6),
        Row(.cancel, [.escape], in: .target, "leave", "Leave the field", importance: 4),
        Row(.filter, ["/"], in: .exporting, "path", "Type the path of a file", importance: 6),
        Row(.open, [.enter], in: .exporting, "path", "Type the path of a file"),
        Row(.stopExport, ["x"], in: .exportRunning, "stop", "Stop; no file is left", importance: 8),
    ]
}

extension KeyContext {
    /// Every screen where keys are commands.
    static let screens: KeyContext = "screens"
    static let list: KeyContext = "lists"
    /// While the store is locked.
    static let lock: KeyContext = "locked"
    /// Lists that can be filtered.
    static let filtering: KeyContext = "lists that filter"
    /// While a filter is typed.
    static let filter: KeyContext = "filter"
    /// Screens that have several views side by side.
    static let views: KeyContext = "views"
    static let type: KeyContext = "types"
    static let pins: KeyContext = "summary"
    static let chart: KeyContext = "chart"
    static let samples: KeyContext = "samples"
    static let deletable: KeyContext = "data"
    static let sample: KeyContext = "sample"
    /// A sample that the person added.
    static let editable: KeyContext = "own sample"
    static let log: KeyContext = "log"
    /// The page of a record.
    static let record: KeyContext = "record"
    /// The page of a record that has a picture.
    static let pictured: KeyContext = "picture"
    /// A picture of a record that is scrolled and zoomed.
    static let strip: KeyContext = "strip"
    static let mind: KeyContext = "state of mind"
    static let clinical: KeyContext = "health records"
    static let medications: KeyContext = "medications"
    static let workouts: KeyContext = "workouts"
    static let workout: KeyContext = "workout"
    /// A workout that has a route.
    static let routed: KeyContext = "workout with a route"
    static let live: KeyContext = "live workout"
    /// While an activity is chosen for a workout that is to be started.
    static let startingWorkout: KeyContext = "starting a workout"
    static let rings: KeyContext = "rings"
    static let permissions: KeyContext = "permissions"
    static let appData: KeyContext = "app"
    /// While the time is typed since when an app may read.
    static let since: KeyContext = "reading since"
    static let request: KeyContext = "request"
    static let order: KeyContext = "source order"
    static let why: KeyContext = "why"
    static let form: KeyContext = "form"
    static let path: KeyContext = "path"
    static let importing: KeyContext = "import"
    static let running: KeyContext = "import running"
    static let target: KeyContext = "export path"
    static let exporting: KeyContext = "export"
    static let exportRunning: KeyContext = "export running"
}

extension KeyTable.Row {
    fileprivate init(
        _ command: Command,
        _ keys: [Key],
        in context: KeyContext,
        _ help: String,
        writes: Bool = false
    ) {
        self.init(command, keys, in: context, "", help, writes: writes)
    }
}

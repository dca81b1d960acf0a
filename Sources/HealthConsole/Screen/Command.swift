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
    case nextTab = "tab.next"
    case previousTab = "tab.previous"
    case summary = "tab.summary"
    case browse = "tab.browse"
    case add = "tab.add"
    case apps = "tab.apps"
    case sources = "tab.sources"
    case importing = "tab.import"

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

    // Types.
    case pin = "type.pin"
    case addSample = "type.add"
    case sourceOrder = "type.sources"

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
    case table = "chart.table"

    // Samples.
    case mark = "sample.mark"
    case markRange = "sample.markRange"
    case delete = "sample.delete"
    case deleteAll = "sample.deleteAll"
    case copy = "sample.copy"

    // Permissions.
    case toggle = "permission.toggle"
    case toggleAll = "permission.all"
    case readColumn = "permission.read"
    case shareColumn = "permission.share"
    case otherColumn = "permission.otherColumn"
    case allow = "permission.allow"
    case refuse = "permission.refuse"

    // Sources.
    case exclude = "source.exclude"

    // While typing.
    case save = "form.save"
    case accept = "typing.accept"
    case cancel = "typing.cancel"
    case previousField = "form.previous"
    case nextField = "form.next"
    case complete = "path.complete"

    // Import.
    case startImport = "import.start"
    case stopImport = "import.stop"
}

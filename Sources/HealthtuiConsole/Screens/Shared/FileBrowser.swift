import Foundation
import HealthtuiEntry
import HealthtuiTerminalUI

/// A list of folders and files, from which the path of a file is chosen.
struct FileBrowser: Sendable {
    /// The purpose of choosing a file.
    enum Purpose: Sendable, Hashable {
        /// Reading one of those with these endings, or a folder.
        case reading(endings: Set<String>)
        /// Writing a file of this name.
        case writing(name: String)
    }

    /// The result of choosing a row.
    enum Choice: Sendable, Hashable {
        case folder(String)
        case file(String)
        /// A row that can't be chosen, and why.
        case refused(String)
    }

    private enum Row: Hashable {
        /// The folder itself, for a file that is written into it.
        case here
        case parent
        case entry(Int)
    }

    let purpose: Purpose
    private let name: String
    private(set) var folder: String
    private var listing: FolderListing?
    private var problem: String?
    private var showsHidden = false
    private(set) var filter = Filter()
    private(set) var list = ListState()
    /// The rows that there are; kept, since a folder may have very many.
    private var rows: [Row] = []

    /// - Parameters:
    ///   - name: The list's name for the mouse.
    ///   - folder: The initial folder.
    ///   - purpose: The purpose of the file.
    init(_ name: String, folder: String, purpose: Purpose) {
        (self.name, self.folder, self.purpose) = (name, folder, purpose)
    }

    var isFiltering: Bool { filter.isTyping }

    // MARK: Listing

    /// Stores a listing, or the reason that there is none.
    ///
    /// - Parameters:
    ///   - result: The result of reading a folder.
    ///   - folder: The requested folder; if it isn't the browser's, another one has been requested since.
    mutating func take(_ result: Result<FolderListing, FolderListing.Problem>, of folder: String) {
        guard folder == self.folder else { return }
        let before = listing?.folder
        filter.clear()
        switch result {
        case .success(let read):
            (listing, problem) = (read, nil)
            self.folder = read.folder
        case .failure(let failure):
            problem = FileBrowserStrings.notListed(failure.folder, failure.reason)
            // The way up stays.
            listing = FolderListing(folder: folder, entries: [])
        }
        arrange()
        let came = before.flatMap { before in
            rows.firstIndex { row in
                guard case .entry(let index) = row, let listing else { return false }
                return listing.path(of: listing.entries[index].name) == before
            }
        }
        let first = rows.firstIndex { if case .entry = $0 { true } else { false } }
        list = ListState()
        list.select(came ?? (isWriting ? 0 : first ?? 0), count: rows.count)
    }

    private var isWriting: Bool {
        if case .writing = purpose { return true }
        return false
    }

    /// Whether a file is one of those that can be chosen with success.
    private func isFitting(_ entry: FolderListing.Entry) -> Bool {
        guard entry.kind == .file, entry.canBeTyped else { return false }
        guard case .reading(let endings) = purpose else {
            return entry.name.lowercased().hasSuffix(".zip")
        }
        return endings.contains { entry.name.lowercased().hasSuffix($0) }
    }

    /// Sorts the entries that match the filter: matching files, newest first, then folders, then all others.
    private mutating func arrange() {
        guard let listing else {
            rows = []
            return
        }
        let wanted = Array(filter.text.lowercased().utf8)
        let shown = listing.entries.indices.filter { index in
            let entry = listing.entries[index]
            return (showsHidden || !entry.isHidden) && entry.matches(wanted)
        }
        // For writing a file, folders matter most.
        func rank(_ entry: FolderListing.Entry) -> Int {
            if entry.kind == .folder { return isWriting ? 0 : 1 }
            return isFitting(entry) ? isWriting ? 1 : 0 : 2
        }
        let sorted = shown.map { (rank: rank(listing.entries[$0]), index: $0) }
            .sorted { left, right in
                let (one, other) = (listing.entries[left.index], listing.entries[right.index])
                if left.rank != right.rank { return left.rank < right.rank }
                if one.kind != .folder, one.modified != other.modified {
                    return one.modified > other.modified
                }
                return one.name < other.name
            }
        var leading: [Row] = []
        if !filter.isActive, isWriting, problem == nil { leading.append(.here) }
        if !filter.isActive, listing.parent != nil { leading.append(.parent) }
        rows = leading + sorted.map { .entry($0.index) }
    }

    // MARK: Commands

    /// Handles a command of the list or the filter; returns whether it was one.
    mutating func obey(_ command: Command) -> Bool {
        if list.obey(command, count: rows.count) { return true }
        switch command {
        case .filter: filter.begin(at: list.selected)
        case .accept: filter.isTyping = false
        case .cancel where filter.isActive, .back where filter.isActive: filter.clear()
        case .hiddenFiles: showsHidden.toggle()
        default: return false
        }
        if command != .accept {
            arrange()
            list.moveToFirst(count: rows.count)
        }
        return true
    }

    mutating func type(_ key: Key) { if filter.type(key) { refilter() } }

    mutating func paste(_ text: String) {
        filter.paste(text)
        refilter()
    }

    private mutating func refilter() {
        arrange()
        list.moveToFirst(count: rows.count)
    }

    mutating func laidOut(_ layout: Layout) {
        if let frame = layout.frames[name] { list.fit(height: frame.height, count: rows.count) }
    }

    /// Answers the mouse.
    ///
    /// - Parameter event: The event.
    /// - Returns: Whether the row under the cursor is to be chosen.
    mutating func opens(_ event: MouseEvent) -> Bool {
        list.opens(event, name: name, count: rows.count)
    }

    /// The choice under the cursor; `nil` if there is none.
    var choice: Choice? {
        guard let listing, rows.indices.contains(list.selected) else { return nil }
        switch rows[list.selected] {
        case .here: return .file(target)
        case .parent: return listing.parent.map(Choice.folder)
        case .entry(let index):
            let entry = listing.entries[index]
            let path = listing.path(of: entry.name)
            guard entry.canBeTyped else { return .refused(FileBrowserStrings.nameCannotBeTyped) }
            switch entry.kind {
            case .folder: return .folder(path)
            case .file: return .file(path)
            case .other: return .refused(FileBrowserStrings.notAFile)
            }
        }
    }

    /// The folder above.
    var parent: Choice? { listing?.parent.map(Choice.folder) }

    private var target: String { listing?.path(of: targetName) ?? targetName }

    private var targetName: String {
        if case .writing(let name) = purpose { name } else { "" }
    }

    /// Goes to a folder, which is yet to be read.
    mutating func go(to folder: String) { self.folder = folder }

    // MARK: Drawing

    func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        var body = rect
        let head = body.cutTop(1)
        grid.write(Line(Self.end(of: folder, head.width - 2, theme), .bold), in: head, x: 1)
        filter.draw(
            in: &body,
            on: &grid,
            theme: theme,
            placeholder: FileBrowserStrings.filterPlaceholder
        )
        if let problem {
            for line in problem.wrapped(to: body.width - 2).prefix(3) {
                grid.write(Line(line, theme.error), in: body.cutTop(1), x: 1)
            }
        }
        guard let listing else {
            grid.write(Line(FileBrowserStrings.reading, theme.dim), in: body, x: 1)
            return
        }
        let (dates, rows) = (environment.dates, rows)
        Table(
            name: name,
            columns: [
                TableColumn(FileBrowserStrings.nameColumn, minimum: 16, importance: 9),
                TableColumn.figures(FileBrowserStrings.size, minimum: 6, maximum: 10, importance: 6),
                TableColumn.dates(FileBrowserStrings.changed, minimum: 6, maximum: 24, importance: 5),
            ],
            count: rows.count,
            state: list,
            showsHeader: body.height > 8,
            emptyText: filter.isActive ? FileBrowserStrings.noneCalledThat : FileBrowserStrings.empty
        ) { index in
            switch rows[index] {
            case .here: return TableRow([Line(FileBrowserStrings.saveHere(targetName)), Line(""), Line("")])
            case .parent: return TableRow([Line("../"), Line(""), Line("")])
            case .entry(let index):
                let entry = listing.entries[index]
                let style = entry.kind == .folder || isFitting(entry) ? Style.plain : theme.dim
                let name = entry.kind == .folder ? entry.name + "/" : entry.name
                return TableRow(
                    [
                        Line(name, style),
                        Line(entry.kind == .file ? NumberText.bytes(Double(entry.size)) : "", style),
                        Line(dates.brief(entry.modified), theme.dim),
                    ],
                    shorter: [2: dates.shorterDays(entry.modified).map { Line($0, theme.dim) }]
                )
            }
        }
        .draw(in: body, on: &grid, theme: theme)
    }

    /// The end of a path, which says more than its beginning.
    private static func end(of path: String, _ width: Int, _ theme: Theme) -> String {
        guard path.displayWidth > width else { return path }
        var (rest, room) = ([Character](), width - theme.glyphs.ellipsis.displayWidth)
        for character in path.reversed() {
            room -= String(character).displayWidth
            guard room >= 0 else { break }
            rest.append(character)
        }
        return theme.glyphs.ellipsis + String(rest.reversed())
    }
}

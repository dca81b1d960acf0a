import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The marked sources or devices of a list, and the actions on all of them.
struct OriginMarks: Sendable {
    private var keys: Set<String> = []
    /// The row from which a range is marked.
    private var last: Int?

    var isEmpty: Bool { keys.isEmpty }

    func contains(_ row: InventoryRow) -> Bool { keys.contains(row.key) }

    mutating func clear() { self = OriginMarks() }

    /// Unmarks rows that no longer exist.
    mutating func keep(_ rows: [InventoryRow]) { keys.formIntersection(rows.map(\.key)) }

    /// Forgets where the last mark was, after rows have moved.
    mutating func forgetLast() { last = nil }

    /// The keys of a list of sources or devices; while there are marks, those that act on marked rows.
    ///
    /// - Parameter rows: The rows of the list.
    /// - Returns: The contexts; none for a list of types.
    func contexts(_ rows: [InventoryRow]) -> [KeyContext] {
        switch rows.first(where: \.isChoice)?.content {
        case .source: (isEmpty ? [] : [.originsMarked]) + [.origins, .sourcesExported]
        case .device: (isEmpty ? [] : [.originsMarked]) + [.origins]
        default: []
        }
    }

    /// Handles the commands that mark.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - rows: The rows of the list.
    ///   - list: The list, whose cursor moves to the next row.
    /// - Returns: Whether it was such a command.
    mutating func obey(_ command: Command, _ rows: [InventoryRow], _ list: inout ListState) -> Bool {
        switch command {
        case .mark:
            guard let row = Self.row(list.selected, of: rows) else { return true }
            if keys.remove(row.key) == nil { keys.insert(row.key) }
            last = list.selected
            _ = list.obey(.down, count: rows.count, choosing: { rows[$0].isChoice })
        case .markRange:
            guard !rows.isEmpty else { return true }
            let here = min(list.selected, rows.count - 1)
            let start = min(last ?? here, rows.count - 1)
            for index in min(start, here)...max(start, here) {
                if let row = Self.row(index, of: rows) { keys.insert(row.key) }
            }
            last = here
        case .unmark: clear()
        case .back where !isEmpty: clear()
        default: return false
        }
        return true
    }

    /// The rows that a command acts on: the marked rows, in their order, else the one under the cursor.
    ///
    /// - Parameters:
    ///   - all: The rows of the list without a filter.
    ///   - row: The row under the cursor.
    /// - Returns: The rows.
    func chosen(of all: [InventoryRow], else row: InventoryRow?) -> [InventoryRow] {
        isEmpty ? [row].compactMap { $0 }.filter { $0.origin != nil } : all.filter(contains)
    }

    /// Exports what is marked, else the row under the cursor, or asks before it is deleted.
    ///
    /// - Parameters:
    ///   - command: `saveMarked` or `delete`.
    ///   - all: The rows of the list without a filter.
    ///   - row: The row under the cursor.
    ///   - asking: The effects that ask about a deletion.
    /// - Returns: The effects.
    func act<Action>(
        _ command: Command,
        on all: [InventoryRow],
        else row: InventoryRow?,
        asking: (OriginDeletion) -> [ScreenEffect<Action>]
    ) -> [ScreenEffect<Action>] {
        let chosen = chosen(of: all, else: row)
        if command == .saveMarked { return InventoryRow.export(of: chosen).map { [.open($0)] } ?? [] }
        return OriginDeletion(of: chosen).map(asking) ?? []
    }

    /// Draws a summary of the marked rows, if any, in a line at the bottom, and removes the line from the rectangle.
    func draw(_ all: [InventoryRow], in body: inout Rect, on grid: inout CellGrid, theme: Theme) {
        let chosen = all.filter(contains)
        guard !chosen.isEmpty else { return }
        let facts = [
            SampleStrings.marked(chosen.count), SharedStrings.samples(InventoryRow.samples(chosen)),
            SharedStrings.types(InventoryRow.types(chosen)),
        ]
        MarkLine.draw(facts, in: &body, on: &grid, theme: theme)
    }

    private static func row(_ index: Int, of rows: [InventoryRow]) -> InventoryRow? {
        rows.indices.contains(index) && rows[index].origin != nil ? rows[index] : nil
    }
}

// Several sources or devices together.
extension InventoryRow {
    /// The source or device of the row; nil for another row.
    var origin: DataOrigin? {
        switch content {
        case .source(let source): .source(source.source)
        case .device(let device): .device(device.device)
        case .heading, .type, .unknown: nil
        }
    }

    private var counts: [String: Int] {
        switch content {
        case .source(let source): source.types
        case .device(let device): device.types
        case .heading, .type, .unknown: [:]
        }
    }

    static func samples(_ rows: [InventoryRow]) -> Int { rows.reduce(0) { $0 + $1.counts.values.reduce(0, +) } }

    static func types(_ rows: [InventoryRow]) -> Int { Set(rows.flatMap { $0.counts.keys }).count }

    /// Lists of all their samples.
    static func queries(_ rows: [InventoryRow]) -> [SampleListQuery] {
        rows.flatMap { row in
            row.counts.keys.sorted()
                .compactMap { identifier -> SampleListQuery? in
                    guard let type = HKSampleType.ofStored(identifier), let origin = row.origin else { return nil }
                    switch origin {
                    case .source(let source): return SampleListQuery(type: type, source: source)
                    case .device(let device): return SampleListQuery(type: type, device: device)
                    }
                }
        }
    }

    /// The form that exports what sources recorded; nothing for devices, which exports do not choose by.
    static func export(of rows: [InventoryRow]) -> Route? {
        let sources = rows.compactMap { row -> HKSource? in
            if case .source(let source) = row.content { return source.source }
            return nil
        }
        return sources.isEmpty ? nil : .exportSources(sources)
    }
}

import Foundation
import HealthKit

/// A mapping's rules for a table beyond the roles of its columns.
package struct TableRules: Sendable, Hashable {
    /// The columns that a line of a mapping names.
    struct Place: Sendable, Hashable {
        let pattern: TextPattern
        /// The columns of the table; none before ``TableRules/settle(_:)``.
        private(set) var columns: [Int] = []

        init(_ name: String) { pattern = TextPattern(name) }

        mutating func settle(_ header: [String]) {
            columns = header.indices.filter { pattern.matches(header[$0]) }
        }

        /// The first cell of a row in these columns, or `nil` if it is empty.
        func text(_ row: [String]) -> String? {
            for column in columns where column < row.count {
                let text = row[column].trimmingCharacters(in: .whitespaces)
                if !text.isEmpty { return text }
            }
            return nil
        }
    }

    /// The conditions of a row.
    struct Condition: Sendable, Hashable {
        var place: Place
        let texts: [TextPattern]

        func holds(_ row: [String]) -> Bool {
            let text = place.text(row) ?? ""
            return texts.contains { $0.matches(text) }
        }
    }

    /// A column whose values are read in some rows only.
    struct Restriction: Sendable, Hashable {
        var place: Place
        var condition: Condition
    }

    /// A number that means that there is none, in all columns or in some.
    struct Sentinel: Sendable, Hashable {
        var place: Place?
        let value: Double
    }

    /// A word that represents a number.
    struct Clamp: Sendable, Hashable {
        var place: Place
        let word: TextPattern
        let value: Double
        let unit: String
        /// The key of the metadata that says so.
        let key: String
    }

    /// Metadata of the values of a column.
    struct Note: Sendable, Hashable {
        var place: Place
        let key: String
        let value: String
        var condition: Condition?
    }

    /// A column whose texts are the values of a category.
    struct Category: Sendable, Hashable {
        var place: Place
        let type: String
        let values: [String: Int]
    }

    /// Two columns of times, between which something was so.
    struct Span: Sendable, Hashable {
        let type: String
        let value: Int
        var start: Place
        var end: Place
    }

    /// A column of lists of values, and the one of how long each lasted, in seconds.
    struct List: Sendable, Hashable {
        var place: Place
        let type: String
        let unit: String
        var durations: Place
    }

    /// The most characters of the name of an app or a device.
    private static let longestName = 200

    /// The mapping's file, for people.
    package let origin: String
    /// The word that identifies the maker.
    var word = ""
    /// The maker's name.
    package internal(set) var maker = ""
    /// Whether times without a zone are in UTC.
    var isInUTC = false
    /// Whether a row is about the whole local day of its date.
    var isOfDays = false
    /// The rows that are read; `nil` for all.
    var read: Condition?
    /// The rows that aren't measurements.
    var skipped: [Condition] = []
    /// The columns whose values are read in some rows only.
    var restrictions: [Restriction] = []
    var sentinels: [Sentinel] = []
    var clamps: [Clamp] = []
    var notes: [Note] = []
    var categories: [Category] = []
    var spans: [Span] = []
    var lists: [List] = []
    /// The column that names the app, and how the maker's own is called.
    var app: Condition?
    /// The column with the device's name.
    var device: Place?

    init(origin: String) { self.origin = origin }

    /// Whether it stores something by itself, whatever the columns mean.
    var hasValues: Bool { !categories.isEmpty || !spans.isEmpty || !lists.isEmpty }

    /// The source of a row: the maker, or another app that wrote into its store.
    func source(_ row: [String]) -> ReadSource {
        let own = ReadSource(identifier: "table:\(word)", name: maker)
        guard let app, let text = app.place.text(row), !app.holds(row) else { return own }
        let name = String(text.prefix(Self.longestName))
        return ReadSource(identifier: "table:\(word):\(name)", name: name)
    }

    /// The device of a row, or `nil` if it names none.
    func device(_ row: [String]) -> HKDevice? {
        device?.text(row)
            .map {
                HKDevice(
                    name: String($0.prefix(Self.longestName)),
                    manufacturer: nil,
                    model: nil,
                    hardwareVersion: nil,
                    firmwareVersion: nil,
                    softwareVersion: nil,
                    localIdentifier: nil,
                    udiDeviceIdentifier: nil
                )
            }
    }

    /// Finds the columns of a table.
    ///
    /// Rules that name a column that the table hasn't are left out.
    ///
    /// - Parameter header: The names of its columns.
    mutating func settle(_ header: [String]) {
        read?.place.settle(header)
        for index in skipped.indices { skipped[index].place.settle(header) }
        for index in restrictions.indices {
            restrictions[index].place.settle(header)
            restrictions[index].condition.place.settle(header)
        }
        for index in sentinels.indices { sentinels[index].place?.settle(header) }
        for index in clamps.indices { clamps[index].place.settle(header) }
        for index in notes.indices {
            notes[index].place.settle(header)
            notes[index].condition?.place.settle(header)
        }
        for index in categories.indices { categories[index].place.settle(header) }
        categories.removeAll { $0.place.columns.isEmpty }
        for index in spans.indices {
            spans[index].start.settle(header)
            spans[index].end.settle(header)
        }
        spans.removeAll { $0.start.columns.isEmpty || $0.end.columns.isEmpty }
        for index in lists.indices {
            lists[index].place.settle(header)
            lists[index].durations.settle(header)
        }
        lists.removeAll { $0.place.columns.isEmpty || $0.durations.columns.isEmpty }
        app?.place.settle(header)
        device?.settle(header)
    }

    /// The meaning of a column that no role of ``TableMapping`` has, in words; `nil` for any other.
    ///
    /// - Parameter column: The column.
    /// - Returns: The words.
    func words(_ column: Int) -> String? {
        if let list = lists.first(where: { $0.place.columns.contains(column) }) {
            return "lists of \(list.type) in \(list.unit)"
        }
        if lists.contains(where: { $0.durations.columns.contains(column) }) { return "how long each of a list lasted" }
        if let category = categories.first(where: { $0.place.columns.contains(column) }) { return category.type }
        if let span = spans.first(where: { $0.start.columns.contains(column) }) { return "when \(span.type) began" }
        if let span = spans.first(where: { $0.end.columns.contains(column) }) { return "when \(span.type) ended" }
        if app?.place.columns.contains(column) ?? false { return "the source" }
        if device?.columns.contains(column) ?? false { return "the device" }
        let rows = [read].compactMap { $0 } + skipped + restrictions.map(\.condition) + notes.compactMap(\.condition)
        return rows.contains { $0.place.columns.contains(column) } ? "what kind of row it is" : nil
    }
}

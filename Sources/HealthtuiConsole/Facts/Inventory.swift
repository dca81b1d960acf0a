import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// The contents of the store, counted by type, source and device.
package struct Inventory: Sendable {
    package let types: [TypeSummary]
    package let sources: [SourceSummary]
    package let devices: [DeviceSummary]

    package init(_ person: PersonAccess) throws {
        types = try person.types()
        sources = try person.sources()
        devices = try person.devices()
    }
}

/// A row of a list of types, sources or devices.
struct InventoryRow: Sendable {
    /// The content of the row.
    enum Content: Sendable {
        case heading(String)
        case type(HKSampleType, TypeSummary?)
        /// An imported type that HealthKit does not know.
        case unknown(TypeSummary)
        case source(SourceSummary)
        case device(DeviceSummary)
    }

    let content: Content

    var isChoice: Bool {
        if case .heading = content { return false }
        return true
    }

    /// The row's identity, so that the cursor stays on it when the list is reloaded.
    var key: String {
        switch content {
        case .heading(let text): "heading " + text
        case .type(let type, _): "type " + type.identifier
        case .unknown(let summary): "unknown " + summary.identifier
        case .source(let source): "source " + source.source.bundleIdentifier
        case .device(let device): "device " + device.device.description
        }
    }
}

extension InventoryRow {
    /// The columns of such rows that can be sorted by.
    static func sortColumns(_ rows: [InventoryRow]) -> [ListSort.Column] {
        switch rows.first(where: \.isChoice)?.content {
        case .source: [.words(0), .numbers(1), .numbers(2), .words(3)]
        case .device: [.words(0), .numbers(1), .words(2)]
        default: [.words(0), .numbers(1), .numbers(2), .numbers(3)]
        }
    }

    /// The row's sort key in a column; only the name for a type without data.
    func sortKey(_ column: Int) -> SortKey {
        switch content {
        case .heading: .none
        case .type(let type, let summary):
            column == 0 ? .text(type.entry.name) : summary.map { Self.key($0, column) } ?? .none
        case .unknown(let summary): column == 0 ? .text(summary.identifier) : Self.key(summary, column)
        case .source(let source):
            switch column {
            case 0: .text(source.source.shownName)
            case 1: .number(Double(source.count))
            case 2: .number(source.last.timeIntervalSinceReferenceDate)
            default: .text(source.source.bundleIdentifier)
            }
        case .device(let device):
            switch column {
            case 0: .text(DevicePhrase.kind(device.device) + " " + DevicePhrase.version(device.device))
            case 1: .number(Double(device.count))
            default: .text(DevicePhrase.rest(device.device))
            }
        }
    }

    private static func key(_ summary: TypeSummary, _ column: Int) -> SortKey {
        switch column {
        case 1: .number(Double(summary.count))
        case 2: .number(summary.last.timeIntervalSinceReferenceDate)
        default: .number(Double(summary.sources))
        }
    }

    /// Rows in order: sorted ones have no headings.
    static func sorted(_ rows: [InventoryRow], _ sort: ListSort) -> [InventoryRow] {
        sort.shown == nil ? rows : sort.sorted(rows.filter(\.isChoice)) { $0.sortKey($1) }
    }
}

extension Inventory {
    /// Types in their groups, those with data first; of a filter the best matches, those with data first.
    func typeRows(filter: String) -> [InventoryRow] {
        let known = Dictionary(types.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        let found: [(type: HKSampleType, summary: TypeSummary?)] =
            TypeCatalogue.search(filter)
            .compactMap { entry in
                (entry.type as? HKSampleType).map { ($0, known[entry.identifier]) }
            } + unpublished(filter: filter)
        let withData = found.filter { $0.summary != nil }
        let without = found.filter { $0.summary == nil }
        var rows: [InventoryRow] = []
        if filter.isEmpty {
            for group in CatalogueGroup.allCases {
                let own = withData.filter { $0.type.entry.group == group }
                if !own.isEmpty { rows.append(InventoryRow(content: .heading(group.name))) }
                rows += own.map { InventoryRow(content: .type($0.type, $0.summary)) }
            }
        } else {
            rows = withData.map { InventoryRow(content: .type($0.type, $0.summary)) }
        }
        let unknown = types.filter { HKSampleType.ofStored($0.identifier) is UnknownSampleType }
            .filter { Self.matches(filter, [$0.identifier]) }
        if !unknown.isEmpty { rows.append(InventoryRow(content: .heading(FactStrings.unknownTypes))) }
        rows += unknown.map { InventoryRow(content: .unknown($0)) }
        guard !without.isEmpty else { return rows }
        return rows + [InventoryRow(content: .heading(FactStrings.typesWithoutData))]
            + without.map { InventoryRow(content: .type($0.type, nil)) }
    }

    /// Types whose samples are known and whose names HealthKit does not publish, such as that of verifiable records.
    private func unpublished(filter: String) -> [(type: HKSampleType, summary: TypeSummary?)] {
        let published = Set(TypeCatalogue.shared.entries.map(\.identifier))
        return types.compactMap { summary in
            guard !published.contains(summary.identifier),
                let type = HKSampleType.ofStored(summary.identifier), !(type is UnknownSampleType),
                Self.matches(filter, [type.entry.name, summary.identifier])
            else { return nil }
            return (type, summary)
        }
    }

    func sourceRows(filter: String) -> [InventoryRow] {
        sources.filter { Self.matches(filter, [$0.source.name, $0.source.bundleIdentifier]) }
            .sorted { ($1.last, $0.source.name) < ($0.last, $1.source.name) }
            .map { InventoryRow(content: .source($0)) }
    }

    /// Devices as a person knows them, those with most samples first, each with its versions below.
    func deviceRows(filter: String) -> [InventoryRow] {
        let found = devices.filter {
            Self.matches(filter, [DevicePhrase.full($0.device), DevicePhrase.kind($0.device)])
        }
        let kinds = Dictionary(grouping: found) { DevicePhrase.kind($0.device) }
            .map { (name: $0.key, versions: $0.value, count: $0.value.reduce(0) { $0 + $1.count }) }
            .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        return kinds.flatMap { kind in
            [InventoryRow(content: .heading(FactStrings.device(kind.name, samples: kind.count)))]
                + kind.versions.sorted { $0.count > $1.count }.map { InventoryRow(content: .device($0)) }
        }
    }

    static func matches(_ filter: String, _ texts: [String]) -> Bool {
        filter.isEmpty || texts.contains { $0.localizedStandardContains(filter) }
    }
}

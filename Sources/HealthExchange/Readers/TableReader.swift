import Foundation
import HealthKit

/// Reads tables of comma separated values by a mapping, which was guessed and which the person has seen.
package struct TableReader: Reader {
    package let mapping: TableMapping
    /// The zone of times that name none.
    private let zone: TimeZone
    /// The source of rows that name none.
    private let source: String

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - mapping: What the columns mean.
    ///   - zone: The zone of times that name none.
    ///   - source: The source of rows that name none.
    package init(_ mapping: TableMapping, zone: TimeZone, source: String) {
        self.mapping = mapping
        self.zone = zone
        self.source = source
    }

    package var name: String { "CSV" }

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool {
        fileName.lowercased().hasSuffix(".csv") || fileName.lowercased().hasSuffix(".tsv")
    }

    package func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws {
        if let problem = mapping.problem { throw ImportError(problem) }
        var text = SeparatedText(bytes)
        _ = text.next()
        let hasCommas = text.hasDecimalCommas
        func field(_ role: TableMapping.Role, _ row: [String]) -> String? {
            guard let place = mapping.columns.firstIndex(where: { $0.role == role }), place < row.count,
                !row[place].isEmpty
            else { return nil }
            return row[place]
        }
        while let row = text.next() {
            let place = "line \(text.line)"
            guard let start = field(.start, row).flatMap({ TableDate.date($0, mapping.dateOrder, zone) }) else {
                sink.refuse("no time, or none that can be read", at: place)
                continue
            }
            let end = field(.end, row).flatMap { TableDate.date($0, mapping.dateOrder, zone) } ?? start
            let source = field(.source, row) ?? self.source
            for (index, column) in mapping.columns.enumerated() where index < row.count && !row[index].isEmpty {
                let type: String
                let unit: String
                switch column.role {
                case .measure(let known, let named): (type, unit) = (known, named)
                case .value(let named):
                    guard let name = field(.type, row) else {
                        sink.refuse("a value without a type", at: place)
                        continue
                    }
                    let known = TypeCatalogue.resolve(name)?.type as? HKSampleType
                    type = known?.identifier ?? name
                    let isQuantity = known is HKQuantityType
                    unit = isQuantity ? named ?? field(.unit, row) ?? "" : ""
                default: continue
                }
                guard let number = Self.number(row[index], hasCommas) else {
                    sink.refuse("\(column.name): no number", at: place)
                    continue
                }
                let sample = ReadSample(type: type, unit: unit, value: number, start: start, end: end, source: source)
                try sink.take(sample, at: place)
            }
        }
    }

    private static func number(_ text: String, _ hasCommas: Bool) -> Double? {
        let plain = text.trimmingCharacters(in: .whitespaces)
        let number = Double(hasCommas ? plain.replacing(",", with: ".") : plain)
        return number.flatMap { $0.isFinite ? $0 : nil }
    }
}

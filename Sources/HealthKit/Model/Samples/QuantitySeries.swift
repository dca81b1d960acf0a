import Foundation

/// The quantities of a series sample, in order of time, in the unit of their sample.
package struct QuantitySeries: Sendable, Hashable {
    /// One quantity: seconds since the reference date, and the number.
    package struct Element: Sendable, Hashable {
        package var start: Double
        package var end: Double
        package var value: Double

        package init(start: Double, end: Double, value: Double) {
            self.start = start
            self.end = end
            self.value = value
        }
    }

    /// The quantities, ascending by start.
    package let elements: [Element]

    /// Sorts the elements by start.
    package init(_ elements: [Element]) {
        self.elements = elements.sorted { $0.start < $1.start }
    }

    package var count: Int { elements.count }
    package var last: Element? { elements.last }
    package var minimum: Double? { elements.lazy.map(\.value).min() }
    package var maximum: Double? { elements.lazy.map(\.value).max() }
    package var sum: Double { elements.reduce(0) { $0 + $1.value } }

    /// The arithmetic mean of the quantities; 0 for an empty series.
    package var average: Double { elements.isEmpty ? 0 : sum / Double(elements.count) }

    /// Whether every quantity has an interval: an archive may hold others.
    var hasTimes: Bool {
        !elements.isEmpty && elements.allSatisfy { $0.start.isFinite && $0.end.isFinite && $0.start <= $0.end }
    }

    /// The series as bytes: a count, then three doubles an element.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.varint(UInt64(elements.count))
        for element in elements {
            writer.double(element.start)
            writer.double(element.end)
            writer.double(element.value)
        }
        return writer.bytes
    }

    /// Decodes ``bytes``; `nil` if the bytes are not a series.
    package init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        self.init(reader: &reader)
    }

    init?(reader: inout ByteReader) {
        guard let count = reader.varint(), count <= UInt64(reader.remaining / 24) else { return nil }
        var elements: [Element] = []
        elements.reserveCapacity(Int(count))
        for _ in 0..<count {
            guard let start = reader.double(), let end = reader.double(), let value = reader.double() else {
                return nil
            }
            elements.append(Element(start: start, end: end, value: value))
        }
        self.elements = elements
    }
}

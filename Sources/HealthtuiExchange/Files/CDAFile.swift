import Foundation
import HealthKit

/// The header data of an export's clinical document.
///
/// The Health app's documents aren't always valid XML (several roots, wrong namespaces), and HealthKit accepts only
/// valid XML, so the text is searched for known parts.
package struct CDAFile {
    /// The largest document that is held in memory and kept in its record, in bytes; larger ones are kept in pieces.
    package static let largestInMemory = 8 << 20
    /// The largest document that is kept, in bytes; those of real exports have some dozens of MiB.
    static let largest = 1 << 30

    let content: CDAContent
    /// The document's creation time, in seconds since the reference date.
    let time: Double?
    /// Whether it holds nothing about a person's health.
    let isEmpty: Bool
    /// Whether its root element is closed.
    let isClosed: Bool

    /// Reads a document.
    ///
    /// - Parameter bytes: All of it.
    init(_ bytes: [UInt8]) {
        let marks: [StaticString] = ["<entry", "<component", "<section", "<observation"]
        isClosed = Self.isClosed(bytes)
        isEmpty = !marks.contains { Self.find($0, bytes) != nil }
        // A document that isn't valid XML is kept as it is, with any title that can be found.
        content =
            (try? CDAContent(document: Data(bytes)))
            ?? CDAContent(
                title: Self.text(between: "<title>", "</title>", bytes),
                patientName: "",
                authorName: "",
                custodianName: ""
            )
        let value = Self.text(between: "<effectiveTime value=\"", "\"", bytes)
        var dates = ExportDateParser()
        time = withByteSlice(of: value) { dates.seconds($0) }
    }

    /// Reads a large document from its beginning, which has the header, and its end.
    ///
    /// - Parameters:
    ///   - beginning: The first bytes.
    ///   - end: The last bytes.
    init(beginning: [UInt8], end: [UInt8]) {
        // The header precedes the first component, and is valid XML if the whole document is.
        let header = Self.find("<component", beginning).map { beginning[..<$0] + Self.afterHeader }
        let head = CDAFile(header.map { Array($0) } ?? beginning)
        (content, time) = (head.content, head.time)
        isEmpty = false
        isClosed = Self.find("</ClinicalDocument", end) != nil || Self.find("</ClinicalDocument", beginning) != nil
    }

    private static let afterHeader = Array("<component/></ClinicalDocument>".utf8)

    /// Whether the root element is closed, by an end tag or by being self-closing.
    private static func isClosed(_ bytes: [UInt8]) -> Bool {
        if find("</ClinicalDocument", bytes) != nil { return true }
        guard let root = find("<ClinicalDocument", bytes), let end = find(">", bytes, from: root) else { return false }
        return bytes[end - 1] == Byte.slash
    }

    private static func text(between opening: StaticString, _ closing: StaticString, _ bytes: [UInt8]) -> String {
        guard let start = find(opening, bytes) else { return "" }
        let first = start + opening.utf8CodeUnitCount
        guard let end = find(closing, bytes, from: first), end - first < 4_096 else { return "" }
        return bytes[first..<end]
            .withUnsafeBufferPointer { buffer in
                buffer.baseAddress.map { ByteSlice(start: $0, count: buffer.count).text } ?? ""
            }
    }

    private static func find(_ text: StaticString, _ bytes: [UInt8], from: Int = 0) -> Int? {
        bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.flatMap { ByteSearch.find(text, $0, from, buffer.count) }
        }
    }
}

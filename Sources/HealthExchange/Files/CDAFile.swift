import Foundation
import HealthKit

/// What the clinical document of an export says of itself.
///
/// The Health app's documents are not always sound XML (several roots, wrong namespaces), and HealthKit takes only sound
/// ones, so what can be told is looked for in the text.
struct CDAFile {
    /// The largest document that is kept, in bytes; what a larger one tells stands in the export's main file too.
    static let largest = 8 << 20

    let content: CDAContent
    /// When the document was made, in seconds since the reference date.
    let time: Double?
    /// Whether it holds nothing about a person's health.
    let isEmpty: Bool
    /// Whether its root ends.
    let isClosed: Bool

    /// Reads a document.
    ///
    /// - Parameter bytes: All of it.
    init(_ bytes: [UInt8]) {
        let marks: [StaticString] = ["<entry", "<component", "<section", "<observation"]
        isClosed = Self.find("</ClinicalDocument", bytes) != nil
        isEmpty = !marks.contains { Self.find($0, bytes) != nil }
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

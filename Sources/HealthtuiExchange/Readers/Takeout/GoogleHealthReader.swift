import Foundation
import HealthKit

/// Reads the tables of Google Health, in folders such as `Physical Activity_GoogleData`.
package struct GoogleHealthReader: StreamReader {
    /// Whether it reads the tables of days, for which it may have to ask; another one reads the others.
    private let isDaily: Bool

    /// Makes a reader.
    ///
    /// - Parameter isDaily: Whether it reads the tables of days.
    package init(isDaily: Bool) { self.isDaily = isDaily }

    package var name: String { "Google Health" }
    package let endings: Set<String> = [".csv"]
    package var asksQuestions: Bool { isDaily }

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool {
        guard fileName.hasSuffix(".csv") else { return false }
        return GoogleHealthKind.of(SeparatedLines.header(beginning), named: fileName)?.isDaily == isDaily
    }

    package func read(_ stream: MemberStream, into sink: inout ReaderSink) throws {
        let lines = SeparatedLines(stream)
        let header = try lines.next() ?? []
        let fileName = sink.fileName.split(separator: "/").last.map(String.init) ?? ""
        guard let kind = GoogleHealthKind.of(header, named: fileName) else {
            throw ImportError("line 1: not the columns of a table of Google Health")
        }
        if case .counted(let isData) = kind.outcome {
            var count = 0
            while try lines.next() != nil { count += 1 }
            return sink.passOver("\(kind.family): not read", count, isData: isData)
        }
        var rows = GoogleHealthRows(header, kind, zone: kind.isDaily ? try sink.zone(at: "line 1") : nil)
        var failure: ImportError?
        do {
            while let row = try lines.next() { try rows.read(row, "line \(lines.line)", &sink) }
        } catch let error as ImportError {
            failure = error
        }
        // Lines before one that can't be read are sound.
        try rows.finish(&sink)
        if let failure { throw failure }
    }
}

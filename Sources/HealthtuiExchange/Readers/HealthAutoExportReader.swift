import Foundation
import HealthKit

/// Reads files of the phone app Health Auto Export: JSON with metrics, each a list of values by date, workouts, and
/// lists of other kinds.
package struct HealthAutoExportReader: Reader {
    package init() {}

    package var name: String { "Health Auto Export" }
    package let endings: Set<String> = [".json"]

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool {
        if let first = FileBeginning.first(beginning), first < 0x80, first != UInt8(ascii: "{") { return false }
        guard FileBeginning.holds("\"data\"", beginning) else { return false }
        let text = String(decoding: beginning.prefix(4_096), as: UTF8.self)
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard start.hasPrefix("{"), text.contains("\"data\"") else { return false }
        // The app posts this when there is nothing new.
        if text.filter({ !$0.isWhitespace && $0 != "\u{FEFF}" }) == "{\"data\":{}}" { return true }
        return HealthAutoExportRecords.parts.union(["metrics", "workouts"]).contains { text.contains("\"\($0)\"") }
    }

    /// Reads a file value by value, so that it needs little more memory than its text.
    package func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws {
        try bytes.withUnsafeBufferPointer { buffer in
            let walk = JSONWalk(buffer)
            do {
                try read(walk, &sink)
            } catch let failure as JSONWalk.Failure {
                throw ImportError("line \(failure.line): invalid JSON, or the file is cut short")
            }
        }
    }

    private func read(_ walk: JSONWalk, _ sink: inout ReaderSink) throws {
        var data: Range<Int>?
        try walk.forEachMember(of: walk.root()) { name, place in
            if name == "data", walk.isObject(place) { data = place }
        }
        guard let data else { throw ImportError("it has no object \"data\"") }
        var metrics: Range<Int>?
        try walk.forEachMember(of: data) { part, place in if part == "metrics" { metrics = place } }
        let spans = try HealthAutoExportSpans(walk, metrics, aggregation: sink.hints.aggregation, zone: sink.hints.zone)
        var reading = HealthAutoExportMetrics(name, spans)
        var workouts = HealthAutoExportWorkouts(name)
        var records = HealthAutoExportRecords(name)
        try walk.forEachMember(of: data) { part, place in
            var unknown = walk.isObject(place) ? 1 : 0
            try walk.forEachElement(of: place) { index, element in
                let place = "data.\(part)[\(index)]"
                switch part {
                case "metrics": try reading.read(element, of: walk, at: place, &sink)
                case "workouts": try workouts.read(element, of: walk, at: place, &sink)
                case _ where HealthAutoExportRecords.parts.contains(part):
                    try records.read(part, element, of: walk, at: place, &sink)
                default: unknown += 1
                }
            }
            sink.passOver(part, unknown)
        }
        reading.finish(&sink)
        workouts.finish(&sink)
        records.finish(&sink)
    }
}

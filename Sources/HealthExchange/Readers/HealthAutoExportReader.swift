import Foundation
import HealthKit

/// Reads what the phone app Health Auto Export writes: JSON with metrics, each a list of values by date.
package struct HealthAutoExportReader: Reader {
    package init() {}

    package var name: String { "Health Auto Export" }

    /// What the format has beside metrics and workouts, which is counted and not read.
    private static let otherParts = [
        "stateOfMind", "medications", "symptoms", "cycleTracking", "ecg", "heartRateNotifications",
    ]

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool {
        let text = String(decoding: beginning.prefix(4_096), as: UTF8.self)
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return start.hasPrefix("{") && text.contains("\"data\"")
            && (["metrics", "workouts"] + Self.otherParts).contains { text.contains("\"\($0)\"") }
    }

    /// Reads a file value by value, so that it takes little more memory than its text.
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
        let spans = try HealthAutoExportSpans(walk, metrics, aggregation: sink.hints.aggregation)
        var reading = HealthAutoExportMetrics(name, spans)
        var workouts = HealthAutoExportWorkouts(name)
        try walk.forEachMember(of: data) { part, place in
            var count = 0
            try walk.forEachElement(of: place) { index, element in
                count += 1
                let place = "data.\(part)[\(index)]"
                if part == "metrics" { try reading.read(element, of: walk, at: place, &sink) }
                if part == "workouts" { try workouts.read(element, of: walk, at: place, &sink) }
            }
            if count > 0, part != "metrics", part != "workouts" { sink.passOver(part, count) }
        }
        reading.finish(&sink)
        workouts.finish(&sink)
    }
}

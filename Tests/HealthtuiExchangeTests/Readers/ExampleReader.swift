import Foundation
import HealthKit
import HealthtuiExchange

/// Reads the runs of a watch: `RUN 1,` and its serial number, then a line a second: seconds since 1970, heart rate.
struct ExampleReader: Reader {
    let name = "RUN"
    let endings: Set<String> = [".run"]

    func recognizes(_ beginning: [UInt8], fileName: String) -> Bool { beginning.starts(with: Array("RUN 1,".utf8)) }

    func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let serial = lines.first?.dropFirst(6) ?? ""
        var rates = ReadSeries(type: .heartRate, unit: "count/min")
        for (index, line) in lines.enumerated().dropFirst() {
            let cells = line.split(separator: ",").compactMap { Double($0) }
            guard cells.count == 2, cells[0].isFinite else {
                sink.refuse("not a time and a heart rate", at: "line \(index + 1)")
                continue
            }
            let time = Date(timeIntervalSince1970: cells[0]).timeIntervalSinceReferenceDate
            rates.points.append(ReadSeries.Point(at: time, value: cells[1]))
        }
        guard let first = rates.points.first, let last = rates.points.last else {
            throw ImportError("it has no record")
        }
        var run = ReadWorkout(
            activity: .running,
            start: Date(timeIntervalSinceReferenceDate: first.start),
            end: Date(timeIntervalSinceReferenceDate: last.start),
            source: ReadSource(identifier: "run:\(serial)", name: "Run watch")
        )
        // A later file of the same run replaces it; a copy adds nothing.
        run.identity = ReadIdentity([String(serial), "\(first.start)"], changed: sink.hints.posted)
        run.samples = [rates]
        try sink.take(run, at: "line 2")
    }
}

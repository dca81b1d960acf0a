import Foundation
import HealthKit

/// Reads the lists of Fitbit's own export, which Google's export has in `Global Export Data`.
package struct FitbitReader: StreamReader {
    /// Whether it reads the lists with local times, whose zone it may have to ask for; a second reader reads the
    /// others.
    private let isLocal: Bool

    /// Makes a reader.
    ///
    /// - Parameter isLocal: Whether it reads the lists with local times.
    package init(isLocal: Bool) { self.isLocal = isLocal }

    package var name: String { "Fitbit" }
    package let endings: Set<String> = [".json"]
    package var asksQuestions: Bool { isLocal }

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool {
        guard FileBeginning.first(beginning) == UInt8(ascii: "["),
            let kind = FitbitKind.named(fileName), kind.isLocal == isLocal
        else { return false }
        return FileBeginning.holds(kind.mark, beginning)
    }

    package func read(_ stream: MemberStream, into sink: inout ReaderSink) throws {
        let fileName = sink.fileName.split(separator: "/").last.map(String.init) ?? ""
        guard let kind = FitbitKind.named(fileName) else {
            throw ImportError("its name doesn't say what it holds, such as steps-2025-03-28.json")
        }
        let items = JSONItems(stream, depth: 1)
        switch kind.outcome {
        case .minute(let type, let unit, let divisor): try minutes(items, type, unit, divisor, kind, &sink)
        case .weight: try FitbitDays(zone: sink.zone(at: "line 1")).weights(items, &sink)
        case .restingRate: try FitbitDays(zone: sink.zone(at: "line 1")).restingRates(items, &sink)
        case .sleep: try FitbitNights(zone: sink.zone(at: "line 1")).read(items, &sink)
        case .counted(let isData):
            var count = 0
            try items.visit { _ in count += 1 }
            sink.passOver("\(kind.name): not read", count, isData: isData)
        }
    }

    private func minutes(
        _ items: JSONItems,
        _ type: HKQuantityTypeIdentifier,
        _ unit: String,
        _ divisor: Double,
        _ kind: FitbitKind,
        _ sink: inout ReaderSink
    ) throws {
        var batches = SampleBatches(FitbitKind.source)
        var empty = 0
        defer { sink.passOver("\(kind.name): values of zero", empty, isData: false) }
        try batches.gather(into: &sink) { batches, sink in
            try items.visit { item in
                let place = FitbitEntry.place(item)
                guard let entry = try? FitbitEntry(item), let time = entry.time, let value = entry.number else {
                    return sink.refuse("not a number with its time", at: place)
                }
                guard value != 0 else {
                    empty += 1
                    return
                }
                let start = time.time(offset: 0)
                try batches.add(type.rawValue, unit, (start, start + 60), value / divisor, place, &sink)
            }
        }
    }
}

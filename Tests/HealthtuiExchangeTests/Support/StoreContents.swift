import Foundation
import HealthKitStore

@testable import HealthKit
@testable import HealthtuiExchange

/// What a store says to an app of the things that Apple's files can carry: no UUIDs, no settings.
struct StoreContents {
    private var lines: [String: Int] = [:]

    init(_ person: PersonAccess) throws {
        var lines: [String] = []
        try person.snapshot(ExportSelection()) { snapshot in
            for identifier in try snapshot.typeIdentifiers() {
                try snapshot.forEachPlainSample(of: identifier) { origin, numbers in
                    var line = "\(identifier) \(numbers.start) \(numbers.end) \(numbers.value) \(numbers.creation) "
                    line +=
                        "\(ExportSpelling.form(ofUnit: origin.unit, .version1)) \(origin.sourceRevision.source.name) "
                    line += "\(origin.sourceRevision.version ?? "-") \(origin.device?.description ?? "-") "
                    lines.append(line + Self.text(origin.metadata))
                }
                guard let type = HKObjectType.type(identifier: identifier) else { continue }
                try snapshot.forEachRecord(of: identifier) { sample in
                    var line =
                        "\(identifier) \(sample.startDate) \(sample.endDate) \(sample.sourceRevision.source.name) "
                    line += Self.text(sample.metadataValues)
                    if let correlation = sample as? HKCorrelation { line += " of \(correlation.objects.count)" }
                    if let workout = sample as? HKWorkout {
                        line += " \(ExportSpelling.activityName(of: workout.content)) \(workout.duration)"
                        line += " \(workout.content.events.map { "\($0.type) \($0.start) \($0.end)" })"
                        line += " \(workout.content.totals.sorted { $0.key < $1.key })"
                        line += " \(workout.content.statistics) \(workout.content.activities.count)"
                        line += " \(try snapshot.routes(of: workout).map { try snapshot.locations(of: $0).count })"
                    }
                    if type is HKCorrelationType || type is HKWorkoutType { lines.append(line) }
                }
            }
            for summary in try snapshot.activitySummaries(in: .gmt) {
                lines.append(String(decoding: summary.json, as: UTF8.self))
            }
            lines.append("\(try snapshot.characteristics())")
        }
        for line in lines { self.lines[line, default: 0] += 1 }
    }

    private static func text(_ metadata: Metadata?) -> String {
        guard let metadata else { return "" }
        return metadata.entries.map { "\($0.key)=\($0.value)" }.joined(separator: ";")
    }

    static func difference(_ left: StoreContents, _ right: StoreContents) -> [String] {
        func missing(_ from: StoreContents, _ other: StoreContents, _ sign: String) -> [String] {
            from.lines.filter { other.lines[$0.key, default: 0] < $0.value }.keys.sorted().prefix(5).map { sign + $0 }
        }
        return missing(left, right, "only before: ") + missing(right, left, "only after: ")
    }
}

import Foundation

/// Reads the JSON of Garmin's export: days, and workouts that its FIT files don't have; nights are counted.
package struct GarminReader: GroupReader {
    package init() {}

    package let name = "Garmin"
    package let endings: Set<String> = [".json"]
    package let asksQuestions = true
    package var sharesSpool: Bool { true }

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool { GarminFile(beginning) != nil }

    /// All files are one group, which is read when the FIT files of the export are known.
    package func group(of path: String) -> String? { name }

    package func read(_ files: [MemberFile], into sink: inout ReaderSink) throws {
        let kinds = try files.map { file in
            (file: file, kind: GarminFile(try file.stream().beginning(MemberWalk.beginningSize)))
        }
        let days = kinds.filter { $0.kind == .days }.map(\.file)
        var zone = sink.hints.answers.zone
        if zone == nil, let open = days.first(where: { GarminDays.needsZone($0) }) {
            zone = try sink.zone(at: open.name)
        }
        var activities = GarminActivities(sink.workoutTimes)
        var reading = GarminDays(zone: zone)
        var nights = 0
        for (file, kind) in kinds {
            try sink.begin(file: file.path, posted: file.changed)
            try sink.reporting { sink in
                switch kind {
                case .activities: try activities.read(file, &sink)
                case .days: try reading.read(file, &sink)
                case .nights: try JSONItems(file.stream(), depth: 1).visit { _ in nights += 1 }
                case nil: break
                }
            }
        }
        activities.finish(&sink)
        reading.finish(&sink)
        sink.passOver("nights, of which nobody says when their stages were", nights)
    }
}

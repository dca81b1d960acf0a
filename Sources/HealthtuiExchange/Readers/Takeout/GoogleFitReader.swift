import Foundation

/// Reads the files of Google Fit in Google's export: streams, workouts and daily metrics, whatever their folders are called.
package struct GoogleFitReader: GroupReader {
    package init() {}

    package let name = "Google Fit"
    package let endings: Set<String> = [".json", ".csv"]

    package var sharesSpool: Bool { true }

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool {
        GoogleFitFile(beginning, named: fileName) != nil
    }

    /// All files are one group: which of them are read depends on what the others have.
    package func group(of path: String) -> String? { name }

    package func read(_ files: [MemberFile], into sink: inout ReaderSink) throws {
        var streams: [GoogleFitStreams.Stream] = []
        var sessions: [MemberFile] = []
        var days: [(file: MemberFile, day: WallTime)] = []
        var sums: [MemberFile] = []
        for file in files {
            let beginning = try file.stream().beginning(MemberWalk.beginningSize)
            switch GoogleFitFile(beginning, named: file.name) {
            case .stream(let type, let source):
                let kind = GoogleFitKind.named(type)
                streams.append(GoogleFitStreams.Stream(file: file, kind: kind, source: source))
            case .session: sessions.append(file)
            case .day(let day): days.append((file, day))
            case .days: sums.append(file)
            case nil: continue
            }
        }
        // Sessions say whose distances those of the streams are, and streams which days are known.
        var reading = try GoogleFitStreams(GoogleFitSessions(sessions, &sink))
        try reading.read(streams, &sink)
        var metrics = GoogleFitDays(reading.days)
        for (file, day) in days {
            try sink.begin(file: file.path, posted: file.changed)
            try sink.reporting { sink in try metrics.read(file, of: day, &sink) }
        }
        metrics.finish(&sink)
        for file in sums {
            try sink.begin(file: file.path, posted: file.changed)
            try sink.reporting { sink in try GoogleFitDays.count(file, hasDays: !days.isEmpty, &sink) }
        }
    }
}

import Foundation
import HealthKit

/// Reads the streams of Google Fit: JSON with the values of one type from one source.
struct GoogleFitStreams {
    /// A file with a stream.
    struct Stream {
        let file: MemberFile
        let kind: GoogleFitKind
        /// What the file calls its source.
        let source: String

        /// Whether it is what Google Fit makes of all others of its type.
        var isMerged: Bool { source.replacing("_", with: ":").contains(":merge:") }
        /// Whether it is what one app or device wrote.
        var isRaw: Bool { source.hasPrefix("raw:") }
    }

    /// When values of the types were recorded whose days are summed too.
    private(set) var days: [HKQuantityTypeIdentifier: GoogleFitDays.Recorded] = [:]
    private let sessions: GoogleFitSessions

    init(_ sessions: GoogleFitSessions) { self.sessions = sessions }

    /// The streams to read: a merged one, else those of apps and devices, else all that there are.
    ///
    /// - Parameter streams: The streams of one type.
    /// - Returns: Those to read.
    static func chosen(_ streams: [Stream]) -> [Stream] {
        let merged = streams.filter(\.isMerged)
        if !merged.isEmpty { return merged }
        let raw = streams.filter(\.isRaw)
        return raw.isEmpty ? streams : raw
    }

    /// Reads the streams.
    ///
    /// - Parameters:
    ///   - streams: The streams.
    ///   - sink: Receives the samples.
    /// - Throws: What the sink throws.
    mutating func read(_ streams: [Stream], _ sink: inout ReaderSink) throws {
        for (name, all) in Dictionary(grouping: streams, by: \.kind.name).sorted(by: { $0.key < $1.key }) {
            let chosen = Self.chosen(all).map(\.source)
            for stream in all {
                try sink.begin(file: stream.file.path, posted: stream.file.changed)
                if case .counted(let isData) = stream.kind.outcome {
                    try count(stream, "\(name): not read", isData: isData, &sink)
                } else if chosen.contains(stream.source) {
                    try sink.reporting { sink in try read(stream, &sink) }
                } else {
                    try count(stream, "\(name): values that the merged stream has", isData: false, &sink)
                }
            }
        }
    }

    /// Counts the values of a stream that isn't read.
    private func count(_ stream: Stream, _ part: String, isData: Bool, _ sink: inout ReaderSink) throws {
        try sink.reporting { sink in
            var count = 0
            try JSONItems(stream.file.stream(), depth: 2)
                .visit { item in if item.index != nil { count += 1 } }
            sink.passOver(part, count, isData: isData)
        }
    }

    private mutating func read(_ stream: Stream, _ sink: inout ReaderSink) throws {
        var batches = SampleBatches(Self.source(stream))
        var (outOfBed, empty, untyped) = (0, 0, 0)
        try JSONItems(stream.file.stream(), depth: 2)
            .visit { item in
                guard item.name == "Data Points", let index = item.index else { return }
                let place = "Data Points[\(index)]"
                guard let point = try? GoogleFitPoint(item), let value = point.value else {
                    return sink.refuse("not a value with its times", at: place)
                }
                let times = (point.start, point.end)
                switch stream.kind.outcome {
                case .quantity(let type, let unit, let divisor):
                    guard value != 0 else {
                        empty += 1
                        return
                    }
                    try batches.add(type.rawValue, unit, times, value / divisor, place, &sink)
                    note(type, point)
                case .distance:
                    guard value != 0 else {
                        empty += 1
                        return
                    }
                    note(.distanceWalkingRunning, point)
                    guard let type = sessions.distance(from: point.start, to: point.end) else {
                        untyped += 1
                        return
                    }
                    try batches.add(type.rawValue, "m", times, value, place, &sink)
                case .sleep:
                    guard let stage = Int64(exactly: value).flatMap({ GoogleFitKind.stages[$0] }) else {
                        outOfBed += 1
                        return
                    }
                    let type = HKCategoryTypeIdentifier.sleepAnalysis.rawValue
                    try batches.add(type, "", times, Double(stage.rawValue), place, &sink)
                case .counted: break
                }
            }
        try batches.finish(&sink)
        sink.passOver("\(stream.kind.name): out of bed, or a stage that isn't known", outOfBed, isData: false)
        sink.passOver("\(stream.kind.name): of activities without a type of distance", untyped, isData: false)
        sink.passOver("\(stream.kind.name): values of zero", empty, isData: false)
    }

    private mutating func note(_ type: HKQuantityTypeIdentifier, _ point: GoogleFitPoint) {
        guard GoogleFitDays.types.contains(type) else { return }
        days[type, default: GoogleFitDays.Recorded()].add(from: point.start, to: point.end)
    }

    /// The source of a stream: Google Fit for what it merged, else what the file names.
    private static func source(_ stream: Stream) -> ReadSource {
        if stream.isMerged || stream.source.isEmpty { return GoogleFitKind.source }
        let parts = stream.source.split(separator: ":", omittingEmptySubsequences: false).dropFirst(2)
        return ReadSource(
            identifier: "google-fit:\(stream.source)",
            name: parts.isEmpty ? "Google Fit" : "Google Fit: " + parts.filter { !$0.isEmpty }.joined(separator: " ")
        )
    }
}

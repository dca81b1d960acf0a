import Foundation
import HealthKit

/// Reads the streams of Google Fit: JSON with the values of one type from one source.
struct GoogleFitStreams {
    /// A file with a stream.
    struct Stream {
        let file: MemberFile
        let kind: GoogleFitKind
        /// The file's name for its source.
        let source: String

        /// Whether it is what Google Fit makes of all others of its type.
        var isMerged: Bool { source.replacing("_", with: ":").contains(":merge:") }
        /// Whether it was written by one app or device.
        var isRaw: Bool { source.hasPrefix("raw:") }
    }

    /// When values of the types were recorded whose days are summed too.
    private(set) var days: [HKQuantityTypeIdentifier: GoogleFitDays.Recorded] = [:]
    private let sessions: GoogleFitSessions

    init(_ sessions: GoogleFitSessions) { self.sessions = sessions }

    /// The streams to read: a merged one, otherwise those of apps and devices, otherwise all.
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
    /// - Throws: The sink's errors.
    mutating func read(_ streams: [Stream], _ sink: inout ReaderSink) throws {
        for (name, all) in Dictionary(grouping: streams, by: \.kind.name).sorted(by: { $0.key < $1.key }) {
            let chosen = Self.chosen(all).map(\.source)
            for stream in all {
                try sink.begin(file: stream.file.path, posted: stream.file.changed)
                if case .counted(let isData) = stream.kind.outcome {
                    try count(stream, "\(name): not read", isData: isData, &sink)
                } else if chosen.contains(stream.source) {
                    try read(stream, &sink)
                } else {
                    try count(stream, "\(name): values that another stream has", isData: false, &sink)
                }
            }
        }
    }

    /// Counts the values of a stream that isn't read.
    private func count(_ stream: Stream, _ part: String, isData: Bool, _ sink: inout ReaderSink) throws {
        var count = 0
        try sink.reporting { _ in
            try JSONItems(stream.file.stream(), depth: 2)
                .visit { item in if item.index != nil { count += 1 } }
        }
        sink.passOver(part, count, isData: isData)
    }

    /// How many values of a stream become nothing.
    private struct Tally {
        var (outOfBed, empty, untyped) = (0, 0, 0)
    }

    private mutating func read(_ stream: Stream, _ sink: inout ReaderSink) throws {
        var tally = Tally()
        try sink.reporting { sink in
            var batches = SampleBatches(Self.source(stream))
            try batches.gather(into: &sink) { batches, sink in
                try JSONItems(stream.file.stream(), depth: 2)
                    .visit { item in try take(item, of: stream.kind, &batches, &tally, &sink) }
            }
        }
        let name = stream.kind.name
        sink.passOver("\(name): out of bed, or a stage that isn't known", tally.outOfBed, isData: false)
        sink.passOver("\(name): of activities without a type of distance", tally.untyped, isData: false)
        sink.passOver("\(name): values of zero", tally.empty, isData: false)
    }

    private mutating func take(
        _ item: JSONItems.Item,
        of kind: GoogleFitKind,
        _ batches: inout SampleBatches,
        _ tally: inout Tally,
        _ sink: inout ReaderSink
    ) throws {
        guard item.name == "Data Points", let index = item.index else { return }
        let place = "Data Points[\(index)]"
        guard let point = try? GoogleFitPoint(item), let value = point.value else {
            return sink.refuse("not a value with its times", at: place)
        }
        let times = (point.start, point.end)
        switch kind.outcome {
        case .quantity where value == 0, .distance where value == 0: tally.empty += 1
        case .quantity(let type, let unit, let divisor):
            try batches.add(type.rawValue, unit, times, value / divisor, place, &sink)
            note(type, point)
        case .distance:
            note(.distanceWalkingRunning, point)
            if let type = sessions.distance(from: point.start, to: point.end) {
                try batches.add(type.rawValue, "m", times, value, place, &sink)
            } else {
                tally.untyped += 1
            }
        case .sleep:
            if let stage = Int64(exactly: value).flatMap({ GoogleFitKind.stages[$0] }) {
                let type = HKCategoryTypeIdentifier.sleepAnalysis.rawValue
                try batches.add(type, "", times, Double(stage.rawValue), place, &sink)
            } else {
                tally.outOfBed += 1
            }
        case .counted: break
        }
    }

    private mutating func note(_ type: HKQuantityTypeIdentifier, _ point: GoogleFitPoint) {
        guard GoogleFitDays.types.contains(type) else { return }
        days[type, default: GoogleFitDays.Recorded()].add(from: point.start, to: point.end)
    }

    /// The source of a stream: Google Fit for merged streams, otherwise the source named in the file.
    private static func source(_ stream: Stream) -> ReadSource {
        if stream.isMerged || stream.source.isEmpty { return GoogleFitKind.source }
        let parts = stream.source.split(separator: ":", omittingEmptySubsequences: false).dropFirst(2)
        return ReadSource(
            identifier: "google-fit:\(stream.source)",
            name: parts.isEmpty ? "Google Fit" : "Google Fit: " + parts.filter { !$0.isEmpty }.joined(separator: " ")
        )
    }
}

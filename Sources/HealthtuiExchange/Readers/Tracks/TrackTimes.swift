import Foundation

/// Reads the times of tracks, also those without a zone.
struct TrackTimes {
    /// The time in a text.
    enum Reading: Hashable {
        /// Seconds since the reference date.
        case time(Double)
        /// A time of a clock somewhere, as if it were one of UTC.
        case local(Double)
        case none
    }

    private var times = GPXTime()
    private var zone: TimeZone?

    /// Reads a text.
    ///
    /// - Parameter text: The text, without white space around it.
    /// - Returns: The time.
    mutating func reading(_ text: ByteSlice) -> Reading {
        if let time = times.seconds(text) { return .time(time) }
        guard text.count >= 19, text.count <= 32 else { return .none }
        let local = Array(text.buffer) + [UInt8(ascii: "Z")]
        let time = local.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.flatMap { times.seconds(ByteSlice(start: $0, count: buffer.count)) }
        }
        return time.map { .local($0) } ?? .none
    }

    /// The time that a text says, in the person's zone if it names none.
    ///
    /// - Parameters:
    ///   - reading: What the text says.
    ///   - line: The line of the text.
    ///   - report: Receives what is wrong with it.
    ///   - sink: Asks for the zone.
    /// - Returns: Seconds since the reference date, or `nil` if it isn't a time.
    /// - Throws: The question for the zone.
    mutating func seconds(
        _ reading: Reading,
        line: Int,
        _ report: inout TrackReport,
        _ sink: inout ReaderSink
    ) throws -> Double? {
        switch reading {
        case .time(let time): return time
        case .none:
            report.note("a time that can't be read", line: line)
            return nil
        case .local(let local):
            let zone = try self.zone ?? sink.zone(at: "line \(line)")
            self.zone = zone
            guard let found = Self.time(of: local, in: zone) else {
                report.note("a time that the clocks of \(zone.identifier) skip", line: line)
                return nil
            }
            if found.isRepeated { report.repeated(in: zone, line: line) }
            return found.time
        }
    }

    /// The time at which clocks of a zone show another.
    ///
    /// - Parameters:
    ///   - local: What they show, as if it were UTC, in seconds since the reference date.
    ///   - zone: The zone.
    /// - Returns: The time, the first if there are two; `nil` if there is none.
    static func time(of local: Double, in zone: TimeZone) -> (time: Double, isRepeated: Bool)? {
        func offset(_ time: Double) -> Double {
            Double(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: time)))
        }
        let offsets = [offset(local - 86_400), offset(local + 86_400)]
        let found = Set(offsets.map { local - $0 }).filter { $0 + offset($0) == local }
        return found.min().map { ($0, found.count > 1) }
    }
}

extension TrackReport {
    /// Notes a time that clocks show twice; it was taken for the first.
    fileprivate mutating func repeated(in zone: TimeZone, line: Int) {
        count("times that the clocks of \(zone.identifier) show twice, taken for the first")
    }
}

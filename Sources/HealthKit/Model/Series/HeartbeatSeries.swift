import Foundation

/// The heartbeats of a series, in order of time.
package struct HeartbeatSeries: Hashable, Sendable {
    /// One heartbeat.
    package struct Beat: Hashable, Sendable {
        /// Seconds since the start of the series.
        package var time: Double
        /// Whether heartbeats before this one may be missing.
        package var precededByGap: Bool

        package init(time: Double, precededByGap: Bool) {
            self.time = time
            self.precededByGap = precededByGap
        }
    }

    package var beats: [Beat]

    package init(_ beats: [Beat]) { self.beats = beats }

    /// - Throws: `errorInvalidArgument` for times that do not ascend from above 0.
    func check() throws {
        var last = 0.0
        for beat in beats {
            try Self.check(beat.time, after: last)
            last = beat.time
        }
    }

    /// - Throws: `errorInvalidArgument` for a time that isn't after the previous one.
    static func check(_ time: Double, after last: Double) throws {
        guard time.isFinite, time > 0 else {
            throw HKError.invalid("A heartbeat comes after the start of its series, not \(time) seconds after it")
        }
        guard time > last else {
            throw HKError.invalid(
                "A heartbeat at \(time) seconds comes after the one at \(last) seconds, not before it"
            )
        }
    }

    /// The series as bytes: how many heartbeats, then time and gap of each.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.varint(UInt64(beats.count))
        for beat in beats {
            writer.double(beat.time)
            writer.byte(beat.precededByGap ? 1 : 0)
        }
        return writer.bytes
    }

    /// Decodes ``bytes``; `nil` if the bytes are invalid.
    package init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let count = reader.varint(), count <= UInt64(reader.remaining / 9) else { return nil }
        beats = (0..<count)
            .compactMap { _ in
                guard let time = reader.double(), let gap = reader.byte() else { return nil }
                return Beat(time: time, precededByGap: gap != 0)
            }
    }
}

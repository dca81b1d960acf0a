import HealthKit

/// The beats that a sample of heart-rate variability was computed from, as an export lists them.
package struct HeartBeatList: Hashable, Sendable {
    /// One beat.
    package struct Beat: Hashable, Sendable {
        /// The rate between the beat before and this one, as the export has it, in beats a minute.
        package let rate: String
        /// The time of day, as the phone's owner reads clocks: `4:17:18.57 pm`.
        package let time: String

        /// The time in seconds since midnight; `nil` when it cannot be told.
        package var secondsOfDay: Double? { withByteSlice(of: time) { BeatTime.secondsOfDay($0) } }
    }

    /// The beats, in order.
    package let beats: [Beat]

    /// Reads the list as it is kept.
    ///
    /// - Parameter text: `rate@time`, divided by semicolons.
    package init(text: String) {
        beats = text.utf8.split(separator: UInt8(ascii: ";"))
            .map { beat in
                let end = beat.firstIndex(of: UInt8(ascii: "@"))
                let time = end.map { beat[beat.index(after: $0)...] }
                return Beat(
                    rate: String(Substring(beat[..<(end ?? beat.endIndex)])),
                    time: time.map { String(Substring($0)) } ?? ""
                )
            }
    }

    /// The beats of a sample; `nil` when none came with it.
    ///
    /// - Parameter object: Any object.
    package init?(_ object: HKObject) {
        guard case .text(let text) = object.metadataValues?[ImportMetadata.beatsKey] else { return nil }
        self.init(text: text)
    }
}

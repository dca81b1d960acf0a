import HealthKit

/// The beats that a heart-rate variability sample was computed from, as an export lists them.
package struct HeartBeatList: Hashable, Sendable {
    /// One beat.
    package struct Beat: Hashable, Sendable {
        /// The rate between the previous beat and this one, as the export has it, in beats per minute.
        package let rate: String
        /// The time of day, in the phone's clock format: `4:17:18.57 pm`.
        package let time: String

        /// The time in seconds since midnight, or `nil` if it can't be determined.
        package var secondsOfDay: Double? { withByteSlice(of: time) { BeatTime.secondsOfDay($0) } }
    }

    /// The list as it is stored: `rate@time`, separated by semicolons.
    package let text: String

    /// Creates a list from its stored text.
    ///
    /// - Parameter text: `rate@time`, separated by semicolons.
    package init(text: String) {
        self.text = text
    }

    /// The beats, in order.
    package var beats: [Beat] {
        var beats: [Beat] = []
        visit { rate, time in
            beats.append(
                Beat(
                    rate: String(decoding: rate.buffer, as: UTF8.self),
                    time: String(decoding: time.buffer, as: UTF8.self)
                )
            )
            return true
        }
        return beats
    }

    /// Visits the beats in order, without a string for each: an export has millions of them.
    ///
    /// - Parameter body: Receives rate and time, valid during the call, and returns whether to continue.
    func visit(_ body: (_ rate: ByteSlice, _ time: ByteSlice) -> Bool) {
        var text = text
        text.withUTF8 { buffer in
            guard let base = buffer.baseAddress else { return }
            var first = 0
            while first < buffer.count {
                let end = ByteSearch.find(Byte.semicolon, base, first, buffer.count) ?? buffer.count
                defer { first = end &+ 1 }
                if end == first { continue }
                let divider = ByteSearch.find(UInt8(ascii: "@"), base, first, end) ?? end
                let rate = ByteSlice(start: base + first, count: divider &- first)
                let time = ByteSlice(start: base + min(divider &+ 1, end), count: max(0, end &- divider &- 1))
                if !body(rate, time) { return }
            }
        }
    }

    /// The beats of a sample, or `nil` if it has none.
    ///
    /// - Parameter object: Any object.
    package init?(_ object: HKObject) {
        guard case .text(let text) = object.metadataValues?[own: .beats] else { return nil }
        self.init(text: text)
    }
}

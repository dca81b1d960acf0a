/// A value unpacked from the bits of another field.
package struct FITUnpackedValue: Hashable, Sendable {
    /// The field that it is a value of.
    package let field: UInt8
    package let raw: Int64
    /// The scale of `raw`, which need not be that of the field.
    package let scale: Double

    /// The value in the field's unit.
    package var number: Double { Double(raw) / scale }
}

/// A field that holds several others, bit by bit.
///
/// Some hold only the low bits of a growing value, which continues from the one before in the part.
struct FITPackedField {
    private enum Form {
        /// Speed and distance of a `record`: twelve bits each.
        case speedAndDistance
        /// Times of beats of an `hr`: twelve bits each.
        case beats
        /// Activity and intensity of a `monitoring`: five bits and three.
        case activity
    }

    private let form: Form
    private let layout: FITFieldLayout

    /// The packed field of a definition.
    ///
    /// - Parameters:
    ///   - layout: A field.
    ///   - message: The number of the message that has it.
    init?(_ layout: FITFieldLayout, of message: UInt16) {
        guard layout.type == .byte else { return nil }
        switch (message, layout.number) {
        case (FITRecord.message.number, FITRecord.compressedSpeedDistance.rawValue) where layout.size == 3:
            form = .speedAndDistance
        case (FITHeartRate.message.number, FITHeartRate.eventTimestamp12.rawValue): form = .beats
        case (FITMonitoring.message.number, FITMonitoring.currentActivityTypeIntensity.rawValue)
        where layout.size == 1:
            form = .activity
        default: return nil
        }
        self.layout = layout
    }

    /// Whether a field has the full value that packed fields of its message continue from.
    static func isOrigin(_ field: UInt8, of message: UInt16) -> Bool {
        message == FITHeartRate.message.number && field == FITHeartRate.eventTimestamp.rawValue
    }

    /// Unpacks the field of a message.
    ///
    /// - Parameters:
    ///   - address: The message's first field; the whole message has to be readable.
    ///   - counts: The running values of the part.
    ///   - values: Takes the values, in the order in which the bits have them.
    func unpack(_ address: UnsafeRawPointer, _ counts: inout FITCounts, into values: inout [FITUnpackedValue]) {
        let bytes = UnsafeRawBufferPointer(start: address + layout.offset, count: layout.size)
        guard bytes.contains(where: { $0 != .max }) else { return }
        switch form {
        case .activity:
            let byte = Int64(bytes[0])
            values.append(FITUnpackedValue(field: FITMonitoring.activityType.rawValue, raw: byte & 31, scale: 1))
            values.append(FITUnpackedValue(field: FITMonitoring.intensity.rawValue, raw: byte >> 5, scale: 1))
        case .speedAndDistance:
            let speed = Self.twelve(0, bytes)
            if speed != 0xFFF {
                values.append(FITUnpackedValue(field: FITRecord.speed.rawValue, raw: speed, scale: 100))
            }
            let distance = Self.next(after: counts.distance, Self.twelve(1, bytes))
            counts.distance = distance
            values.append(FITUnpackedValue(field: FITRecord.distance.rawValue, raw: distance, scale: 16))
        case .beats:
            // The low bits say nothing before the first full time.
            guard var time = counts.beat else { return }
            for index in 0..<bytes.count * 8 / 12 {
                time = Self.next(after: time, Self.twelve(index, bytes))
                values.append(FITUnpackedValue(field: FITHeartRate.eventTimestamp.rawValue, raw: time, scale: 1_024))
            }
            counts.beat = time
        }
    }

    /// Twelve bits of bytes whose lowest bits come first.
    private static func twelve(_ index: Int, _ bytes: UnsafeRawBufferPointer) -> Int64 {
        let first = index &* 12 / 8
        let pair = Int64(bytes[first]) | Int64(bytes[first &+ 1]) << 8
        return index % 2 == 0 ? pair & 0xFFF : pair >> 4
    }

    private static func next(after last: Int64, _ low: Int64) -> Int64 { last &+ ((low &- last) & 0xFFF) }
}

/// The running values of a part's packed fields.
struct FITCounts {
    /// The time of the last beat in 1/1,024 s; `nil` before the first.
    var beat: Int64?
    /// The distance in 1/16 m.
    var distance: Int64 = 0

    /// Takes a full value.
    mutating func take(_ origin: FITFieldLayout, _ address: UnsafeRawPointer, isBigEndian: Bool) {
        guard origin.size == origin.type.size else { return }
        let value = origin.type.value(at: address + origin.offset, isBigEndian: isBigEndian)
        if case .integer(let beat) = value { self.beat = beat }
    }
}

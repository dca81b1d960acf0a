/// A point of a track: what a file says of one time.
///
/// Fields that it doesn't have are NaN.
struct TrackPoint: BitwiseCopyable {
    var time = Double.nan
    var latitude = Double.nan
    var longitude = Double.nan
    var altitude = Double.nan
    var speed = Double.nan
    var course = Double.nan
    /// Since the track's start, in meters.
    var distance = Double.nan
    var heartRate = Double.nan
    var cadence = Double.nan
    var power = Double.nan
    /// The part of the track between two pauses.
    var part: UInt32 = 0
    var line: UInt32 = 0
    /// Whether its time is one that can't be read.
    var hasBadTime = false

    /// Whether it says where it is.
    var isPlaced: Bool { latitude.isFinite && longitude.isFinite }

    /// Whether it says nothing but its time.
    var isBare: Bool { fields.dropFirst().allSatisfy(\.isNaN) }

    /// Whether both say the same.
    func says(as other: TrackPoint) -> Bool {
        zip(fields, other.fields).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) }
    }

    private var fields: [Double] {
        [time, latitude, longitude, altitude, speed, course, distance, heartRate, cadence, power]
    }
}

extension XMLScanner {
    /// The number in the element that ends.
    ///
    /// - Parameter report: Receives a text that isn't a number.
    /// - Returns: The number; not a number if there is none.
    func number(_ report: inout TrackReport) -> Double {
        var isMissing = false
        let number = withText { text -> Double? in
            isMissing = text.isEmpty
            return text.plainDecimal
        }
        if let number { return number }
        if !isMissing { report.note("\(localName.text) isn't a number", line: line) }
        return .nan
    }
}

extension ByteSlice {
    /// The finite number in these bytes, in decimal digits, or `nil`.
    var plainDecimal: Double? {
        guard count <= 400,
            buffer.allSatisfy({ byte in
                Byte.digit(byte) <= 9 || byte == Byte.period || byte == Byte.minus || byte == Byte.plus
                    || byte | 0x20 == UInt8(ascii: "e")
            }), let number = decimal, number.isFinite
        else { return nil }
        return number
    }
}

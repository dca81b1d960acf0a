import RandomTesting

@testable import HealthtuiExchange

/// A run as a watch writes it: a FIT file with a record a second.
struct FITRunFile {
    /// What a record says; the largest numbers are none.
    struct Record {
        /// Degrees in parts of 2³¹ of 180.
        var latitude = Int32.max
        var longitude = Int32.max
        /// Fifths of a metre above −500 m.
        var altitude = UInt16.max
        /// Beats a minute.
        var rate: UInt8 = 140

        var isPlaced: Bool { latitude != .max }
    }

    /// The watch's serial number.
    var serial: UInt32 = 1
    /// The start time, in seconds of FIT.
    var start: UInt32
    var records: [Record]

    /// The number of records that say where they were.
    var placed: Int { records.count(where: \.isPlaced) }

    init(serial: UInt32 = 1, start: UInt32, records: [Record]) {
        (self.serial, self.start, self.records) = (serial, start, records)
    }

    /// A run somewhere, of some places.
    init(_ generator: inout SeededGenerator) {
        start = UInt32.random(in: 1_000_000_000...1_100_000_000, using: &generator)
        var place = (
            latitude: Int32.random(in: -1_000_000_000...1_000_000_000, using: &generator),
            longitude: Int32.random(in: -2_000_000_000...2_000_000_000, using: &generator)
        )
        records = []
        for _ in 0..<Int.random(in: 5...60, using: &generator) {
            place.latitude += Int32.random(in: -500...500, using: &generator)
            place.longitude += Int32.random(in: -500...500, using: &generator)
            var record = Record()
            if Int.random(in: 0..<8, using: &generator) > 0 {
                (record.latitude, record.longitude) = place
                if Bool.random(using: &generator) {
                    record.altitude = UInt16.random(in: 2_000...20_000, using: &generator)
                }
            }
            records.append(record)
        }
    }

    /// The file.
    var bytes: [UInt8] {
        var maker = FITMaker()
        let end = start + UInt32(records.count - 1)
        let duration = maker.bytes((end - start) * 1_000)
        maker.define(0, 0, [(0, 1, .enum), (1, 2, .uint16), (2, 2, .uint16), (3, 4, .uint32z), (4, 4, .uint32)])
        maker.message(0, [4, 1, 0, 1, 0], maker.bytes(serial), maker.bytes(start))
        maker.define(1, 20, [(253, 4, .uint32), (0, 4, .sint32), (1, 4, .sint32), (2, 2, .uint16), (3, 1, .uint8)])
        for (index, record) in records.enumerated() {
            maker.message(
                1,
                maker.bytes(start + UInt32(index)),
                maker.bytes(record.latitude),
                maker.bytes(record.longitude),
                maker.bytes(record.altitude),
                [record.rate]
            )
        }
        maker.define(2, 18, [(253, 4, .uint32), (2, 4, .uint32), (7, 4, .uint32), (8, 4, .uint32), (5, 1, .enum)])
        maker.message(2, maker.bytes(end), maker.bytes(start), duration, duration, [1])
        return maker.part()
    }
}

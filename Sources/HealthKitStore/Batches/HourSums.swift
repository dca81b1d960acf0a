/// The sums of a batch's samples by the hour, so that sums over whole hours need none of its columns.
///
/// Hours are those of UTC: 3,600 seconds each, since 2001-01-01T00:00:00Z. A batch has them if its values are whole
/// numbers, whose sums don't depend on their order, and if it has few hours in relation to its samples.
struct HourSums: Equatable {
    /// The order of a batch's samples.
    enum Order: UInt8 {
        /// No particular order.
        case any = 0
        /// Each lasts, and ends before the next starts.
        case sequence = 1
        /// Each is an instant at a whole second, and no two are at the same.
        case instants = 2
    }

    /// The sums as stored in the header.
    ///
    /// The order, the number of the first hour, how many hours there are, and of each how many samples start in it and whether one
    /// lasts beyond it. Of a sequence there is the sum; otherwise the least value, how far the greatest is from it, and what the
    /// sum is more than if all had the least. Of instants there are also the second of the first, the seconds from there to the
    /// last, how far the last value is from the least, and what the sum of values times the seconds that they hold until the
    /// next is more than if all had the least.
    let bytes: [UInt8]

    static let length = 3_600.0
    /// The fewest samples an hour, on average, for which sums are kept: fewer are read as fast one by one.
    static func leastDensity(_ order: Order) -> Int { order == .sequence ? leastOfAny : 16 }
    private static let leastOfAny = 6
    /// Larger values are not summed up.
    private static let valueLimit = 0x1p31
    /// Hours farther from 2001 than this many have no sums.
    private static let hourLimit = 0x1p32

    /// Reads the sums of a header.
    /// - Throws: ``StoreError/Code/damaged`` for more bytes than there can be, or none.
    init(bytes: UnsafeRawBufferPointer) throws {
        guard !bytes.isEmpty, bytes.count <= HourSums.largest else {
            throw StoreError.damaged("the hours of a batch make no sense")
        }
        self.bytes = Array(bytes)
    }

    private static var largest: Int { BatchCodec.maximumCount / leastOfAny * 64 }

    /// The order of the samples.
    var order: Order { Order(rawValue: bytes[0]) ?? .any }

    // MARK: Writing

    /// Sums up rows; nil if their values aren't whole numbers or there are many hours.
    init?(_ rows: BatchRows, _ range: Range<Int>) {
        func number(_ start: Double) -> Double { (start / HourSums.length).rounded(.down) }
        let (first, last) = (number(rows.starts[range.lowerBound]), number(rows.starts[range.upperBound - 1]))
        guard first.magnitude < HourSums.hourLimit, last.magnitude < HourSums.hourLimit,
            last - first < Double(range.count / HourSums.leastOfAny)
        else { return nil }
        var hours = [Tally](repeating: Tally(), count: Int(last - first) + 1)
        var (isSequence, areInstants) = (true, true)
        var (latestStart, latestEnd) = (-Double.infinity, -Double.infinity)
        var (hour, hourEnd) = (0, (first + 1) * HourSums.length)
        for row in range {
            let (start, end, value) = (rows.starts[row], rows.ends[row], rows.values[row])
            guard value.magnitude < HourSums.valueLimit, Double(Int64(value)).bitPattern == value.bitPattern else {
                return nil
            }
            if start >= hourEnd {
                hour = Int(number(start) - first)
                hourEnd = (first + Double(hour + 1)) * HourSums.length
            }
            isSequence = isSequence && start >= latestEnd && end > start
            areInstants = areInstants && start > latestStart && end == start && Double(Int64(start)) == start
            hours[hour].add(Int64(value), from: start, until: end)
            (latestStart, latestEnd) = (start, max(latestEnd, end))
        }
        let order: Order = areInstants ? .instants : isSequence ? .sequence : .any
        guard hours.count <= range.count / HourSums.leastDensity(order) else { return nil }
        bytes = HourSums.bytes(hours, first: Int64(first), order)
    }

    private struct Tally {
        var count: Int64 = 0
        var sum: Int64 = 0
        var least = Int64.max
        var greatest = Int64.min
        var latestEnd = -Double.infinity
        // Good for instants alone.
        var (first, last) = (0.0, 0.0)
        var lastValue: Int64 = 0
        var held = 0.0

        mutating func add(_ value: Int64, from start: Double, until end: Double) {
            if count == 0 { first = start } else { held += Double(lastValue) * (start - last) }
            count += 1
            sum += value
            least = min(least, value)
            greatest = max(greatest, value)
            latestEnd = max(latestEnd, end)
            (last, lastValue) = (start, value)
        }
    }

    private static func bytes(_ hours: [Tally], first: Int64, _ order: Order) -> [UInt8] {
        let out = ByteBuffer(capacity: 16 * hours.count + 24)
        out.append(order.rawValue)
        out.append(first)
        out.append(varint: UInt64(hours.count))
        var latest = -Double.infinity
        for (index, hour) in hours.enumerated() {
            latest = max(latest, hour.latestEnd)
            let start = Double(first + Int64(index)) * length
            out.append(varint: UInt64(hour.count) << 1 | (latest > start + length ? 1 : 0))
            if hour.count == 0 { continue }
            if order == .sequence {
                out.append(varint: UInt64(bitPattern: hour.sum << 1 ^ hour.sum >> 63))
                continue
            }
            out.append(varint: UInt64(bitPattern: hour.least << 1 ^ hour.least >> 63))
            out.append(varint: UInt64(hour.greatest - hour.least))
            out.append(varint: UInt64(hour.sum - hour.count * hour.least))
            guard order == .instants else { continue }
            out.append(varint: UInt64(hour.first - start))
            out.append(varint: UInt64(hour.last - hour.first))
            out.append(varint: UInt64(hour.lastValue - hour.least))
            out.append(varint: UInt64(hour.held - Double(hour.least) * (hour.last - hour.first)))
        }
        return Array(out.bytes)
    }

    // MARK: Reading

    /// The order, the number of the first hour, and how many hours there are.
    private static func outline(_ cursor: inout ByteCursor, _ count: Int) throws -> (Order, first: Int64, count: Int) {
        let order = Order(rawValue: try cursor.byte())
        let first = try cursor.int64()
        let hourCount = try cursor.varint()
        guard let order, Double(first).magnitude < hourLimit, hourCount <= UInt64(count / leastDensity(order)) else {
            throw StoreError.damaged("the hours of a batch make no sense")
        }
        return (order, first, Int(hourCount))
    }

    /// Whether each of some times is the end of an hour that no sample lasts beyond; the sums themselves are skipped.
    ///
    /// - Parameters:
    ///   - times: times in ascending order, in seconds since 2001-01-01T00:00:00Z.
    ///   - count: how many samples the batch has.
    /// - Returns: whether they are.
    /// - Throws: ``StoreError/Code/damaged``.
    func isDivided(at times: some Sequence<Double>, _ count: Int) throws -> Bool {
        try bytes.withUnsafeBytes { bytes in
            var cursor = try ByteCursor(bytes, 0..<bytes.count)
            let (order, first, hourCount) = try HourSums.outline(&cursor, count)
            let numbers = order == .sequence ? 1 : order == .any ? 3 : 7
            var (next, isCrossed) = (0, true)
            for time in times {
                let end = time / HourSums.length - Double(first)
                guard end >= 1, end <= Double(hourCount), let end = Int(exactly: end) else { return false }
                while next < end {
                    let head = try cursor.varint()
                    if head > 1 { try cursor.skipVarints(numbers) }
                    isCrossed = head & 1 == 1
                    next += 1
                }
                if isCrossed { return false }
            }
            return true
        }
    }

    /// The number that was written as twice its amount, and less one where it is below zero.
    @inline(__always)
    private static func signed(_ number: UInt64) -> Double {
        Double(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
    }

    /// Reads the hours.
    ///
    /// - Parameters:
    ///   - count: how many samples the batch has.
    ///   - hours: Receives them; earlier contents are replaced.
    /// - Returns: the number of the first.
    /// - Throws: ``StoreError/Code/damaged``.
    func read(_ count: Int, into hours: inout [StoredHour]) throws -> Int64 {
        hours.removeAll(keepingCapacity: true)
        return try bytes.withUnsafeBytes { bytes in
            var cursor = try ByteCursor(bytes, 0..<bytes.count)
            let (order, first, hourCount) = try HourSums.outline(&cursor, count)
            hours.reserveCapacity(hourCount)
            var left = UInt64(count)
            var start = Double(first) * HourSums.length
            for _ in 0..<hourCount {
                let head = try cursor.varint()
                let samples = head >> 1
                guard samples <= left else { throw StoreError.damaged("a batch has more samples by the hour") }
                left -= samples
                var hour = StoredHour(count: Int(samples), isCrossed: head & 1 == 1)
                if samples > 0 {
                    let number = try cursor.varint()
                    if order == .sequence {
                        hour.sum = HourSums.signed(number)
                    } else {
                        try hour.read(&cursor, least: HourSums.signed(number), start: start, order)
                    }
                }
                hours.append(hour)
                start += HourSums.length
            }
            guard left == 0, cursor.remaining == 0 else {
                throw StoreError.damaged("a batch has fewer samples by the hour")
            }
            return first
        }
    }
}

/// The sums of the samples that start in an hour.
package struct StoredHour: Equatable, Sendable {
    /// The number of samples.
    package var count: Int
    /// Whether a sample that starts in it, or before it in its batch, lasts beyond its end.
    var isCrossed: Bool
    package fileprivate(set) var sum = 0.0
    /// The least and the greatest value; 0 where there are no samples, and of a sequence.
    package private(set) var minimum = 0.0
    package private(set) var maximum = 0.0
    /// When the first and the last instant are, in seconds since 2001-01-01T00:00:00Z; 0 if samples aren't instants.
    package private(set) var first = 0.0
    package private(set) var last = 0.0
    /// The value of the last.
    package private(set) var lastValue = 0.0
    /// The sum of the other values, each times the seconds until the next instant.
    package private(set) var held = 0.0

    init(count: Int, isCrossed: Bool) {
        self.count = count
        self.isCrossed = isCrossed
    }

    /// Reads the part after the least value, for samples that aren't a sequence.
    fileprivate mutating func read(
        _ cursor: inout ByteCursor,
        least: Double,
        start: Double,
        _ order: HourSums.Order
    ) throws {
        minimum = least
        maximum = minimum + Double(try cursor.varint())
        sum = minimum * Double(count) + Double(try cursor.varint())
        guard order == .instants else { return }
        self.first = start + Double(try cursor.varint())
        let seconds = Double(try cursor.varint())
        last = self.first + seconds
        lastValue = minimum + Double(try cursor.varint())
        held = minimum * seconds + Double(try cursor.varint())
    }
}

import Foundation

/// The offsets of a time zone as its file of the tz database tells them, read without Foundation's calendar.
struct ZoneFile {
    /// Moments of change, in seconds after 1970, ascending.
    let changes: [Int]
    /// The offset from each change on.
    let offsets: [Int]
    /// The offset before the first change.
    let first: Int

    static let folder = "/usr/share/zoneinfo/"

    /// Reads the file of a zone; `nil` when there is none, or it is older than the format's second version.
    init?(_ identifier: String) {
        guard let data = FileManager.default.contents(atPath: Self.folder + identifier) else { return nil }
        let bytes = [UInt8](data)
        guard bytes.count > 88, bytes.starts(with: Array("TZif".utf8)), bytes[4] >= UInt8(ascii: "2") else {
            return nil
        }
        func number(_ place: Int, _ length: Int) -> Int {
            let bits = bytes[place..<place + length].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return length == 4 ? Int(Int32(truncatingIfNeeded: bits)) : Int(Int64(bitPattern: bits))
        }
        func counts(_ header: Int) -> [Int] { (0..<6).map { number(header + 20 + 4 * $0, 4) } }
        // The first part has 32-bit times; the second one, behind it, 64-bit times.
        let old = counts(0)
        let header = 44 + old[3] * 5 + old[4] * 6 + old[5] + old[2] * 8 + old[1] + old[0]
        guard header + 44 <= bytes.count else { return nil }
        let counts = counts(header)
        let times = header + 44
        let indices = times + 8 * counts[3]
        let types = indices + counts[3]
        guard types + 6 * counts[4] <= bytes.count, counts[4] > 0 else { return nil }
        let known = (0..<counts[4]).map { number(types + 6 * $0, 4) }
        changes = (0..<counts[3]).map { number(times + 8 * $0, 8) }
        offsets = (0..<counts[3]).map { known[Int(bytes[indices + $0])] }
        first = known[0]
    }

    /// The offset at a moment.
    func offset(_ time: Int) -> Int {
        let next = position(time)
        return next > 0 ? offsets[next - 1] : first
    }

    /// The first change after a moment.
    private func position(_ time: Int) -> Int {
        var low = 0
        var high = changes.count
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The ranges of one offset between two moments.
    func ranges(from start: Int, to end: Int) -> [(from: Int, to: Int, offset: Int)] {
        var found: [(from: Int, to: Int, offset: Int)] = []
        var from = start
        var next = position(start)
        while from < end {
            let to = next < changes.count ? min(changes[next], end) : end
            found.append((from, to, next > 0 ? offsets[next - 1] : first))
            from = to
            next += 1
        }
        return found
    }

    /// When the local days begin that do so between two moments: the first moment at which the clocks show each.
    ///
    /// A day that the clocks pass over is missing.
    func dayStarts(from start: Int, to end: Int) -> [Int] {
        var starts: [Int] = []
        var last = Self.floor(start - 1 + offset(start - 1), 86_400)
        for range in ranges(from: start, to: end) {
            var day = max(last + 1, Self.floor(range.from + range.offset, 86_400))
            while day * 86_400 - range.offset < range.to {
                starts.append(max(range.from, day * 86_400 - range.offset))
                last = day
                day += 1
            }
        }
        return starts
    }

    /// When a local day begins, in days after 1970; `nil` for one that the clocks pass over.
    func start(ofDay day: Int) -> Int? {
        let middle = day * 86_400
        for range in ranges(from: middle - 180_000, to: middle + 180_000) {
            let start = max(range.from, middle - range.offset)
            if start < range.to, start + range.offset < middle + 86_400 { return start }
        }
        return nil
    }

    static func floor(_ number: Int, _ divisor: Int) -> Int {
        number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor)
    }
}

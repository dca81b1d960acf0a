import Foundation
import GRDB
import RandomTesting
import Testing

@testable import HealthKitStore

/// What a header says of each hour is what the rows of that hour come to, and stands for them where that is enough.
@Suite("Sums by the hour") struct HourSumsTests {
    /// How rows follow each other.
    private enum Style: CaseIterable {
        case instants
        case sequence
        case anyhow
    }

    /// Rows of whole numbers, some a minute.
    private static func rows(_ style: Style, _ count: Int, _ random: inout SeededGenerator) -> BatchRows {
        let rows = BatchRows(capacity: count)
        rows.setCount(count)
        var time = Double(Int.random(in: -40_000...40_000, using: &random))
        for row in 0..<count {
            time += Double(Int.random(in: 1...240, using: &random))
            rows.starts[row] = time
            switch style {
            case .instants: rows.ends[row] = time
            case .sequence:
                rows.ends[row] = time + Double(Int.random(in: 1...60, using: &random))
                time = rows.ends[row]
            case .anyhow: rows.ends[row] = time + Double(Int.random(in: 0...9_000, using: &random))
            }
            rows.values[row] = Double(Int.random(in: -50...200, using: &random))
            rows.creations[row] = time
            rows.anchors[row] = Int64(row + 1)
            rows.ordinals[row] = 0
        }
        return rows
    }

    /// A row as a sample to save.
    private static func sample(_ rows: BatchRows, _ row: Int, _ type: TypeID, _ source: SourceID) -> NewSample {
        NewSample(
            type: type,
            source: source,
            start: rows.starts[row],
            end: rows.ends[row],
            value: rows.values[row],
            creation: rows.creations[row],
            identity: .derived
        )
    }

    private static func number(_ time: Double) -> Int { Int((time / 3_600).rounded(.down)) }

    @Test("Each hour says what its rows come to", arguments: 0..<40)
    func hours(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let style = try #require(Style.allCases.randomElement(using: &random))
        let rows = Self.rows(style, Int.random(in: 200...900, using: &random), &random)
        let sums = try #require(HourSums(rows, 0..<rows.count))
        #expect(sums.order == [.instants: .instants, .sequence: .sequence, .anyhow: HourSums.Order.any][style])
        var hours: [StoredHour] = []
        let first = Int(try sums.read(rows.count, into: &hours))
        #expect(first == Self.number(rows.starts[0]))
        #expect(first + hours.count - 1 == Self.number(rows.starts[rows.count - 1]))
        for (index, hour) in hours.enumerated() {
            let own = (0..<rows.count).filter { Self.number(rows.starts[$0]) == first + index }
            let values = own.map { rows.values[$0] }
            let end = Double(first + index + 1) * 3_600
            #expect(hour.count == own.count && hour.sum == values.reduce(0, +))
            if style != .sequence {
                #expect(hour.minimum == values.min() ?? 0 && hour.maximum == values.max() ?? 0)
            }
            let isCrossed = (0..<rows.count).contains { rows.starts[$0] < end && rows.ends[$0] > end }
            #expect(hour.isCrossed == isCrossed)
            #expect(try sums.isDivided(at: [end], rows.count) == !isCrossed)
            guard style == .instants, let one = own.first, let last = own.last else { continue }
            #expect(hour.first == rows.starts[one] && hour.last == rows.starts[last])
            #expect(hour.lastValue == rows.values[last])
            let held = own.dropLast().reduce(0) { $0 + rows.values[$1] * (rows.starts[$1 + 1] - rows.starts[$1]) }
            #expect(hour.held == held)
        }
        let start = Double(first) * 3_600
        let open = hours.indices.filter { !hours[$0].isCrossed }.map { start + Double($0 + 1) * 3_600 }
        #expect(try sums.isDivided(at: open, rows.count))
        for time in [start, start + 1_800, start + Double(hours.count + 1) * 3_600] {
            #expect(try !sums.isDivided(at: [time], rows.count))
        }
    }

    @Test("Rows that are far apart, and values that are no whole numbers, have none")
    func none() {
        var random = SeededGenerator(seed: 1)
        for value in [0.5, -0.0, 0x1p31, -0x1p40, .greatestFiniteMagnitude] {
            let rows = Self.rows(.instants, 300, &random)
            #expect(HourSums(rows, 0..<rows.count) != nil)
            rows.values[200] = value
            #expect(HourSums(rows, 0..<rows.count) == nil, "\(value)")
        }
        let rows = Self.rows(.instants, 300, &random)
        rows.starts[299] += 40 * 3_600
        #expect(HourSums(rows, 0..<rows.count) == nil)
        #expect(HourSums(rows, 0..<299) != nil)
        #expect(HourSums(rows, 0..<15) == nil)
        rows.starts[299] = .greatestFiniteMagnitude
        #expect(HourSums(rows, 0..<rows.count) == nil)
    }

    @Test("Instants at fractions of a second, or together, are none that hold for whole seconds")
    func otherInstants() throws {
        var random = SeededGenerator(seed: 2)
        let fractions = Self.rows(.instants, 300, &random)
        (fractions.starts[5], fractions.ends[5]) = (fractions.starts[5] + 0.5, fractions.starts[5] + 0.5)
        #expect(HourSums(fractions, 0..<300)?.order == HourSums.Order.any)
        let together = Self.rows(.instants, 300, &random)
        (together.starts[6], together.ends[6]) = (together.starts[5], together.ends[5])
        #expect(HourSums(together, 0..<300)?.order == HourSums.Order.any)
    }

    @Test("A header comes back with its hours, where they are asked for, and is read without them otherwise")
    func header() throws {
        var random = SeededGenerator(seed: 3)
        let rows = Self.rows(.sequence, 400, &random)
        var header = BatchHeader(group: 3, id: 8, rows: rows, range: 0..<400)
        let out = ByteBuffer()
        header.encode(into: out)
        #expect(out.count == BatchHeader.size)
        #expect(try BatchHeader(group: 3, id: 8, anchorFirst: 1, bytes: out.bytes, withHours: true).hours == nil)
        header.hours = HourSums(rows, 0..<400)
        header.encode(into: out)
        #expect(
            try BatchHeader(group: 3, id: 8, anchorFirst: 1, bytes: out.bytes, withHours: true).hours == header.hours
        )
        #expect(try BatchHeader(group: 3, id: 8, anchorFirst: 1, bytes: out.bytes).hours == nil)
        let bytes = Array(out.bytes)
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 0x10
            #expect(throws: StoreError.self, "byte \(index)") {
                try damaged.withUnsafeBytes { try BatchHeader(group: 3, id: 8, anchorFirst: 1, bytes: $0) }
            }
        }
    }

    @Test("Forged hours are an error or numbers, never a trap", arguments: 0..<20)
    func forged(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rows = Self.rows(seed % 2 == 0 ? .instants : .anyhow, 300, &random)
        let bytes = try #require(HourSums(rows, 0..<300)).bytes
        var hours: [StoredHour] = []
        for _ in 0..<500 {
            var forged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                forged[Int.random(in: 0..<forged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { forged.removeLast(Int.random(in: 0..<forged.count, using: &random)) }
            let sums = try? forged.withUnsafeBytes { try HourSums(bytes: $0) }
            _ = try? sums?.read(300, into: &hours)
            _ = try? sums?.isDivided(at: [Double.random(in: -1e6...1e6, using: &random), .infinity], 300)
        }
    }

    // MARK: In a store

    /// A store with samples of a source, a part of which is written in a few places again.
    private struct Filled {
        let fixture: StoreFixture
        let type: TypeID

        init(_ kind: StoreKind, _ style: Style, _ random: inout SeededGenerator) throws {
            fixture = try StoreFixture(kind) { if kind != .tinyBatches { $0.batchCapacity = 64 } }
            let rows = HourSumsTests.rows(style, 1_500, &random)
            var (type, samples): (TypeID, [NewSample]) = (0, [])
            try fixture.store.write { writer in
                type = try writer.intern(.type, [1])
                let source = try writer.intern(.source, [2])
                samples = (0..<rows.count)
                    .map { row in
                        NewSample(
                            type: type,
                            source: source,
                            start: rows.starts[row],
                            end: rows.ends[row],
                            // Some ranges are of other numbers.
                            value: row / 200 % 3 == 2 ? rows.values[row] / 2 : rows.values[row],
                            creation: rows.creations[row],
                            identity: row % 5 == 0 ? .uuid(UUID()) : .derived
                        )
                    }
            }
            self.type = type
            samples.shuffle(using: &random)
            for part in stride(from: 0, to: samples.count, by: 400) {
                try fixture.store.write { try $0.insert(Array(samples[part..<min(part + 400, samples.count)])) }
            }
        }
    }

    @Test(
        "Hourly sums replace a batch only where no interval and no bound cuts it, and give the same totals",
        arguments: StoreKind.allCases
    )
    func inStead(kind: StoreKind) throws {
        let seed = newSeed()
        var random = SeededGenerator(seed: seed)
        for style in Style.allCases {
            let filled = try Filled(kind, style, &random)
            var (summed, read) = (0, 0)
            for _ in 0..<60 {
                let (low, high) = (-60_000.0, 400_000.0)
                var edges = stride(
                    from: low,
                    to: high,
                    by: [3_600, 7_200, 86_400, 600_000].randomElement(using: &random) ?? 3_600
                )
                .map { ($0 / 3_600).rounded() * 3_600 }
                if Int.random(in: 0..<4, using: &random) == 0 { edges = edges.map { $0 + 1_800 } }
                if Int.random(in: 0..<4, using: &random) == 0 { edges = [-.infinity, .infinity] }
                var request = ScanRequest(type: filled.type)
                if Int.random(in: 0..<3, using: &random) == 0 {
                    request.startLower = Double(Int.random(in: -60_000...100_000, using: &random))
                    request.endUpper = request.startLower + 90_000
                }
                let order: HourlyNeed.Order = style == .instants ? .instants : style == .sequence ? .sequence : .any
                let need = HourlyNeed(edges: edges, order: order)
                let hasExtremes = style != .sequence
                try filled.fixture.store.read { reader in
                    for group in try reader.columnGroups(request) {
                        let plain = try Self.buckets(
                            reader.cursor(group, request),
                            request,
                            edges,
                            hasExtremes: hasExtremes
                        )
                        let found = try Self.buckets(
                            reader.cursor(group, request, need),
                            request,
                            edges,
                            hasExtremes: hasExtremes
                        )
                        #expect(found.buckets == plain.buckets, "seed \(seed), \(edges.prefix(3)), \(request)")
                        summed += found.summed
                        read += found.read
                    }
                }
            }
            // Both happen; batches of four rows have no sums.
            #expect(
                (summed > 50) == (kind != .tinyBatches) && read > 50,
                "\(style): \(summed) and \(read), seed \(seed)"
            )
        }
    }

    @Test(
        "A batch whose first or last sample starts together with one of its neighbour is read",
        arguments: [false, true]
    )
    func startingTogether(isTogether: Bool) throws {
        var random = SeededGenerator(seed: 6)
        let rows = Self.rows(.sequence, 128, &random)
        if isTogether { (rows.starts[64], rows.ends[64]) = (rows.starts[63], rows.starts[65]) }
        let fixture = try StoreFixture(.file) { $0.batchCapacity = 64 }
        let type = try fixture.store.write { writer in
            let type = try writer.intern(.type, [1])
            let source = try writer.intern(.source, [2])
            try writer.insert((0..<128).map { Self.sample(rows, $0, type, source) })
            return type
        }
        let request = ScanRequest(type: type)
        let need = HourlyNeed(edges: [-.infinity, .infinity], order: .sequence)
        let areSummed = try fixture.store.read { reader in
            let group = try #require(try reader.columnGroups(request).first)
            let cursor = try reader.cursor(group, request, need)
            var areSummed: [Bool] = []
            while let part = try cursor.nextPart() {
                if case .hours = part { areSummed.append(true) } else { areSummed.append(false) }
            }
            return areSummed
        }
        #expect(areSummed == [!isTogether, !isTogether])
    }

    @Test("Hours that say something else than the samples are found, and a repair writes them anew")
    func wrong() throws {
        var random = SeededGenerator(seed: 5)
        let filled = try Filled(.file, .instants, &random)
        let path = filled.fixture.path
        filled.fixture.close()
        let queue = try DatabaseQueue(path: StoreFileSystem.standard.uri(path))
        try queue.inDatabase { database in
            let row = try #require(
                try Row.fetchOne(
                    database,
                    sql: "SELECT * FROM batch WHERE length(header) > \(BatchHeader.size) LIMIT 1"
                )
            )
            let bytes: Data = row["header"]
            var header = try bytes.withUnsafeBytes {
                try BatchHeader(
                    group: row["sample_group"],
                    id: row["id"],
                    anchorFirst: row["anchor_first"],
                    bytes: $0,
                    withHours: true
                )
            }
            var hours = try #require(header.hours).bytes
            hours[hours.count - 1] ^= 1
            header.hours = try hours.withUnsafeBytes { try HourSums(bytes: $0) }
            let out = ByteBuffer()
            header.encode(into: out)
            try database.execute(
                sql: "UPDATE batch SET header = ? WHERE id = ?",
                arguments: [Data(out.bytes), header.id]
            )
        }
        try queue.close()
        let store = try SampleStore(at: .file(path))
        let findings = try store.inspect().findings
        store.close()
        #expect(findings.count == 1 && findings.allSatisfy { "\($0)".contains("sums by the hour") }, "\(findings)")
        let report = try SampleStore.repair(path, to: path + "-repaired")
        #expect(report.remaining == [])
    }

    @Test("A store of an earlier format, which others read, has none until it is taken over")
    func earlierFormat() throws {
        var random = SeededGenerator(seed: 4)
        let fixture = try StoreFixture(.file)
        fixture.close()
        let queue = try DatabaseQueue(path: StoreFileSystem.standard.uri(fixture.path))
        try queue.inDatabase { try $0.execute(sql: "PRAGMA user_version = 3") }
        // Somebody has it open, so that it stays what it is.
        try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL; SELECT * FROM state") }
        var options = StoreOptions()
        options.busyTimeout = 0.1
        let rows = Self.rows(.instants, 300, &random)
        func save(_ store: SampleStore, _ rows: Range<Int>, _ all: BatchRows) throws {
            try store.write { writer in
                let type = try writer.intern(.type, [1])
                let source = try writer.intern(.source, [2])
                try writer.insert(rows.map { Self.sample(all, $0, type, source) })
            }
        }
        func sizes(_ store: SampleStore) throws -> [Int] {
            try store.read { try Int.fetchAll($0.connection.database, sql: "SELECT length(header) FROM batch") }
        }
        let store = try SampleStore(at: .file(fixture.path), options: options)
        try save(store, 0..<200, rows)
        #expect(try sizes(store) == [BatchHeader.size])
        store.close()
        try queue.close()
        // What was written then stays as it is until it is written again.
        let again = try SampleStore(at: .file(fixture.path))
        #expect(try sizes(again) == [BatchHeader.size])
        #expect(try again.inspect().findings == [])
        try save(again, 200..<300, rows)
        #expect(try sizes(again).allSatisfy { $0 > BatchHeader.size })
        #expect(try again.inspect().findings == [])
        again.close()
    }

    private struct Bucket: Equatable {
        var count = 0
        var sum = 0.0
        var least = Double.infinity
        var greatest = -Double.infinity
    }

    /// What touches each interval comes to: samples count in each.
    ///
    /// The extremes of a sequence are not kept.
    private static func buckets(
        _ cursor: ColumnCursor,
        _ request: ScanRequest,
        _ edges: [Double],
        hasExtremes: Bool
    ) throws -> (buckets: [Bucket], summed: Int, read: Int) {
        var buckets = [Bucket](repeating: Bucket(), count: edges.count - 1)
        var (summed, read) = (0, 0)
        while let part = try cursor.nextPart() {
            switch part {
            case .hours(let block):
                summed += 1
                for (index, hour) in block.hours.enumerated() where hour.count > 0 {
                    let time = block.time(of: index)
                    guard let bucket = (0..<buckets.count).first(where: { edges[$0] <= time && time < edges[$0 + 1] })
                    else { continue }
                    buckets[bucket].count += hour.count
                    buckets[bucket].sum += hour.sum
                    guard hasExtremes else { continue }
                    buckets[bucket].least = min(buckets[bucket].least, hour.minimum)
                    buckets[bucket].greatest = max(buckets[bucket].greatest, hour.maximum)
                }
            case .samples(let block):
                read += 1
                for row in 0..<block.count where request.admits(start: block.starts[row], end: block.ends[row]) {
                    let (start, end) = (block.starts[row], block.ends[row])
                    for bucket in 0..<buckets.count
                    where start < edges[bucket + 1] && (start >= edges[bucket] || end > edges[bucket]) {
                        buckets[bucket].count += 1
                        buckets[bucket].sum += block.values[row]
                        guard hasExtremes else { continue }
                        buckets[bucket].least = min(buckets[bucket].least, block.values[row])
                        buckets[bucket].greatest = max(buckets[bucket].greatest, block.values[row])
                    }
                }
            }
        }
        return (buckets, summed, read)
    }
}

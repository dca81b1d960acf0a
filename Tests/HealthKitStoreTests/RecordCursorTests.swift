import Foundation
import RandomTesting
import Testing

@testable import HealthKitStore

@Suite("Records one after the other")
struct RecordCursorTests {
    private func record(
        _ words: Vocabulary,
        _ start: Double,
        source: SourceID? = nil,
        payload: Int = 4
    ) -> NewRecord {
        NewRecord(
            type: words.workout,
            source: source ?? words.phone,
            revision: words.revisions[0],
            start: start,
            end: start + 10,
            creation: start,
            payload: Array(repeating: 7, count: payload),
            identity: .uuid(UUID())
        )
    }

    private func visited(_ reader: StoreReader, _ request: RecordRequest) throws -> [Int64] {
        var anchors: [Int64] = []
        try reader.forEachRecord(request) { record in
            anchors.append(record.anchor)
            // Others may read meanwhile.
            if anchors.count % 50 == 1 { _ = try reader.record(uuid: record.uuid) }
            return .continue
        }
        return anchors
    }

    @Test("All are visited, in order, also thousands of one moment and those of chosen sources", arguments: 0..<4)
    func order(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let fixture = try StoreFixture(.memory)
        let words = try fixture.write { try Vocabulary($0) }
        try fixture.write { writer in
            for _ in 0..<3_000 {
                let start = generator.chance(60) ? 500 : Double(generator.int(0...1_000))
                let source = generator.chance(50) ? words.watch : words.phone
                let size = generator.chance(1) ? 600_000 : 4
                _ = try writer.insert(record(words, start, source: source, payload: size))
            }
        }
        try fixture.read { reader in
            for order in [StoreOrder.ascending, .descending] {
                for sources in [nil, [words.watch], [words.watch, words.phone], []] as [Set<SourceID>?] {
                    for (lower, upper) in [(-Double.infinity, Double.infinity), (500, 500), (200, 800), (5_000, 6_000)]
                    {
                        let request = RecordRequest(
                            type: words.workout,
                            sources: sources,
                            startLower: lower,
                            startUpper: upper,
                            endLower: lower == 200 ? 300 : -.infinity,
                            order: order
                        )
                        // Those of one moment come by UUID.
                        let all = try reader.records(request).sorted { ($0.start, $0.uuid) < ($1.start, $1.uuid) }
                        let expected = (order == .ascending ? all : all.reversed()).map(\.anchor)
                        #expect(try visited(reader, request) == expected, "seed \(seed), \(order), \(lower)...\(upper)")
                    }
                }
            }
            var anchors: [Int64] = []
            try reader.forEachRecordByAnchor { record in
                anchors.append(record.anchor)
                return .continue
            }
            #expect(anchors == (try reader.records(RecordRequest()).map(\.anchor).sorted()))
        }
    }

    @Test("The first ones cost the same however many follow")
    func early() throws {
        var steps: [Int] = []
        for count in [200, 5_000] {
            let fixture = try StoreFixture(.memory)
            let words = try fixture.write { try Vocabulary($0) }
            try fixture.write { writer in
                for index in 0..<count { _ = try writer.insert(record(words, Double(index))) }
            }
            steps.append(
                try fixture.read { reader in
                    var left = 50
                    let request = RecordRequest(type: words.workout, order: .descending)
                    try reader.forEachRecord(request) { _ in
                        left -= 1
                        return left > 0 ? .continue : .stop
                    }
                    return reader.steps
                }
            )
        }
        #expect(abs(steps[0] - steps[1]) < 50, "\(steps)")
    }
}

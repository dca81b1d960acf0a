import Testing

@testable import HealthKitStore

#if DEBUG
/// Canaries: the writer's mistakes that debug builds stop at.
@Suite struct InvariantTests {
    @Test func aGroupThatCountsWhatDidNotComeIsStopped() async {
        await #expect(processExitsWith: .failure) {
            try SampleStore(at: .memory)
                .write { writer in
                    let type = try writer.intern(.type, [1])
                    let source = try writer.intern(.source, [1])
                    try writer.change {
                        var group = try writer.makeGroup(type: type, source: source, unit: 0)
                        group.include(start: 0, end: 1)
                        try writer.save(&group)
                    }
                }
        }
    }

    @Test func rowsThatAreCountedNowhereAreStopped() async {
        await #expect(processExitsWith: .failure) {
            try SampleStore(at: .memory)
                .write { writer in
                    let type = try writer.intern(.type, [1])
                    let source = try writer.intern(.source, [1])
                    try writer.insert([
                        NewSample(type: type, source: source, start: 0, end: 1, value: 1, creation: 1)
                    ])
                    try writer.change {
                        var tally = ProvenanceTally()
                        tally.add(revision: 0, device: 0, 1)
                        try writer.count(tally, type: type, source: source)
                    }
                }
        }
    }

    @Test func aSoundTransactionPasses() throws {
        let store = try SampleStore(at: .memory)
        try store.write { writer in
            let type = try writer.intern(.type, [1])
            let source = try writer.intern(.source, [1])
            try writer.insert([NewSample(type: type, source: source, start: 0, end: 1, value: 1, creation: 1)])
        }
        #expect(try store.inspect().findings == [])
    }
}
#endif

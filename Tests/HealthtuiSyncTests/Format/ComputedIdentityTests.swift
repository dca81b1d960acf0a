import HealthKitStore
import Testing

@Suite struct ComputedIdentityTests {
    @Test(
        "An identity computed outside of a store is the one that the store computes",
        arguments: [["type", "count", "source", "1.0", "watch", "{}"], ["type", "", "source", "", "", ""]]
    )
    func equal(_ words: [String]) throws {
        let store = try SampleStore(at: .memory)
        let texts = words.map { Array($0.utf8) }
        try store.write { writer in
            let sample = NewSample(
                type: texts[0].isEmpty ? 0 : try writer.intern(.type, texts[0]),
                source: texts[2].isEmpty ? 0 : try writer.intern(.source, texts[2]),
                unit: texts[1].isEmpty ? 0 : try writer.intern(.unit, texts[1]),
                revision: texts[3].isEmpty ? 0 : try writer.intern(.revision, texts[3]),
                device: texts[4].isEmpty ? 0 : try writer.intern(.device, texts[4]),
                metadata: texts[5].isEmpty ? 0 : try writer.intern(.metadata, texts[5]),
                start: 1000.5,
                end: 1001,
                value: 72.25,
                creation: 1002
            )
            try writer.insert([sample, sample])
        }
        let identity = ComputedIdentity(texts: texts)
        for ordinal in 0..<2 as Range<UInt32> {
            let uuid = identity.uuid(start: 1000.5, end: 1001, value: 72.25, creation: 1002, ordinal: ordinal)
            #expect(try store.read { try $0.sample(uuid: uuid) } != nil)
        }
    }
}

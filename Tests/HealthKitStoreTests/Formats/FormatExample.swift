import Foundation
import HealthKitStore
import RandomTesting

/// A store with something of everything, the same whenever it is made: what the fixtures of each format hold.
enum FormatExample {
    static let namespaces = ["settings", "apps"]

    /// Writes the example into an empty store.
    /// - Throws: ``StoreError``.
    static func write(to store: SampleStore) throws {
        var generator = SeededGenerator(seed: 2001)
        let words = try store.write { try Vocabulary($0) }
        for round in 0..<12 {
            try store.write { writer in
                try writer.insert((0..<20).map { sample(words, round * 20 + $0, &generator) })
            }
        }
        let session = try store.beginImport()
        _ = try session.add((0..<80).map { words.step(900_000 + Double($0) * 60, value: Double($0 % 7)) })
        let workouts = try store.write { writer in
            try (0..<3)
                .map { index in
                    try writer.insert(
                        NewRecord(
                            type: words.workout,
                            source: words.watch,
                            revision: words.revisions[index],
                            device: words.devices[0],
                            metadata: words.metadata[index],
                            start: Double(index) * 5000,
                            end: Double(index) * 5000 + 1800,
                            creation: Double(index) * 5000 + 1900,
                            payload: (0..<(index * 3000 + 5)).map { UInt8(truncatingIfNeeded: $0 &* 31) },
                            identity: index == 1 ? .derived : .uuid(generator.uuid())
                        )
                    )
                }
        }
        let samples = try store.read { try $0.all(words.heartRate) }
        try store.write { writer in
            for (index, sample) in samples.prefix(12).enumerated() {
                try writer.link(parent: workouts[index % 3], child: sample.uuid, role: 1 + index % 2)
            }
            try writer.unlink(parent: workouts[0], child: samples[0].uuid, role: 1)
            try writer.delete(uuids: samples.suffix(9).map(\.uuid) + [workouts[2]], at: 5000) { _ in [1, 2, 3] }
            try writer.setValue([7, 8], "settings", "unit")
            try writer.setValue(Array(repeating: 9, count: 6000), "apps", "long")
            try writer.setValue([1], "apps", "gone")
            try writer.setValue(nil, "apps", "gone")
        }
    }

    private static func sample(_ words: Vocabulary, _ index: Int, _ generator: inout SeededGenerator) -> NewSample {
        let isHeartRate = index % 3 == 0
        let start = Double(generator.int(0...80_000)) + (generator.chance(30) ? 0.25 : 0)
        return NewSample(
            type: isHeartRate ? words.heartRate : words.steps,
            source: index % 2 == 0 ? words.phone : words.watch,
            unit: isHeartRate ? words.bpm : words.count,
            revision: words.revisions[index % 3],
            device: index % 5 == 0 ? 0 : words.devices[index % 2],
            metadata: index % 4 == 0 ? words.metadata[index % 5] : 0,
            start: start,
            end: start + Double(generator.int(0...600)),
            value: index % 7 == 0 ? Double.random(in: 0...300, using: &generator) : Double(generator.int(0...250)),
            creation: start + 700,
            identity: index % 2 == 0 ? .uuid(generator.uuid()) : .derived
        )
    }
}

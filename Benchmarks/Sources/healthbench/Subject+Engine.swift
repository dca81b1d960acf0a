import Foundation
import HealthKit
import HealthKitStore

/// The same questions below HealthKit.
extension Subject {
    private func heartRateID(_ reader: StoreReader) throws -> TypeID {
        guard let type = try reader.entryID(.type, DictionaryCoding.bytes(type: Self.heartRate.identifier)) else {
            throw UnknownWork(name: "heart rates, which this store does not have")
        }
        return type
    }

    func engineCounts() async throws -> Run {
        try await Run.measure {
            try engine.read { reader in
                try reader.summaries()
                    .filter { summary in
                        let type = try reader.dictionaryBytes(.type, summary.type)
                        return Self.isPlain(DictionaryCoding.text(type))
                    }
            }
        } found: { groups in
            [Double(groups.count), Double(groups.reduce(0) { $0 + $1.count })]
        }
    }

    func enginePage(before time: Double?, limit: Int) async throws -> Run {
        try await Run.measure {
            try engine.read { reader in
                var page: [StoredSample] = []
                page.reserveCapacity(limit)
                let request = ScanRequest(type: try heartRateID(reader), startUpper: time?.nextDown ?? .infinity)
                try reader.forEachSample(request, order: .descending) { sample in
                    page.append(copy sample)
                    return page.count < limit ? .continue : .stop
                }
                return page
            }
        } found: {
            Self.found($0)
        }
    }

    func engineChanges(after anchor: Int64) async throws -> Run {
        try await Run.measure {
            try engine.read { try $0.changes(after: anchor, types: [heartRateID($0)]) }
        } found: { changes in
            Self.found(
                changes.items.compactMap { item in
                    guard case .sample(let sample) = item else { return nil }
                    return sample
                }
            )
        }
    }

    private static func found(_ samples: [StoredSample]) -> [Double] {
        [
            Double(samples.count), samples.reduce(0) { $0 + $1.start },
            samples.reduce(0) { $0 + $1.value },
        ]
    }
}

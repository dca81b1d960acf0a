import Foundation

/// What a snapshot can be asked.
///
/// Some begin a visit, which comes in pages: ``next`` asks for one more, ``stop`` ends it. Visits may lie within each other.
package enum SnapshotQuestion: Codable, Sendable {
    case types
    case count
    case unreadable(type: String)
    case plain(type: String)
    case records(type: String)
    case samples(type: String)
    case unknown(type: String)
    case next
    case stop
    case characteristics
    case summaries(zone: String)
    case routes(UUID)
    case effort(UUID)
    case symptoms(UUID)
    case sample(UUID)
    case payload(UUID)
    case document(UUID, limit: Int)
    case documentPieces(UUID)
    case attachments(UUID)
    case attachmentPiece(AttachmentContent, number: Int)
    case medications
}

/// What a snapshot answers.
package enum SnapshotReply: Codable, Sendable {
    case names([String])
    case number(Int)
    /// Bytes, and whether none follow.
    case bytes(Data?, size: Int, isLast: Bool)
    case plain(PlainPage)
    /// Samples as the answer to ``OwnerPageCall`` has them, and whether none follow.
    case samples(Data, isLast: Bool)
    /// Each as the answer to ``OwnerUnknownSampleCall`` has it, and whether none follow.
    case unknown([Data], isLast: Bool)
    case characteristics(CharacteristicValues)
    case summaries([ActivitySummaryContent])
    case attachments([AttachmentContent])
    /// As the answer to ``OwnerMedicationsCall`` has them.
    case medications(Data)
    case done

    /// Whether no page follows.
    var isLast: Bool {
        switch self {
        case .bytes(_, _, let isLast), .samples(_, let isLast), .unknown(_, let isLast): isLast
        case .plain(let page): page.isLast
        default: true
        }
    }
}

/// Plain samples in a row, as columns.
package struct PlainPage: Codable, Sendable {
    /// What samples have in common.
    package struct Origin: Codable, Hashable, Sendable {
        var unit: String
        var revision: [String?]
        var device: [String?]?
        var metadata: [UInt8]?
    }

    /// The most samples of a page.
    static let limit = 16_384
    private static let rowSize = 36

    var origins: [Origin] = []
    /// The place of the origin, and start, end, creation and value, one sample after another, lowest bytes first.
    private(set) var rows = Data()
    var isLast = false

    init() {}

    var count: Int { rows.count / Self.rowSize }

    mutating func append(origin: Int, _ numbers: SampleNumbers) {
        withUnsafeBytes(of: UInt32(origin).littleEndian) { rows.append(contentsOf: $0) }
        for number in [numbers.start, numbers.end, numbers.creation, numbers.value] {
            withUnsafeBytes(of: number.bitPattern.littleEndian) { rows.append(contentsOf: $0) }
        }
    }

    /// Visits the samples.
    ///
    /// - Throws: ``CallCodingError`` for an origin that isn't there, and what `body` throws.
    func visit(_ body: (_ origin: Int, SampleNumbers) throws -> Void) throws {
        guard rows.count % Self.rowSize == 0 else { throw CallCodingError.damaged("half a sample") }
        try rows.withUnsafeBytes { bytes in
            func number(_ place: Int) -> Double {
                Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
            }
            for place in stride(from: 0, to: bytes.count, by: Self.rowSize) {
                let origin = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
                guard origin < origins.count else { throw CallCodingError.damaged("no origin \(origin)") }
                let numbers = SampleNumbers(
                    start: number(place + 4),
                    end: number(place + 12),
                    creation: number(place + 20),
                    value: number(place + 28)
                )
                try body(Int(origin), numbers)
            }
        }
    }
}

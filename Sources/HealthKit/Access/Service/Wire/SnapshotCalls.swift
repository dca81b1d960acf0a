import Foundation

/// The questions that a snapshot answers.
///
/// Some begin a visit, which is delivered in pages: ``next`` requests another one, ``stop`` ends it. Visits may be
/// nested.
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

/// The answers of a snapshot.
package enum SnapshotReply: Codable, Sendable {
    case names([String])
    case number(Int)
    /// Bytes, and whether none follow.
    case bytes(Data?, size: Int, isLast: Bool)
    case plain(PlainPage)
    /// Samples in the form of the answer to ``OwnerPageCall``, and whether none follow.
    case samples(Data, isLast: Bool)
    /// Samples, each in the form of the answer to ``OwnerUnknownSampleCall``, and whether none follow.
    case unknown([Data], isLast: Bool)
    case characteristics(CharacteristicValues)
    case summaries([ActivitySummaryContent])
    case attachments([AttachmentContent])
    /// Medications in the form of the answer to ``OwnerMedicationsCall``.
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

/// Consecutive plain samples, as columns.
package struct PlainPage: Codable, Sendable {
    /// The common properties of samples.
    package struct Origin: Codable, Hashable, Sendable {
        var unit: String
        var revision: [String?]
        var device: [String?]?
        var metadata: [UInt8]?
    }

    /// The maximum number of samples in a page.
    static let limit = 16_384
    private static let rowSize = 36

    var origins: [Origin] = []
    /// The index of the origin, and start, end, creation and value, one sample after another, little-endian.
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
    /// - Throws: ``CallCodingError`` for an unknown origin, and any error thrown by `body`.
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

extension PlainPage.Origin {
    init(_ origin: SampleOrigin) {
        self.init(
            unit: origin.unit,
            revision: origin.sourceRevision.fieldTexts,
            device: origin.device?.fields,
            metadata: origin.metadata?.bytes
        )
    }

    /// The common properties of samples of a type.
    ///
    /// - Throws: ``CallCodingError``.
    func origin(of type: String) throws -> SampleOrigin {
        let known = metadata.map { Metadata(bytes: $0) }
        if case .some(.none) = known { throw CallCodingError.newer("metadata of an unknown kind") }
        guard device.map({ $0.count == 8 }) ?? true else { throw CallCodingError.damaged("not 8 fields") }
        return SampleOrigin(
            type: type,
            unit: unit,
            sourceRevision: try HKSourceRevision.revision(revision),
            device: device.map { HKDevice(fields: $0) },
            metadata: known ?? nil
        )
    }
}

import Foundation
import HealthKitStore

/// An imported sample with its own class, such as an electrocardiogram.
///
/// It is identified by the text it was read from, never by the parsed result, so that a later version that parses more of the
/// text still recognizes it.
package struct ImportedObject: Codable, Sendable {
    /// The kind that it is counted as.
    package var kind: ImportKind
    /// The type's identifier; one that HealthKit doesn't know is kept unchanged.
    package var type: String
    package var header: ImportedHeader
    package var content: ImportedContent
    /// The stable form of the text that it was read from.
    package var text: [UInt8]
    /// The number by which dependent files refer to the object; `nil` if there are none.
    package var number: ImportNumber.Owner?
    /// The workout that it belongs to, which was delivered earlier.
    package var workout: ImportNumber.Owner?
    /// The identifiers of the types of symptoms noted with it; samples of them may exist.
    package var symptoms: [String]
    /// The name by which files know it; `nil` for one that is recognized by ``text``.
    package var identity: ImportedIdentity?

    package init(
        kind: ImportKind,
        type: String,
        header: ImportedHeader,
        content: ImportedContent,
        text: [UInt8],
        number: ImportNumber.Owner? = nil,
        workout: ImportNumber.Owner? = nil,
        symptoms: [String] = [],
        identity: ImportedIdentity? = nil
    ) {
        self.kind = kind
        self.type = type
        self.header = header
        self.content = content
        self.text = text
        self.number = number
        self.workout = workout
        self.symptoms = symptoms
        self.identity = identity
    }
}

/// The locations of a route before they are stored, in a tenth of the memory.
///
/// Packing takes longer than reading, so it is left to the writer unless there are very many locations.
package struct PackedRoute: Sendable {
    private enum Form {
        case places(RouteData)
        case packed([UInt8])
    }

    private let form: Form
    let count: Int

    /// The maximum number of unpacked locations: half a megabyte.
    private static let mostUnpacked = 4_096

    package init(_ route: RouteData) {
        count = route.points.count
        form = count <= Self.mostUnpacked ? .places(route) : .packed(route.bytes)
    }

    /// Makes a route from locations in the store's form.
    ///
    /// - Parameters:
    ///   - bytes: The form.
    ///   - count: The number of locations.
    package init(bytes: [UInt8], count: Int) {
        self.count = count
        form = .packed(bytes)
    }

    /// The locations in the store's form.
    var bytes: [UInt8] {
        switch form {
        case .places(let route): route.bytes
        case .packed(let bytes): bytes
        }
    }
}

/// The content of an object with its own class.
package enum ImportedContent: Sendable {
    case route(PackedRoute)
    case heartbeats(HeartbeatSeries)
    case electrocardiogram(ElectrocardiogramContent, ElectrocardiogramTrace)
    case audiogram(AudiogramContent)
    case prescription(PrescriptionContent)
    case clinicalRecord(ClinicalRecordContent)
    case document(CDAContent, Data)
    case verifiable(VerifiableRecordContent)
    case stateOfMind(StateOfMindContent)
    /// A dose, and its medication in case the store has none of that name.
    case dose(DoseContent, of: AnnotatedMedicationContent)

    /// Applies the checks of the sample's initializers.
    ///
    /// - Throws: `errorInvalidArgument` with a description of the problem.
    package func check() throws {
        switch self {
        case .route(let route):
            guard route.count > 0 else { throw HKError.invalid("A route has at least one location") }
        case .heartbeats(let series):
            guard !series.beats.isEmpty else { throw HKError.invalid("A series has at least one heartbeat") }
            try series.check()
        case .electrocardiogram(let content, let trace):
            try trace.check()
            try content.check()
        case .audiogram(let content): try content.check()
        case .prescription(let content): try content.check()
        case .clinicalRecord(let content): try content.check()
        case .document: break
        case .verifiable(let content): try content.check()
        case .stateOfMind(let content): try content.check()
        case .dose(let content, let medication):
            try content.check()
            try medication.check()
        }
    }

    /// The content in the store's form.
    var payload: [UInt8] {
        get throws {
            switch self {
            case .route(let route):
                try SplitPayload(content: SeriesContent(count: route.count).bytes, data: route.bytes).bytes
            case .heartbeats(let series):
                try SplitPayload(content: SeriesContent(count: series.beats.count).bytes, data: series.bytes).bytes
            case .electrocardiogram(let content, let trace):
                try SplitPayload(content: content.bytes, data: trace.bytes).bytes
            case .audiogram(let content): try content.bytes
            case .prescription(let content): try content.bytes
            case .clinicalRecord(let content): try content.bytes
            case .document(let content, let data):
                try SplitPayload(content: content.bytes, data: [UInt8](data)).bytes
            case .verifiable(let content): try content.bytes
            case .stateOfMind(let content): try content.bytes
            case .dose(let content, _): try content.bytes
            }
        }
    }
}

/// A piece of a large document, delivered after the document's record.
package struct ImportedDocumentPiece: Codable, Sendable {
    /// The document.
    package let owner: ImportNumber.Owner
    /// The index of the piece, counted from zero; all but the last have ``StoredDocument/pieceSize`` bytes.
    package let number: Int
    package let bytes: [UInt8]

    package init(owner: ImportNumber.Owner, number: Int, bytes: [UInt8]) {
        self.owner = owner
        self.number = number
        self.bytes = bytes
    }
}

/// A file that belongs to an object of an import.
package struct ImportedAttachment: Codable, Sendable {
    /// The object, which was delivered earlier.
    package let owner: ImportNumber.Owner
    /// The identifier used in the export.
    package let identifier: String
    package let name: String
    /// The uniform type identifier of the file.
    package let contentType: String
    package let data: Data

    /// Creates an attachment.
    ///
    /// - Parameters:
    ///   - owner: The object that it belongs to.
    ///   - identifier: The identifier used in the export.
    ///   - name: The name of the file.
    ///   - contentType: The uniform type identifier of the file.
    ///   - data: The file's contents.
    /// - Throws: `HKError` for a kind of file that can't be attached, and for one that is empty or too large (R2.24).
    package init(
        owner: ImportNumber.Owner,
        identifier: String,
        name: String,
        contentType: String,
        data: Data
    ) throws {
        self.owner = owner
        self.identifier = identifier
        self.name = name
        self.contentType = contentType
        self.data = data
        try content(of: UUID(), creation: 0).check()
    }

    /// The maximum size of a file in bytes.
    package static let maximumSize = AttachmentContent.maximumSize

    /// The information that the store keeps in addition to the data.
    func content(of object: UUID, creation: Double) -> AttachmentContent {
        AttachmentContent(
            identifier: UUID(uuidString: identifier) ?? derivedIdentifier(in: object),
            object: object,
            name: name,
            contentType: contentType,
            size: data.count,
            creation: creation,
            metadata: nil
        )
    }

    /// The identifier of a file whose own identifier isn't a UUID; the same for every import.
    private func derivedIdentifier(in object: UUID) -> UUID {
        let text = object.uuidString + identifier
        var bytes: [UInt8] = []
        for word in UInt64(0)..<2 {
            withUnsafeBytes(of: KeyedHash.word(key: 0, [word], text: text).bigEndian) { bytes += $0 }
        }
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

import Foundation
import HealthStore

/// A sample of a class of its own, such as an electrocardiogram, that an import brings.
///
/// It is known by the text it was read from, never by what was read of it, so that a later version that reads more of
/// the text recognises it.
package struct ImportedObject: Codable, Sendable {
    /// What it is counted as.
    package var kind: ImportKind
    /// The type's identifier; one that HealthKit does not know is kept as it is.
    package var type: String
    package var header: ImportedHeader
    package var content: ImportedContent
    /// The lasting form of the text that it was read from.
    package var text: [UInt8]
    /// The number that files name the object by that belong to it; `nil` when there are none.
    package var number: ImportNumber.Owner?
    /// The workout that it belongs to, handed over before.
    package var workout: ImportNumber.Owner?
    /// The identifiers of the types of symptoms that were noted with it, of which there may be samples.
    package var symptoms: [String]

    package init(
        kind: ImportKind,
        type: String,
        header: ImportedHeader,
        content: ImportedContent,
        text: [UInt8],
        number: ImportNumber.Owner? = nil,
        workout: ImportNumber.Owner? = nil,
        symptoms: [String] = []
    ) {
        self.kind = kind
        self.type = type
        self.header = header
        self.content = content
        self.text = text
        self.number = number
        self.workout = workout
        self.symptoms = symptoms
    }
}

/// The places of a route on their way to the store, which keeps them in a tenth of the memory.
///
/// Packing them takes longer than reading them, so it is left to whoever writes them, unless there are very many.
package struct PackedRoute: Sendable {
    private enum Form {
        case places(RouteData)
        case packed([UInt8])
    }

    private let form: Form
    let count: Int

    /// How many places may wait as they are: half a megabyte of them.
    private static let mostUnpacked = 4_096

    package init(_ route: RouteData) {
        count = route.points.count
        form = count <= Self.mostUnpacked ? .places(route) : .packed(route.bytes)
    }

    /// The places as the store keeps them.
    var bytes: [UInt8] {
        switch form {
        case .places(let route): route.bytes
        case .packed(let bytes): bytes
        }
    }
}

/// What an object of a class of its own holds.
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
    /// A dose, and the medication that it is of where the store has none of its name.
    case dose(DoseContent, of: AnnotatedMedicationContent)

    /// Checks what the initializers of the sample check.
    ///
    /// - Throws: `errorInvalidArgument` with a text that says what is wrong.
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

    /// The content as the store keeps it.
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

/// A piece of a large document, which is handed over after the document's record.
package struct ImportedDocumentPiece: Codable, Sendable {
    /// The document.
    package let owner: ImportNumber.Owner
    /// Which piece it is, counted from zero; all but the last have ``StoredDocument/pieceSize`` bytes.
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
    /// The object, handed over before.
    package let owner: ImportNumber.Owner
    /// The identifier as the export has it.
    package let identifier: String
    package let name: String
    /// The uniform type identifier of the kind of file.
    package let contentType: String
    package let data: Data

    /// Takes a file.
    ///
    /// - Parameters:
    ///   - owner: The object that it belongs to.
    ///   - identifier: The identifier as the export has it.
    ///   - name: The name of the file.
    ///   - contentType: The uniform type identifier of the kind of file.
    ///   - data: What is in it.
    /// - Throws: `HKError` for a kind of file that cannot be attached, and for one that is empty or too large (R2.24).
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

    /// The most bytes that a file may have.
    package static let maximumSize = AttachmentContent.maximumSize

    /// What the store keeps of it beside the data.
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

    /// The identity of a file whose identifier is no UUID: the same whenever it comes.
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

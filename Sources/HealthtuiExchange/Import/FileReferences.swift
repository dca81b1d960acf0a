import HealthKit

/// The main file's references to the files next to it: the object that each belongs to.
struct FileReferences {
    /// A route of a workout, whose locations are in a file.
    struct Route {
        let header: ImportedHeader
        let source: String
        let workout: ImportNumber.Owner
    }

    /// A health record, whose content is in a file.
    struct ClinicalRecord {
        let header: ImportedHeader
        let source: String
        let type: String
        let identifier: String
        let sourceURL: String?
        let fhirVersion: String
        let received: Double

        /// Whether no `ClinicalRecord` named the record before this program exported it.
        ///
        /// Its source and date were made up by its first import, so they aren't part of its identity. A record of an
        /// institution has the address and the FHIR version that it came with.
        var isUnnamed: Bool {
            source == FHIRReader.sourceName && (sourceURL ?? "").isEmpty && ["", "0.0.0"].contains(fhirVersion)
        }
    }

    /// A file of a prescription.
    struct Attachment {
        let owner: ImportNumber.Owner
        let identifier: String
    }

    /// A reference to a file, and its line.
    struct Reference {
        enum Kind {
            case route(Route)
            case clinicalRecord(ClinicalRecord)
            case attachment(Attachment)
        }

        let kind: Kind
        /// The file as the main file names it.
        let path: String
        let line: Int
    }

    private var references: [String: Reference] = [:]
    private var met: Set<String> = []

    /// Notes that an object names a file.
    ///
    /// - Returns: `false` when another object named it before.
    mutating func add(_ reference: Reference) -> Bool {
        let key = reference.key
        guard references[key] == nil else { return false }
        references[key] = reference
        return true
    }

    /// The reference to a file, or `nil` if there is none.
    func reference(to file: ExportSideFile) -> Reference? {
        if file.kind != .attachment { return references[Self.key(file.path)] }
        // The identifier is the file's name, with or without an extension, or the name of its folder.
        let parts = Self.parts(file.path)
        let names = parts.suffix(2).reversed().flatMap { [$0, String($0.prefix { $0 != "." })] }
        return names.lazy.compactMap { references[Self.attachmentKey($0)] }.first
    }

    /// Notes that a file arrived.
    ///
    /// - Returns: `false` if one of the same name arrived before.
    mutating func meet(_ file: ExportSideFile) -> Bool { met.insert(Self.key(file.path)).inserted }

    /// Notes that a referenced file was imported, so that it isn't reported missing at the end.
    mutating func settle(_ reference: Reference) { references[reference.key] = nil }

    /// The references whose files didn't arrive, in the order of lines.
    var missing: [Reference] { references.values.sorted { $0.line < $1.line } }

    /// Whether a path leads out of the export.
    static func escapes(_ path: String) -> Bool {
        path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).contains("..")
    }

    /// The last two components of a path: archives may have a folder around everything, the export's own paths don't.
    private static func key(_ path: String) -> String { parts(path).suffix(2).joined(separator: "/") }

    private static func parts(_ path: String) -> [String] {
        path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).map(String.init)
    }

    private static func attachmentKey(_ identifier: String) -> String { "attachment:" + identifier.lowercased() }

    fileprivate static func key(of reference: Reference) -> String {
        if case .attachment(let attachment) = reference.kind { return attachmentKey(attachment.identifier) }
        return key(reference.path)
    }
}

extension FileReferences.Reference {
    fileprivate var key: String { FileReferences.key(of: self) }

    /// The kind that the file is counted as.
    var importKind: ImportKind {
        switch kind {
        case .route: .workoutRoutes
        case .clinicalRecord: .clinicalRecords
        case .attachment: .attachments
        }
    }

    /// The object's name in a warning.
    var name: String {
        switch kind {
        case .route: "workout route"
        case .clinicalRecord: "clinical record"
        case .attachment: "vision prescription"
        }
    }
}

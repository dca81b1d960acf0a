import HealthKit

/// What the main file of an export says of the files beside it: to which object each belongs.
struct FileReferences {
    /// A route of a workout, whose places are in a file.
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

        /// Whether the record is one that no `ClinicalRecord` named before this program exported it.
        ///
        /// Its source and date are those that its first import made up, so they are no part of what it is known by. A
        /// record of an institution has the address and the FHIR version that it came with.
        var isUnnamed: Bool {
            source == FHIRReader.sourceName && (sourceURL ?? "").isEmpty && ["", "0.0.0"].contains(fhirVersion)
        }
    }

    /// A file of a prescription.
    struct Attachment {
        let owner: ImportNumber.Owner
        let identifier: String
    }

    /// What refers to a file, and where.
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

    /// What refers to a file; `nil` when nothing does.
    func reference(to file: ExportSideFile) -> Reference? {
        if file.kind != .attachment { return references[Self.key(file.path)] }
        // The identifier is the file's name, with or without an extension, or the folder that the file lies in.
        let parts = Self.parts(file.path)
        let names = parts.suffix(2).reversed().flatMap { [$0, String($0.prefix { $0 != "." })] }
        return names.lazy.compactMap { references[Self.attachmentKey($0)] }.first
    }

    /// Notes that a file came.
    ///
    /// - Returns: `false` when one of the same name came before.
    mutating func meet(_ file: ExportSideFile) -> Bool { met.insert(Self.key(file.path)).inserted }

    /// Notes that a file that was referred to was taken, so that it is not missing at the end.
    mutating func settle(_ reference: Reference) { references[reference.key] = nil }

    /// The references whose files did not come, in the order of lines.
    var missing: [Reference] { references.values.sorted { $0.line < $1.line } }

    /// Whether a path leaves the export.
    static func escapes(_ path: String) -> Bool {
        path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).contains("..")
    }

    /// The last two parts of a path: archives may have a folder around everything, the export's own paths none.
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

    /// What the file is counted as.
    var importKind: ImportKind {
        switch kind {
        case .route: .workoutRoutes
        case .clinicalRecord: .clinicalRecords
        case .attachment: .attachments
        }
    }

    /// What the object is called in a warning.
    var name: String {
        switch kind {
        case .route: "workout route"
        case .clinicalRecord: "clinical record"
        case .attachment: "vision prescription"
        }
    }
}

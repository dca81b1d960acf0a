/// The contents of an export other than its main file.
///
/// Everything is counted, whether it is read or not.
package struct ExportContents: Equatable, Sendable {
    /// The kinds of files.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A workout's locations, `workout-routes/*.gpx`.
        case workoutRoute
        /// An electrocardiogram, `electrocardiograms/*.csv`.
        case electrocardiogram
        /// A health record, `clinical-records/*.json`.
        case clinicalRecord
        /// The same data as a clinical document, `export_cda.xml`.
        case clinicalDocument
        /// A picture or a scan that belongs to an object, `attachments/*`.
        case attachment
        /// Another file with the root element of an export.
        case furtherExport
        /// Any other file.
        case other
    }

    /// The number of files of each kind.
    package private(set) var counts: [Kind: Int] = [:]

    /// Members of an archive whose names point outside it, in the order met; never read.
    ///
    /// The first hundred.
    package private(set) var refused: [String] = []

    /// Links in an export's folder that lead out of it, in the order met; never read.
    ///
    /// The first hundred.
    package private(set) var links: [String] = []

    /// The number of such members.
    package private(set) var refusedCount = 0

    /// Other exports in the same archive or folder, which are not read; the first hundred.
    package private(set) var furtherExports: [String] = []

    /// Folders and XML files of the export's folder that the system doesn't allow to be read; the first hundred.
    package private(set) var closed: [String] = []

    /// Counts a file.
    mutating func add(_ file: ExportSideFile) {
        counts[file.kind, default: 0] += 1
        if file.kind == .furtherExport, furtherExports.count < 100 { furtherExports.append(file.path) }
    }

    /// Notes a folder or file that can't be read.
    mutating func passOver(_ name: String) {
        if closed.count < 100 { closed.append(name) }
    }

    /// Notes a link that leads out of the export.
    mutating func refuse(link name: String) {
        if links.count < 100 { links.append(name) }
    }

    /// Notes a member that was refused.
    mutating func refuse(_ name: String) {
        refusedCount += 1
        if refused.count < 100 { refused.append(name) }
    }
}

/// A file next to the export's main one.
package struct ExportSideFile: Hashable, Sendable {
    /// Its path inside the archive or folder.
    package let path: String
    /// The kind of file.
    package let kind: ExportContents.Kind

    /// Whether it is read, and not only counted.
    var isRead: Bool { kind != .furtherExport && kind != .other }
}

/// The information in a file's name.
struct ExportMember {
    private let components: [Substring]

    init(path: String) {
        components = path.split(whereSeparator: { $0 == "/" || $0 == "\\" })
        self.path = path
    }

    let path: String

    /// Whether the name points outside the folder it is unpacked to.
    var escapes: Bool {
        path.hasPrefix("/") || path.hasPrefix("\\") || components.contains("..")
    }

    /// Whether the file isn't part of the export: leftovers of macOS and file managers.
    var isDecoy: Bool {
        guard let last = components.last else { return true }
        // The files that this program adds to an export are read separately.
        if components.first.map({ $0 == StoreCompanion.folder }) == true { return true }
        return components.contains("__MACOSX") || last.hasPrefix("._") || last == ".DS_Store" || last == "Thumbs.db"
    }

    /// Whether the file may be the export's main file or a clinical document, so that its content decides.
    var isXML: Bool { hasExtension("xml") }

    /// Whether the file is itself an archive.
    var isArchive: Bool { hasExtension("zip") }

    /// The kind of a file, judging by its name.
    var kind: ExportContents.Kind {
        if hasExtension("gpx") { return .workoutRoute }
        if hasExtension("csv"), isInside("electrocardiograms") || startsWith("ecg") { return .electrocardiogram }
        if hasExtension("json"), isInside("clinical-records") || isInside("clinical_records") { return .clinicalRecord }
        if isInside("attachments") || ["pdf", "jpg", "jpeg", "png", "heic"].contains(where: hasExtension) {
            return .attachment
        }
        return .other
    }

    private func hasExtension(_ name: String) -> Bool {
        components.last.map { $0.lowercased().hasSuffix("." + name) } ?? false
    }

    private func isInside(_ folder: String) -> Bool {
        components.dropLast().contains { $0.lowercased() == folder }
    }

    private func startsWith(_ prefix: String) -> Bool {
        components.last.map { $0.lowercased().hasPrefix(prefix) } ?? false
    }
}

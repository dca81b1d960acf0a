/// Recognizes an unpacked export for a program that finds its files one by one.
package enum UnpackedExport {
    /// The names of files that are next to a main file and read with it.
    package static let parts: Set<String> = [
        ExportLayout.routes, ExportLayout.electrocardiograms, ExportLayout.clinicalRecords, ExportLayout.attachments,
        "export_cda.xml",
    ]

    /// Whether a file is the main file of an export.
    ///
    /// - Parameter path: The file.
    /// - Returns: Whether it is, by its name and its first bytes.
    package static func isMain(_ path: String) -> Bool {
        guard ExportMember(path: path).isXML, let (descriptor, _) = try? FileReader.open(path, as: path) else {
            return false
        }
        defer { CDescriptor.close(descriptor) }
        return (try? FileReader.peek(descriptor))?.isExport ?? false
    }
}

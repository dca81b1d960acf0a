import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiExchange

/// Writes a report to a file, which appears whole or not at all.
package struct ReportFile: Sendable {
    /// The file format of a report.
    package enum Format: String, Sendable {
        case html
        case pdf

        /// The format for a file's extension, or nil for another extension.
        package init?(path: String) {
            let name = path.lowercased()
            if [".html", ".htm"].contains(where: name.hasSuffix) {
                self = .html
            } else if name.hasSuffix(".pdf") {
                self = .pdf
            } else {
                return nil
            }
        }
    }

    /// The outcome of writing.
    package struct Outcome: Sendable {
        package let bytes: Int
        package let facts: ReportFacts
    }

    private let person: PersonAccess
    private let printer: PDFPrinter?

    /// A writer.
    ///
    /// - Parameters:
    ///   - person: The store.
    ///   - format: The format to write.
    ///   - environment: The environment variables, which include the search path for programs.
    /// - Throws: `PDFPrinter.Failure` if no installed program can make a PDF.
    package init(
        _ person: PersonAccess,
        format: Format,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        self.person = person
        printer = format == .pdf ? try PDFPrinter(environment: environment) : nil
    }

    /// Makes the report without a file.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - inFolder: Calls a closure with the path of an empty folder of the person's own, and removes it afterwards.
    /// - Returns: Its facts, and its bytes.
    /// - Throws: `HKError` if the store can't be read, and `PDFPrinter.Failure`.
    package func make(
        _ request: ReportRequest,
        inFolder: ((String) throws -> Data) throws -> Data = Self.passingFolder
    ) throws -> (facts: ReportFacts, data: Data) {
        var request = request
        // A browser offers a choice of paper, but not if the page names one.
        if printer == nil { request.paper = nil } else { request.paper = request.paper ?? .a4 }
        // A report has its own language: its data is read in English and then expressed in that language.
        let (facts, html) = try TextLocale.standard.during {
            let facts = try ReportReader(person, request).facts()
            return (facts, ReportPage(facts).html)
        }
        guard let printer else { return (facts, Data(html.utf8)) }
        return (facts, try inFolder { try printer.pdf(of: html, in: $0) })
    }

    /// Writes the report for its owner alone.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - path: The file's path.
    ///   - replaces: Whether to replace an existing file.
    ///   - inFolder: As ``make(_:inFolder:)``.
    /// - Returns: A summary of what was written.
    /// - Throws: As ``make(_:inFolder:)``, and `HKError` if the file can't be written; then any existing file is left
    ///   in place.
    package func write(
        _ request: ReportRequest,
        to path: String,
        replacing replaces: Bool,
        inFolder: ((String) throws -> Data) throws -> Data = Self.passingFolder
    ) throws -> Outcome {
        // Check first that the file can be written, before reading and printing.
        try OutgoingFile(at: path, replacing: replaces, store: person.storePath).discard()
        let (facts, data) = try make(request, inFolder: inFolder)
        let file = RecordFile(name: path, content: .bytes(data), size: data.count)
        return Outcome(bytes: try file.write(to: path, replacing: replaces, person), facts: facts)
    }

    /// A private folder in the temporary directory.
    package static func passingFolder(_ body: (String) throws -> Data) throws -> Data {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("healthtui-" + UUID().uuidString)
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        // A folder that can't be removed is in a place that the system cleans up. It may hold health data, so the
        // failure is logged.
        defer { _ = HealthLog.attempt("report") { try FileManager.default.removeItem(at: folder) } }
        return try body(folder.path)
    }
}

import Foundation
import HealthExchange
import HealthKit
import Localization

/// Writes a report to a file, which is there whole or not at all.
package struct ReportFile: Sendable {
    /// What a report is written as.
    package enum Format: String, Sendable {
        case html
        case pdf

        /// The format that a file's name ends with; nil for another end.
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

    /// What was written.
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
    ///   - format: What is written.
    ///   - environment: The variables of the process, which say where programs are.
    /// - Throws: `PDFPrinter.Failure` for a PDF that no program is there to make.
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
    ///   - request: What it is of.
    ///   - inFolder: Calls a closure with the path of an empty folder of the person's own, and removes it afterwards.
    /// - Returns: What it says, and its bytes.
    /// - Throws: `HKError` when the store cannot be read, and `PDFPrinter.Failure`.
    package func make(
        _ request: ReportRequest,
        inFolder: ((String) throws -> Data) throws -> Data = Self.passingFolder
    ) throws -> (facts: ReportFacts, data: Data) {
        var request = request
        // A browser asks for the paper, and hides that question where a page names one.
        if printer == nil { request.paper = nil } else { request.paper = request.paper ?? .a4 }
        // A report is in a language of its own: what it reads is English, and then it says it in that one.
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
    ///   - request: What it is of.
    ///   - path: Where.
    ///   - replaces: Whether a file that stands there is replaced.
    ///   - inFolder: As ``make(_:inFolder:)``.
    /// - Returns: What was written.
    /// - Throws: As ``make(_:inFolder:)``, and `HKError` when the file can't be written; then what stood there still does.
    package func write(
        _ request: ReportRequest,
        to path: String,
        replacing replaces: Bool,
        inFolder: ((String) throws -> Data) throws -> Data = Self.passingFolder
    ) throws -> Outcome {
        // Where the file can't be, nothing has to be read and printed.
        try OutgoingFile(at: path, replacing: replaces, store: person.storePath).discard()
        let (facts, data) = try make(request, inFolder: inFolder)
        let file = RecordFile(name: path, content: .bytes(data), size: data.count)
        return Outcome(bytes: try file.write(to: path, replacing: replaces, person), facts: facts)
    }

    /// A folder for the person alone in the folder for what is temporary.
    package static func passingFolder(_ body: (String) throws -> Data) throws -> Data {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("healthtui-" + UUID().uuidString)
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        // What can't be removed lies where the system clears away what is old.
        // What is left there is about somebody's health: the log says so.
        defer { _ = HealthLog.attempt("report") { try FileManager.default.removeItem(at: folder) } }
        return try body(folder.path)
    }
}

import Foundation
import Glibc

/// Makes a PDF of an HTML page, with whichever suitable program is installed.
package struct PDFPrinter: Sendable {
    /// The reason there is no PDF.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// A program that prints pages, and its arguments.
    private enum Tool: String, CaseIterable {
        case weasyprint
        case chromium
        case chromiumBrowser = "chromium-browser"
        case chrome = "google-chrome"
        case chromeStable = "google-chrome-stable"

        func arguments(page: String, pdf: String, folder: String) -> [String] {
            guard self != .weasyprint else { return ["--encoding", "utf-8", page, pdf] }
            // A separate profile, so that nothing of the page stays in the person's own.
            var arguments = [
                "--headless", "--disable-gpu", "--disable-extensions", "--no-first-run", "--incognito",
                "--user-data-dir=\(folder)/profile", "--no-pdf-header-footer", "--print-to-pdf=\(pdf)",
            ]
            if geteuid() == 0 { arguments.append("--no-sandbox") }
            return arguments + [URL(fileURLWithPath: page).absoluteString]
        }
    }

    /// The program's path.
    package let path: String
    private let tool: Tool
    private let seconds: Double

    /// Looks for a program.
    ///
    /// - Parameters:
    ///   - environment: The variables of the process, including `PATH` to search for programs.
    ///   - seconds: The time limit for printing.
    /// - Throws: ``Failure``, which names the packages that have one.
    package init(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        seconds: Double = 120
    ) throws {
        let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        for tool in Tool.allCases {
            for folder in folders {
                let path = folder + "/" + tool.rawValue
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
                    access(path, X_OK) == 0
                else { continue }
                self.tool = tool
                self.path = path
                self.seconds = seconds
                return
            }
        }
        throw Failure(
            description: "no program found that makes PDFs; install the package weasyprint or chromium, "
                + "or write a file ending in .html and print it from a browser"
        )
    }

    /// Prints a page.
    ///
    /// - Parameters:
    ///   - html: The page.
    ///   - folder: An empty folder that only its owner can enter; the caller removes it with its contents.
    /// - Returns: The PDF.
    /// - Throws: ``Failure``, with the program's output.
    package func pdf(of html: String, in folder: String) throws -> Data {
        let (page, pdf, log) = (folder + "/page.html", folder + "/page.pdf", folder + "/log")
        try Data(html.utf8).write(to: URL(fileURLWithPath: page))
        guard FileManager.default.createFile(atPath: log, contents: nil) else {
            throw Failure(description: "\(folder): permission denied")
        }
        let arguments = tool.arguments(page: page, pdf: pdf, folder: folder)
        let program = AwaitedProgram(path: path, arguments: arguments, folder: folder, log: log)
        let status: Int32
        do throws(AwaitedProgram.Problem) {
            status = try program.run(seconds: seconds)
        } catch {
            switch error {
            case .notStarted: throw Failure(description: "\(path): can't be started")
            case .tookTooLong:
                throw Failure(description: "\(path): took longer than \(Int(seconds)) seconds; stopped")
            }
        }
        // Output that isn't a PDF is reported below.
        let data = (try? Data(contentsOf: URL(fileURLWithPath: pdf))) ?? Data()
        guard status == 0, data.starts(with: Data("%PDF-".utf8)) else {
            let said = (try? Data(contentsOf: URL(fileURLWithPath: log))) ?? Data()
            let lines = String(decoding: said.suffix(4_096), as: UTF8.self).split(whereSeparator: \.isNewline)
            let reason = lines.last.map { ": " + $0.trimmingCharacters(in: .whitespaces) } ?? ""
            throw Failure(description: "\(path): no PDF was made (exit code \(status))\(reason)")
        }
        return data
    }
}

import Foundation
import Testing

/// The recorded session in a page of the documentation, which has to be what its commands give.
struct TranscriptPage {
    /// The page.
    let file: URL
    /// The heading above the session.
    let title: String

    /// Compares a session with the one on the page; with `UPDATE_DOCUMENTATION` in the environment the page takes it over.
    ///
    /// - Parameters:
    ///   - session: What the commands gave.
    ///   - settled: The lines of a session without the parts that differ in each run.
    /// - Throws: What reading or writing the page throws.
    func check(_ session: String, settled: (Substring) -> [String]) throws {
        var page = try String(contentsOf: file, encoding: .utf8)
        let title = try #require(page.range(of: title), "no \(title)")
        let begin = try #require(page.range(of: "```text\n", range: title.upperBound..<page.endIndex))
        let end = try #require(page.range(of: "\n```", range: begin.upperBound..<page.endIndex))
        let written = page[begin.upperBound..<end.lowerBound]
        if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] != nil {
            page.replaceSubrange(begin.upperBound..<end.lowerBound, with: session)
            try Data(page.utf8).write(to: file)
        } else {
            #expect(settled(written) == settled(session[...]), "UPDATE_DOCUMENTATION=1 writes the session anew")
        }
    }
}

import Foundation
import ProgramTesting
import Testing

/// The output of the real program to terminals of several kinds.
@Suite("The bytes that terminals are sent", .serialized, .enabled(if: Tmux.isThere, "needs tmux"))
struct TerminalCaptureTests {
    /// A terminal, and what may be sent to it.
    struct Kind: Sendable, CustomTestStringConvertible {
        /// The most colours that are used.
        enum Colors: Sendable { case none, sixteen, palette }

        let environment: String
        let colors: Colors
        var isASCII = false

        var testDescription: String { environment }
    }

    private static let kinds = [
        Kind(environment: "TERM=linux LC_ALL=C.UTF-8", colors: .sixteen),
        Kind(environment: "TERM=vt100 LC_ALL=C.UTF-8", colors: .none),
        Kind(environment: "TERM=xterm-256color LC_ALL=C.UTF-8", colors: .palette),
        Kind(environment: "TERM=xterm-256color LC_ALL=C.UTF-8 NO_COLOR=1", colors: .none),
        Kind(environment: "TERM=xterm-256color LC_ALL=C", colors: .palette, isASCII: true),
    ]

    @Test("Each gets the colours and the characters that it has, and no others", arguments: kinds)
    func bytes(kind: Kind) async throws {
        let folder = try ScratchFolder()
        let store = folder.path("capture.store")
        for day in 0..<3 {
            let words = [
                "add", "stepCount", "\(4_000 + day * 700)", "count", "--start", "-\(day + 1)d", "--store", store,
            ]
            try #require(try Program.run("healthtui", words).status == 0)
        }
        let tmux = Tmux(folder)
        defer { tmux.end() }
        // It begins once its output is recorded.
        let program = "\(kind.environment) TZ=UTC \(Program.path("healthtui")) --store \(store)"
        let console = try tmux.open("console", Tmux.Size(80, 24), "sh -c 'read go; env -u NO_COLOR \(program)'")
        let sent = folder.path("sent")
        try tmux.run(["pipe-pane", "-t", "console", "cat >'\(sent)'"])
        try console.press("Enter")
        try await console.wait(for: "Steps")
        try console.type(":steps")
        try console.press("Enter")
        try await console.wait(for: "TOTAL")
        try console.type("T")
        try await console.wait(for: "Amount")
        try console.type("4500")
        try console.press("C-s")
        try await console.wait(for: "met on ")
        try console.type(":goals")
        try console.press("Enter")
        try await console.wait(for: "Activity rings")
        try console.press("Escape")
        try await console.wait(for: "TOTAL")
        try console.press("Escape")
        try await console.wait(for: "Browse")
        try console.press("Q")
        try await console.waitUntilGone()
        try check(Data(contentsOf: URL(fileURLWithPath: sent)), kind)
    }

    private func check(_ bytes: Data, _ kind: Kind) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        try #require(text.contains("Steps"))
        var colors = 0
        var ofPalette = 0
        for match in text.matches(of: /\u{1B}\[([0-9;:]*)m/) {
            let numbers = match.1.split { $0 == ";" || $0 == ":" }.compactMap { Int($0) }
            // 39 and 49 are the terminal's own.
            colors += numbers.count { (30...38).contains($0) || (40...48).contains($0) || (90...107).contains($0) }
            ofPalette += numbers.count { $0 == 38 || $0 == 48 }
        }
        switch kind.colors {
        case .none: #expect(colors == 0)
        case .sixteen: #expect(colors > 0 && ofPalette == 0)
        case .palette: #expect(ofPalette > 0)
        }
        let others = text.unicodeScalars.filter { !$0.isASCII }
        #expect(others.isEmpty == kind.isASCII, "\(others.prefix(20))")
    }
}

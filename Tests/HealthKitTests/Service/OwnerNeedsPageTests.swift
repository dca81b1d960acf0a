import Foundation
import Testing

@testable import HealthKit

/// The documentation of what the owner's calls need is the policy itself.
@Suite("The page of what the owner's calls need")
struct OwnerNeedsPageTests {
    private static let page = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appendingPathComponent("Sources/HealthKit/HealthKit.docc/OwnerProofs.md")

    private static let meanings: [(need: OwnerNeed, text: String)] = [
        (.none, "nothing: they add, end or lock, or reveal nothing of what is stored"),
        (.session, "a proof that holds: they read, edit and delete"),
        (.each, "the secret for each: they give rights, or move all of the data elsewhere"),
        (.carried, "the secret that the call brings"),
    ]

    private static func rows() -> [String] {
        meanings.map { need, text in
            let names = OwnerNeeds.kinds.filter { OwnerNeeds.need(ofKind: $0) == need }
                .map { kind in
                    let depends = kind is any OwnerNeedingCall.Type || kind == UndoOperationCall.self
                    return "`\(kind.name)`\(depends ? "*" : "")"
                }
            return "| \(text) | \(names.sorted().joined(separator: ", ")) |"
        }
    }

    @Test("The page lists every call that may come at the owner's socket under what it needs")
    func everyCall() throws {
        let rows = Self.rows()
        #expect(Set(OwnerNeeds.kinds.compactMap { OwnerNeeds.need(ofKind: $0) }) == Set(Self.meanings.map(\.need)))
        var lines = try String(contentsOf: Self.page, encoding: .utf8).components(separatedBy: "\n")
        let rule = try #require(lines.firstIndex(of: "|---|---|"))
        if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] == "1" {
            lines.removeSubrange((rule + 1)...)
            try Data((lines + rows + [""]).joined(separator: "\n").utf8).write(to: Self.page)
            return
        }
        let written = lines[(rule + 1)...].filter { !$0.isEmpty }
        #expect(Array(written) == rows, "UPDATE_DOCUMENTATION=1 make test ONLY=OwnerNeedsPageTests writes the page")
    }
}

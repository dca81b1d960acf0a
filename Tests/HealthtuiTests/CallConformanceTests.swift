import Foundation
import Testing

/// Code checks at run time whether a call passes, is repeatable, carries a secret or declares the owner's proof that it
/// needs.
///
/// Without a linked conformance the check silently fails. So each is in the module of its call: those about passing and
/// repeating next to the call's answer, those that both ends of a connection need next to the protocol.
@Suite struct CallConformanceTests {
    @Test("A call passes and is repeated where it is answered, and carries and needs where both ends ask")
    func conformances() throws {
        let sources = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources")
        var texts: [String: String] = [:]
        let found = FileManager.default.enumerator(atPath: sources.path)
        while let path = found?.nextObject() as? String {
            guard path.hasSuffix(".swift") else { continue }
            texts[path] = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
        }
        let calls = CallConformances(texts)
        #expect(calls.conformances.count > 100)
        for name in ["PassedCall", "RepeatableCall", "SecretCarryingCall", "OwnerNeedingCall"] {
            #expect(calls.conformances.filter { $0.protocolName == name }.count > 3, "\(name)")
        }
        for problem in calls.problems { Issue.record("\(problem)") }
    }

    private static let house = [
        "House/Calls/Calls.swift": "struct AskCall: AnsweredCall {\n}\n\npackage struct KeepCall: AnsweredCall {}\n",
        "House/Access/Port.swift":
            "protocol PassedCall: AnsweredCall {}\nprotocol RepeatableCall {}\nprotocol ReadCall: PassedCall {\n}\n",
        "House/Access/Wire/Carrying.swift":
            "protocol SecretCarryingCall {\n}\n\nextension KeepCall: SecretCarryingCall {}\n",
        "House/Access/Answers/Asking.swift":
            "extension AskCall: ReadCall {\n    func answer(_ reader: ScopedReader) throws -> Int { 1 }\n}\n",
        "House/Access/Answers/Keeping.swift": """
        extension KeepCall:
            PassedCall, RepeatableCall
        {
            func pass(_ gate: Gate) throws { try gate.answer(self) }
        }

        extension Gate {
            /// Keeps.
            func answer(
                _ call: KeepCall,
                again: Bool
            ) throws {}
        }

        """,
    ]

    /// Files that the rule forbids in that house, each with the expected message.
    private static let faults: [(path: String, text: String, says: [String])] = [
        (
            "House/Access/Lists.swift", "extension AskCall: RepeatableCall {}\n",
            ["House/Access/Lists.swift makes AskCall a RepeatableCall; it is answered in [\"House/Access/Answers\"]"]
        ),
        (
            "House/Access/Asking.swift",
            "extension AskCall: PassedCall {\n    func pass(_ gate: Gate) throws -> Int { 1 }\n}\n",
            ["House/Access/Asking.swift makes AskCall a PassedCall; it is answered in [\"House/Access/Answers\"]"]
        ),
        (
            "House/Access/Answers/Secrets.swift", "extension AskCall: SecretCarryingCall {}\n",
            [
                "House/Access/Answers/Secrets.swift makes AskCall a SecretCarryingCall; "
                    + "the protocol is declared in [\"House/Access/Wire\"]"
            ]
        ),
        (
            "Annex/More.swift", "extension AskCall: ReadCall {\n    func answer(_ reader: ScopedReader) {}\n}\n",
            ["Annex/More.swift makes AskCall a ReadCall; the call is declared in [\"House\"]"]
        ),
    ]

    @Test("The rule finds conformances that stand elsewhere: a check of the check")
    func theRuleFinds() {
        let kept = CallConformances(Self.house)
        #expect(kept.conformances.count == 4)
        #expect(kept.problems == [])
        for fault in Self.faults {
            let found = CallConformances(Self.house.merging([fault.path: fault.text]) { $1 })
            #expect(found.problems == fault.says, "\(fault.path)")
        }
    }
}

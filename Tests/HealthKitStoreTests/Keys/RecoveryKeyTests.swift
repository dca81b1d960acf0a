import Foundation
import Testing
@testable import HealthKitStore

@Suite struct RecoveryKeyTests {
    private static func parse(_ text: String) throws -> SecretBytes {
        var bytes = Array(text.utf8)
        return try RecoveryKey.parse(SecretBytes(taking: &bytes))
    }

    @Test func whatIsPrintedIsReadBackHoweverItIsTyped() throws {
        for _ in 0..<200 {
            let key = try RecoveryKey.random()
            let text = RecoveryKey.text(key)
            #expect(text.split(separator: "-").map(\.count) == Array(repeating: 5, count: 8))
            for typed in [text, text.lowercased(), text.replacingOccurrences(of: "-", with: ""), " \(text)\n"] {
                #expect(try Self.parse(typed).isEqual(to: key))
            }
            let lookalikes = text.replacingOccurrences(of: "0", with: "o").replacingOccurrences(of: "1", with: "l")
            #expect(try Self.parse(lookalikes).isEqual(to: key))
        }
    }

    @Test func everyWrongSignIsFoundInItsGroup() throws {
        let text = Array(RecoveryKey.text(try RecoveryKey.random()))
        for place in text.indices where text[place] != "-" {
            for sign in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" where sign != text[place] {
                var changed = text
                changed[place] = sign
                let message = #expect(throws: StoreError.self) { try Self.parse(String(changed)) }?.message
                #expect(message?.contains("group \(place / 6 + 1)") == true)
            }
        }
    }

    @Test func signsAndGroupsThatChangedPlacesAreFound() throws {
        let text = Array(RecoveryKey.text(try RecoveryKey.random()))
        for place in text.indices.dropLast() where text[place] != text[place + 1] {
            guard text[place] != "-", text[place + 1] != "-" else { continue }
            var changed = text
            changed.swapAt(place, place + 1)
            #expect(throws: StoreError.self) { try Self.parse(String(changed)) }
        }
        let groups = String(text).split(separator: "-").map(String.init)
        #expect(throws: StoreError.self) { try Self.parse(groups.reversed().joined(separator: "-")) }
    }

    @Test func whatIsNoRecoveryKeyIsRefusedInWords() throws {
        let long = [41, 1_000_000].map { String(repeating: "A", count: $0) }
        for text in ["", "ABC", "!!!!!"] + long {
            let error = #expect(throws: StoreError.self) { try Self.parse(text) }
            #expect(error?.code == .invalidArgument)
        }
    }
}

import Foundation
import Testing

@testable import HealthKit

/// What goes over a port as bytes is answered as what stays in the process is.
@Suite("Calls as bytes", .timeLimit(.minutes(30)))
struct CallPortTests {
    @Test("Every kind of call passes a port, which it does only with an answer that can be written down")
    func everyKind() {
        for kind in AppCall.kinds {
            #expect(kind is any PassedCall.Type || kind is any AwaitedCall.Type, "\(kind.name)")
        }
        // Those work on files, or visit objects within one transaction.
        let local: Set = [
            ImportCall.name, ExportCall.name, BackUpCall.name, MergeCall.name, OwnerUnknownSamplesCall.name,
        ]
        for kind in OwnerReadCalls.kinds {
            #expect(kind is any PassedCall.Type != local.contains(kind.name), "\(kind.name)")
        }
    }

    @Test("A change whose answer was lost is asked for again and made once", arguments: CallKind.all)
    func repeated(kind: CallKind) async throws {
        let objects = try WorldObjects()
        for (rights, state) in [(AppRights.both, MachineState.open), (.revoked, .locked), (.refused, .guest)] {
            func transcript(repeated: Bool) async throws -> [String] {
                try await TestStore.$isRepeated.withValue(repeated) {
                    try await kind.transcript(rights, state, isSecond: false, objects)
                }
            }
            let (once, again) = (try await transcript(repeated: false), try await transcript(repeated: true))
            let place = zip(once, again).first { $0 != $1 }
            #expect(once == again, "\(kind.name), \(rights.rawValue), \(state.rawValue): \(place as Any)")
        }
    }

    @Test("What an app is told over a port of bytes is what it is told without", arguments: CallKind.all)
    func same(kind: CallKind) async throws {
        let objects = try WorldObjects()
        for (rights, state) in [(AppRights.both, MachineState.open), (.revoked, .locked), (.refused, .guest)] {
            func transcript(coded: Bool) async throws -> [String] {
                try await TestStore.$isServed.withValue(coded) {
                    try await kind.transcript(rights, state, isSecond: false, objects)
                }
            }
            let (direct, coded) = (try await transcript(coded: false), try await transcript(coded: true))
            let place = zip(direct, coded).first { $0 != $1 }
            #expect(direct == coded, "\(kind.name), \(rights.rawValue), \(state.rawValue): \(place as Any)")
        }
    }
}

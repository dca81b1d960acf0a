import Foundation

// What a process knows by itself, and a program with a connection asks for.

extension EarliestSampleDateCall: PassedCall, RepeatableCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> Date { gate.earliestSampleDate }
}

extension SessionMarkedCall: PassedCall, RepeatableCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> Bool { try gate.isSessionMarked(session) }
}

extension CompanionMarkedCall: PassedCall, RepeatableCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> Bool {
        try gate.isCompanionMarked(bundleIdentifier)
    }
}

extension AuthorizationStatusCall: RepeatableCall {}
// Whoever was answered meanwhile isn't asked again.
extension AuthorizeCall: RepeatableCall {}
extension AuthorizeExtensionsCall: RepeatableCall {}

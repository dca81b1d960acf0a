import Foundation

// State that a process knows itself; other programs request it over a connection.

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

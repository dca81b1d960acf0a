import Foundation

/// What is registered and decided, as the store has it.
package struct WakeLedger: Codable, Hashable, Sendable {
    package struct Row: Codable, Hashable, Sendable {
        package var key: WakeKey
        /// Raw value of the frequency.
        package var frequency: Int
        package var record: WakeRecord

        package init(key: WakeKey, frequency: HKUpdateFrequency, record: WakeRecord) {
            self.key = key
            self.frequency = frequency.rawValue
            self.record = record
        }

        /// How often the app wants to be woken at most.
        package var updateFrequency: HKUpdateFrequency { HKUpdateFrequency(rawValue: frequency) ?? .weekly }
    }

    package var rows: [Row] = []
    /// What is started to wake an app, as it asked, by bundle identifier.
    package var programs: [String: WakeProgram] = [:]
    /// What the person decided, by bundle identifier.
    package var decisions: [String: WakeDecision] = [:]
    /// The latest starts of each app, the oldest first, by bundle identifier.
    package var starts: [String: [WakeStart]] = [:]

    package init() {}
}

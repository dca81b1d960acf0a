import ArgumentParser
import Foundation
import HealthtuiEntry

// What can be known of a time before a store is opened.
extension Asked {
    /// Checks words for a time before a store is opened, whose marks they may name.
    ///
    /// - Parameters:
    ///   - words: The words; none for no time.
    ///   - zone: The zone of days.
    /// - Throws: `ValidationError` for what is no time, or is still to come.
    static func check(_ words: [String], in zone: TimeZone) throws {
        let text = words.joined(separator: " ")
        guard !words.isEmpty else { return }
        do { try TimeReading(in: zone).check([text]) { try $0.past(text) } } catch let error as EntryError {
            throw ValidationError(error.text)
        }
    }
}

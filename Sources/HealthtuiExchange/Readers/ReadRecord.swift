import Foundation
import HealthKit

/// A card found by a reader.
package struct ReadCard: Sendable {
    let content: VerifiableRecordContent
    /// The time of the event that the card is about.
    let relevant: Date
}

/// A sample with additional content, such as a state of mind, found by a reader.
struct ReadRecord {
    /// The identifier of its type.
    var type: String
    var content: ImportedContent
    var start: Date
    var end: Date
    /// The name of the recording source.
    var source: String
    /// The lasting form of the file's data about it.
    var text: [UInt8]
}

import Foundation

extension SampleOrder {
    /// Sorts by start.
    static func byStart(ascending: Bool) -> SampleOrder {
        SampleOrder(rules: [.time(.start, ascending: ascending)])
    }
}

import Foundation

extension SampleOrder {
    /// The order of starts.
    static func byStart(ascending: Bool) -> SampleOrder {
        SampleOrder(rules: [.time(.start, ascending: ascending)])
    }
}

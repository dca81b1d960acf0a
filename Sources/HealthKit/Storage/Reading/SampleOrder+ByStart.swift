import Foundation

extension SampleOrder {
    /// The order of starts.
    static func byStart(ascending: Bool) -> SampleOrder {
        SampleOrder([SortDescriptor(\HKSample.startDate, order: ascending ? .forward : .reverse)])
    }
}

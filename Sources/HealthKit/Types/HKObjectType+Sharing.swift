extension HKObjectType {
    /// Whether an app may ask to save samples of the type (R1.8, R1.9).
    package var canBeShared: Bool { self is HKSampleType && !(self is HKCorrelationType) && !isReadOnly }
}

extension HKCorrelationType {
    /// The types that represent the correlation in access decisions: those it requires, otherwise all it may contain
    /// (R1.8).
    package var memberTypeIdentifiers: Set<String> {
        requiredTypeIdentifiers.isEmpty ? containedTypeIdentifiers : Set(requiredTypeIdentifiers)
    }
}

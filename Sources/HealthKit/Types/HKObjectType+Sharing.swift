extension HKObjectType {
    /// Whether an app may ask to save samples of the type (R1.8, R1.9).
    package var canBeShared: Bool { self is HKSampleType && !(self is HKCorrelationType) && !isReadOnly }
}

import Foundation

extension HKCorrelation {
    /// Makes a correlation.
    ///
    /// Invalid arguments stop the program, as on Apple's platforms; use `init(validating:start:end:objects:device:metadata:)`
    /// for user input.
    ///
    /// - Parameters:
    ///   - correlationType: The correlation type.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    ///   - objects: The members: at least one, quantity or category samples only.
    public convenience init(
        type correlationType: HKCorrelationType,
        start startDate: Date,
        end endDate: Date,
        objects: Set<HKSample>
    ) {
        self.init(
            type: correlationType,
            start: startDate,
            end: endDate,
            objects: objects,
            device: nil,
            metadata: nil
        )
    }

    /// Makes a correlation with metadata.
    ///
    /// - Parameters:
    ///   - correlationType: The correlation type.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    ///   - objects: The members: at least one, quantity or category samples only.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(
        type correlationType: HKCorrelationType,
        start startDate: Date,
        end endDate: Date,
        objects: Set<HKSample>,
        metadata: [String: Any]?
    ) {
        self.init(
            type: correlationType,
            start: startDate,
            end: endDate,
            objects: objects,
            device: nil,
            metadata: metadata
        )
    }

    /// Makes a correlation with a device and metadata.
    ///
    /// - Parameters:
    ///   - correlationType: The correlation type.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    ///   - objects: The members: at least one, quantity or category samples only.
    ///   - device: The device that measured it.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(
        type correlationType: HKCorrelationType,
        start startDate: Date,
        end endDate: Date,
        objects: Set<HKSample>,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        let values = raisingExceptions {
            try Self.checked(correlationType, startDate, endDate, objects, metadata)
        }
        self.init(
            ObjectAttributes(device: device, metadata: values),
            type: correlationType,
            start: startDate,
            end: endDate,
            objects: objects
        )
    }

    /// Makes a correlation, or throws where the other initializers stop the program.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - correlationType: The correlation type.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    ///   - objects: The members: at least one, quantity or category samples only.
    ///   - device: The device that measured it.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `HKError.errorInvalidArgument` with a description of the problem (R2.2 to R2.4, R2.12 to R2.14).
    public convenience init(
        validating correlationType: HKCorrelationType,
        start startDate: Date,
        end endDate: Date,
        objects: Set<HKSample>,
        device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) throws {
        let values = try Self.checked(correlationType, startDate, endDate, objects, metadata)
        self.init(
            ObjectAttributes(device: device, metadata: values),
            type: correlationType,
            start: startDate,
            end: endDate,
            objects: objects
        )
    }

    private static func checked(
        _ type: HKCorrelationType,
        _ start: Date,
        _ end: Date,
        _ objects: Set<HKSample>,
        _ metadata: [String: Any]?
    ) throws -> Metadata? {
        let values = try Metadata(metadata)
        try SampleValidation.checkMembers(type, objects)
        try SampleValidation.checkInterval(type, start: start, end: end)
        try SampleValidation.checkMetadata(values, for: type)
        return values
    }
}

import Foundation

extension HKCategorySample {
    /// Makes a sample.
    ///
    /// Invalid arguments stop the program, as on Apple's platforms; use `init(validating:value:start:end:device:metadata:)`
    /// for user input.
    ///
    /// - Parameters:
    ///   - type: The category type.
    ///   - value: The raw value of the type's value enumeration.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    public convenience init(type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date) {
        self.init(type: type, value: value, start: startDate, end: endDate, device: nil, metadata: nil)
    }

    /// Makes a sample with metadata.
    ///
    /// - Parameters:
    ///   - type: The category type.
    ///   - value: The raw value of the type's value enumeration.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(
        type: HKCategoryType,
        value: Int,
        start startDate: Date,
        end endDate: Date,
        metadata: [String: Any]?
    ) {
        self.init(type: type, value: value, start: startDate, end: endDate, device: nil, metadata: metadata)
    }

    /// Makes a sample with a device and metadata.
    ///
    /// - Parameters:
    ///   - type: The category type.
    ///   - value: The raw value of the type's value enumeration.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    ///   - device: The device that measured it.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(
        type: HKCategoryType,
        value: Int,
        start startDate: Date,
        end endDate: Date,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        let values = raisingExceptions {
            try Self.checked(type, value, startDate, endDate, metadata)
        }
        self.init(
            ObjectAttributes(device: device, metadata: values),
            type: type,
            value: value,
            start: startDate,
            end: endDate
        )
    }

    /// Makes a sample, or throws where the other initializers stop the program.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - type: The category type.
    ///   - value: The raw value of the type's value enumeration.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    ///   - device: The device that measured it.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `HKError.errorInvalidArgument` with a description of the problem (R2.2 to R2.4, R2.11 to R2.13).
    public convenience init(
        validating type: HKCategoryType,
        value: Int,
        start startDate: Date,
        end endDate: Date,
        device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) throws {
        let values = try Self.checked(type, value, startDate, endDate, metadata)
        self.init(
            ObjectAttributes(device: device, metadata: values),
            type: type,
            value: value,
            start: startDate,
            end: endDate
        )
    }

    private static func checked(
        _ type: HKCategoryType,
        _ value: Int,
        _ start: Date,
        _ end: Date,
        _ metadata: [String: Any]?
    ) throws -> Metadata? {
        let values = try Metadata(metadata)
        try SampleValidation.checkCategory(type, value: value)
        try SampleValidation.checkInterval(type, start: start, end: end)
        try SampleValidation.checkMetadata(values, for: type)
        return values
    }
}

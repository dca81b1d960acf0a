import Foundation

/// The initializers of ``HKQuantitySample``, which make the subclass that fits the type.
///
/// Only a protocol's initializer can give an object of a subclass; apps have no use for the protocol itself.
public protocol HKQuantitySampleCreating {}

extension HKQuantitySample: HKQuantitySampleCreating {}

extension HKQuantitySampleCreating where Self: HKQuantitySample {
    /// Makes a sample.
    ///
    /// Invalid arguments stop the program, as on Apple's platforms; use `init(validating:quantity:start:end:device:metadata:)`
    /// for user input.
    ///
    /// - Parameters:
    ///   - quantityType: The quantity type.
    ///   - quantity: The quantity, in a unit that fits the type.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    public init(type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date) {
        self.init(type: quantityType, quantity: quantity, start: startDate, end: endDate, device: nil, metadata: nil)
    }

    /// Makes a sample with metadata.
    ///
    /// - Parameters:
    ///   - quantityType: The quantity type.
    ///   - quantity: The quantity, in a unit that fits the type.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public init(
        type quantityType: HKQuantityType,
        quantity: HKQuantity,
        start startDate: Date,
        end endDate: Date,
        metadata: [String: Any]?
    ) {
        self.init(
            type: quantityType,
            quantity: quantity,
            start: startDate,
            end: endDate,
            device: nil,
            metadata: metadata
        )
    }

    /// Makes a sample with a device and metadata.
    ///
    /// - Parameters:
    ///   - quantityType: The quantity type.
    ///   - quantity: The quantity, in a unit that fits the type.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    ///   - device: The device that measured it.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public init(
        type quantityType: HKQuantityType,
        quantity: HKQuantity,
        start startDate: Date,
        end endDate: Date,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self = raisingExceptions {
            try Self(
                validating: quantityType,
                quantity: quantity,
                start: startDate,
                end: endDate,
                device: device,
                metadata: metadata
            )
        }
    }

    /// Makes a sample, or throws where the other initializers stop the program.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - quantityType: The quantity type.
    ///   - quantity: The quantity, in a unit that fits the type.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    ///   - device: The device that measured it.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `HKError.errorInvalidArgument` with a description of the problem (R2.1 to R2.4, R2.12, R2.13).
    public init(
        validating quantityType: HKQuantityType,
        quantity: HKQuantity,
        start startDate: Date,
        end endDate: Date,
        device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) throws {
        let values = try Metadata(metadata)
        let value = quantity.doubleValue(for: quantity.unit)
        // Apple also accepts infinite quantities and NaN here; saving them is an error.
        try SampleValidation.checkUnit(quantityType, quantity.unit)
        try SampleValidation.checkInterval(quantityType, start: startDate, end: endDate)
        try SampleValidation.checkMetadata(values, for: quantityType)
        let content = QuantityContent(
            type: quantityType,
            value: value,
            unit: quantity.unit,
            start: startDate,
            end: endDate
        )
        let attributes = ObjectAttributes(device: device, metadata: values)
        guard let made = (content.sample(attributes) as? Self) ?? (content.sample(attributes, of: Self.self) as? Self)
        else {
            throw HKError.invalid("\(Self.self) cannot hold samples of type \(quantityType.identifier)")
        }
        self = made
    }
}

extension QuantityContent {
    /// The sample of the class that fits the type's aggregation style.
    package func sample(_ attributes: ObjectAttributes) -> HKQuantitySample {
        guard type.aggregationStyle == .cumulative else { return HKDiscreteQuantitySample(self, attributes) }
        return series == nil
            ? HKCumulativeQuantitySample(self, attributes) : HKCumulativeQuantitySeriesSample(self, attributes)
    }

    /// The sample of a class that an app named, though another fits the type: Apple makes one all the same.
    func sample(_ attributes: ObjectAttributes, of kind: HKQuantitySample.Type) -> HKQuantitySample? {
        if kind == HKCumulativeQuantitySample.self { return HKCumulativeQuantitySample(self, attributes) }
        if kind == HKCumulativeQuantitySeriesSample.self { return HKCumulativeQuantitySeriesSample(self, attributes) }
        if kind == HKDiscreteQuantitySample.self { return HKDiscreteQuantitySample(self, attributes) }
        return nil
    }
}

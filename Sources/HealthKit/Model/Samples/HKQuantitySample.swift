import Foundation

/// A sample that holds a quantity: a number with a unit.
///
/// Making one gives an ``HKCumulativeQuantitySample`` or an ``HKDiscreteQuantitySample``, by the type's aggregation style.
open class HKQuantitySample: HKSample, @unchecked Sendable {
    /// The quantity type of the sample.
    ///
    /// Every initializer also passes the type to ``HKSample/sampleType``, which stores it only once: there are millions of
    /// samples.
    public var quantityType: HKQuantityType { unsafeDowncast(sampleType, to: HKQuantityType.self) }
    /// The number as it was given, in ``unit``.
    package let value: Double
    /// The unit in which the quantity was given.
    package let unit: HKUnit
    /// The quantities of a series, in order of time; `nil` for a single quantity.
    package let series: QuantitySeries?

    package init(_ content: QuantityContent, _ attributes: ObjectAttributes) {
        value = content.value
        unit = content.unit
        series = content.series
        super.init(attributes, type: content.type, start: content.start, end: content.end)
    }

    /// Makes a single quantity of the store.
    package init(
        stored times: StoredTimes,
        uuid: UUID,
        type: HKQuantityType,
        value: Double,
        unit: HKUnit,
        origin: ObjectOrigin
    ) {
        self.value = value
        self.unit = unit
        series = nil
        super.init(stored: times, uuid: uuid, type: type, origin: origin)
    }

    /// The quantity: of a series the sum (cumulative types) or the average (discrete types).
    public var quantity: HKQuantity { HKQuantity(unit: unit, doubleValue: value) }

    /// The number of quantities in the sample: 1, or more for a series.
    public var count: Int { series?.count ?? 1 }

    /// Creates a sample from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let quantity = coder.decoded(HKQuantity.self, forKey: "quantity") else { return nil }
        unit = quantity.unit
        value = quantity.doubleValue(for: quantity.unit)
        if let data = coder.decoded(NSData.self, forKey: "series") as Data? {
            guard let read = QuantitySeries(bytes: [UInt8](data)), read.hasTimes else { return nil }
            series = read
        } else {
            series = nil
        }
        super.init(coder: coder)
        guard sampleType is HKQuantityType else { return nil }
    }

    /// Writes the sample to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(quantity, forKey: "quantity")
        if let series { coder.encode(Data(series.bytes) as NSData, forKey: "series") }
    }

    override var contentDescription: String { quantity.description }
}

/// The content of a quantity sample before the object exists.
package struct QuantityContent: Sendable {
    package var type: HKQuantityType
    package var value: Double
    package var unit: HKUnit
    package var start: Date
    package var end: Date
    package var series: QuantitySeries?

    package init(
        type: HKQuantityType,
        value: Double,
        unit: HKUnit,
        start: Date,
        end: Date,
        series: QuantitySeries? = nil
    ) {
        self.type = type
        self.value = value
        self.unit = unit
        self.start = start
        self.end = end
        self.series = series
    }
}

import Foundation

/// A sample that holds one value of a list, such as a sleep stage.
open class HKCategorySample: HKSample, @unchecked Sendable {
    /// The category type of the sample.
    public let categoryType: HKCategoryType
    /// The raw value of the type's value enumeration.
    public let value: Int

    package init(_ attributes: ObjectAttributes, type: HKCategoryType, value: Int, start: Date, end: Date) {
        categoryType = type
        self.value = value
        super.init(attributes, type: type, start: start, end: end)
    }

    /// Makes a sample of the store.
    package init(stored times: StoredTimes, uuid: UUID, type: HKCategoryType, value: Int, origin: ObjectOrigin) {
        categoryType = type
        self.value = value
        super.init(stored: times, uuid: uuid, type: type, origin: origin)
    }

    /// Creates a sample from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let type = coder.decoded(HKObjectType.self, forKey: "sampleType") as? HKCategoryType else {
            return nil
        }
        categoryType = type
        value = coder.decodeInteger(forKey: "value")
        super.init(coder: coder)
    }

    /// Writes the sample to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(value, forKey: "value")
    }

    override var contentDescription: String { "\(value)" }
}

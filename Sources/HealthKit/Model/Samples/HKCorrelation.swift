import Foundation

/// Samples that belong together: the two numbers of a blood pressure, or the nutrients of a food.
///
/// Saving a correlation saves its members too, as samples of their respective types (R2.15).
open class HKCorrelation: HKSample, @unchecked Sendable {
    /// The type of the correlation.
    public let correlationType: HKCorrelationType
    /// The members.
    public let objects: Set<HKSample>

    package init(
        _ attributes: ObjectAttributes,
        type: HKCorrelationType,
        start: Date,
        end: Date,
        objects: Set<HKSample>
    ) {
        correlationType = type
        self.objects = objects
        super.init(attributes, type: type, start: start, end: end)
    }

    /// The members of one type.
    ///
    /// - Parameter objectType: The type to look for.
    /// - Returns: The members of that type; empty if there are none.
    open func objects(for objectType: HKObjectType) -> Set<HKSample> {
        objects.filter { $0.sampleType == objectType }
    }

    /// Creates a correlation from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let type = coder.decoded(HKObjectType.self, forKey: "sampleType") as? HKCorrelationType,
            let members = Self.members(coder),
            members.allSatisfy({ $0 is HKQuantitySample || $0 is HKCategorySample })
        else { return nil }
        correlationType = type
        objects = Set(members)
        super.init(coder: coder)
        guard !objects.contains(where: { $0.uuid == uuid }) else { return nil }
    }

    /// The members in an archive; a correlation among them gives `nil` instead of being read, since it could contain itself.
    private static func members(_ coder: NSCoder) -> [HKSample]? {
        let isInside = "healthkit.correlation.members"
        let thread = Thread.current.threadDictionary
        guard thread[isInside] == nil else { return nil }
        thread[isInside] = true
        defer { thread[isInside] = nil }
        return coder.decodedArray(of: HKSample.self, forKey: "objects")
    }

    /// Writes the correlation to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(Array(objects) as NSArray, forKey: "objects")
    }

    override var contentDescription: String { "\(correlationType.identifier) of \(objects.count)" }
}

extension HKSample {
    /// The sample as a correlation.
    ///
    /// Most samples have one of a few classes. Those are compared directly, because querying the runtime would take longer than
    /// the use of the result.
    var asCorrelation: HKCorrelation? {
        let own = ObjectIdentifier(Swift.type(of: self))
        let isPlain =
            own == ObjectIdentifier(HKDiscreteQuantitySample.self)
            || own == ObjectIdentifier(HKCumulativeQuantitySample.self)
            || own == ObjectIdentifier(HKCategorySample.self)
        return isPlain ? nil : self as? HKCorrelation
    }
}

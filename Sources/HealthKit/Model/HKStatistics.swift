import Foundation

/// The statistics of the samples of one quantity type, over an interval.
///
/// A quantity that the query's options don't request is `nil`, and so are all quantities of an interval without samples.
/// Quantities are in the type's canonical unit.
open class HKStatistics: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    /// The type of the samples.
    public let quantityType: HKQuantityType
    /// The start of the interval: of the earliest sample for a statistics query, of the bucket for a collection (R5.4).
    public let startDate: Date
    /// The end of the interval.
    public let endDate: Date
    /// The sources of the samples; `nil` unless the query separated by source.
    open var sources: [HKSource]? { separated.map { $0.map(\.source) } }

    package let values: StatisticsValues
    package let separated: [(source: HKSource, values: StatisticsValues)]?
    private let unit: HKUnit

    package init(
        type: HKQuantityType,
        start: Date,
        end: Date,
        values: StatisticsValues,
        separated: [(source: HKSource, values: StatisticsValues)]? = nil
    ) {
        quantityType = type
        startDate = start
        endDate = end
        self.values = values
        self.separated = separated
        unit = type.canonicalUnit
        super.init()
    }

    /// The sum of the quantities, with simultaneous recordings counted once.
    ///
    /// - Returns: The sum, or `nil` for discrete types and if it was not requested.
    open func sumQuantity() -> HKQuantity? { quantity(values.sum) }

    /// The sum of the quantities; data that two sources report is counted once if the owner's query requested that
    /// (R5.30).
    package func countedQuantity() -> HKQuantity? { quantity(values.counted ?? values.sum) }

    /// The sum of the quantities of one source.
    ///
    /// - Parameter source: The source.
    /// - Returns: The sum, or `nil` if the query didn't separate by source or the source has no samples here.
    open func sumQuantity(for source: HKSource) -> HKQuantity? { quantity(values(for: source)?.sum) }

    /// The smallest quantity.
    ///
    /// - Returns: The minimum, or `nil` if it was not requested.
    open func minimumQuantity() -> HKQuantity? { quantity(values.minimum) }

    /// The smallest quantity of one source.
    ///
    /// - Parameter source: The source.
    /// - Returns: The minimum, or `nil`.
    open func minimumQuantity(for source: HKSource) -> HKQuantity? { quantity(values(for: source)?.minimum) }

    /// The largest quantity.
    ///
    /// - Returns: The maximum, or `nil` if it was not requested.
    open func maximumQuantity() -> HKQuantity? { quantity(values.maximum) }

    /// The largest quantity of one source.
    ///
    /// - Parameter source: The source.
    /// - Returns: The maximum, or `nil`.
    open func maximumQuantity(for source: HKSource) -> HKQuantity? { quantity(values(for: source)?.maximum) }

    /// The average of the quantities, according to the type's aggregation style.
    ///
    /// - Returns: The average, or `nil` if it was not requested.
    open func averageQuantity() -> HKQuantity? { quantity(values.average) }

    /// The average of the quantities of one source.
    ///
    /// - Parameter source: The source.
    /// - Returns: The average, or `nil`.
    open func averageQuantity(for source: HKSource) -> HKQuantity? { quantity(values(for: source)?.average) }

    /// The latest quantity.
    ///
    /// - Returns: The quantity, or `nil` if it was not requested.
    open func mostRecentQuantity() -> HKQuantity? { quantity(values.mostRecent?.value) }

    /// The latest quantity of one source.
    ///
    /// - Parameter source: The source.
    /// - Returns: The quantity, or `nil`.
    open func mostRecentQuantity(for source: HKSource) -> HKQuantity? {
        quantity(values(for: source)?.mostRecent?.value)
    }

    /// The time of the latest quantity.
    ///
    /// - Returns: The interval of its sample, or `nil` if it was not requested.
    open func mostRecentQuantityDateInterval() -> DateInterval? { interval(values.mostRecent) }

    /// The time of the latest quantity of one source.
    ///
    /// - Parameter source: The source.
    /// - Returns: The interval of its sample, or `nil`.
    open func mostRecentQuantityDateInterval(for source: HKSource) -> DateInterval? {
        interval(values(for: source)?.mostRecent)
    }

    /// The total duration of the samples, with overlaps counted once.
    ///
    /// - Returns: The time in seconds, or `nil` if it was not requested.
    open func duration() -> HKQuantity? { seconds(values.duration) }

    /// The total duration of the samples of one source.
    ///
    /// - Parameter source: The source.
    /// - Returns: The time in seconds, or `nil`.
    open func duration(for source: HKSource) -> HKQuantity? { seconds(values(for: source)?.duration) }

    private func values(for source: HKSource) -> StatisticsValues? {
        separated?.first { $0.source == source }?.values
    }

    private func quantity(_ value: Double?) -> HKQuantity? {
        value.map { HKQuantity(unit: unit, doubleValue: $0) }
    }

    private func seconds(_ value: Double?) -> HKQuantity? {
        value.map { HKQuantity(unit: .second(), doubleValue: $0) }
    }

    private func interval(_ recent: StatisticsValues.MostRecent?) -> DateInterval? {
        recent.map {
            DateInterval(
                start: Date(timeIntervalSinceReferenceDate: $0.start),
                end: Date(timeIntervalSinceReferenceDate: max($0.start, $0.end))
            )
        }
    }

    /// Whether secure coding is supported; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Makes statistics from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let type = coder.decoded(HKObjectType.self, forKey: "quantityType") as? HKQuantityType,
            let start = coder.decodeTime(forKey: "startDate"), let end = coder.decodeTime(forKey: "endDate")
        else { return nil }
        quantityType = type
        startDate = start
        endDate = end
        unit = type.canonicalUnit
        values = StatisticsValues(coder: coder, prefix: "")
        let count = coder.decodeInteger(forKey: "sources")
        separated =
            coder.decodeBool(forKey: "isSeparated")
            ? (0..<max(0, min(count, 100_000)))
                .compactMap { index in
                    coder.decoded(HKSource.self, forKey: "source\(index)")
                        .map {
                            ($0, StatisticsValues(coder: coder, prefix: "\(index)."))
                        }
                } : nil
        super.init()
    }

    /// Writes the statistics to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) {
        coder.encode(quantityType, forKey: "quantityType")
        coder.encodeTime(startDate, forKey: "startDate")
        coder.encodeTime(endDate, forKey: "endDate")
        values.encode(with: coder, prefix: "")
        coder.encode(separated != nil, forKey: "isSeparated")
        coder.encode(separated?.count ?? 0, forKey: "sources")
        for (index, entry) in (separated ?? []).enumerated() {
            coder.encode(entry.source, forKey: "source\(index)")
            entry.values.encode(with: coder, prefix: "\(index).")
        }
    }

    /// The same statistics: they are immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Statistics are equal if type, interval and all quantities are.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether all of them are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKStatistics else { return false }
        return quantityType == other.quantityType && startDate == other.startDate && endDate == other.endDate
            && values == other.values && separated?.map(\.source) == other.separated?.map(\.source)
            && separated?.map(\.values) == other.separated?.map(\.values)
    }

    /// A hash of type and interval.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(quantityType)
        hasher.combine(startDate)
        hasher.combine(endDate)
        return hasher.finalize()
    }

    /// A description of type, interval and quantities.
    open override var description: String {
        "<HKStatistics \(quantityType.identifier) (\(startDate) - \(endDate)) sum:\(text(sumQuantity())) "
            + "average:\(text(averageQuantity())) minimum:\(text(minimumQuantity())) maximum:\(text(maximumQuantity()))>"
    }

    private func text(_ quantity: HKQuantity?) -> String { quantity?.description ?? "nil" }
}

extension StatisticsValues {
    init(coder: NSCoder, prefix: String) {
        func number(_ key: String) -> Double? {
            coder.containsValue(forKey: prefix + key) ? coder.decodeDouble(forKey: prefix + key) : nil
        }
        self.init()
        sum = number("sum")
        minimum = number("minimum")
        maximum = number("maximum")
        average = number("average")
        duration = number("duration")
        count = Int(exactly: number("count") ?? 0) ?? 0
        if let value = number("recent"), let start = number("recentStart"), let end = number("recentEnd"),
            start.isFinite, end.isFinite
        {
            mostRecent = MostRecent(value: value, start: start, end: end)
        }
    }

    func encode(with coder: NSCoder, prefix: String) {
        let numbers: [(String, Double?)] = [
            ("sum", sum), ("minimum", minimum), ("maximum", maximum), ("average", average), ("duration", duration),
            ("count", Double(count)), ("recent", mostRecent?.value), ("recentStart", mostRecent?.start),
            ("recentEnd", mostRecent?.end),
        ]
        for (key, number) in numbers {
            if let number { coder.encode(number, forKey: prefix + key) }
        }
    }
}

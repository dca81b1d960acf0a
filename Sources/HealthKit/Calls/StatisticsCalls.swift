import Foundation

/// Computes statistics of all samples; without any the answer is `errorNoData`.
package struct StatisticsCall: StoreCall {
    package typealias Answer = HKStatistics
    package static let name = "statistics"

    package var selection: SampleSelection
    /// Raw value of the options.
    package var options: UInt
    /// Whether sums in which instants that two sources report count once are added; ignored in calls of apps (R5.30).
    package var addsCounted: Bool?

    package func check() throws {
        try selection.check()
        try selection.checkStatistics(options)
    }
}

extension StatisticsCall {
    /// Statistics as requested by an app, checked once for queries and descriptors.
    ///
    /// - Throws: `errorInvalidArgument` for options that do not fit the type (R5.1).
    init(_ type: HKQuantityType, _ filter: SampleFilter, _ options: HKStatisticsOptions) throws {
        try StatisticsCalculator.check(options, for: type)
        self.init(selection: SampleSelection(type, filter), options: options.rawValue)
    }
}

extension StatisticsCall: AnsweredCall, AuditedCall {
    package static func value(of answer: HKStatistics) throws -> CallValue { answer.callValue }

    package static func answer(from value: CallValue) throws -> HKStatistics { try HKStatistics.statistics(value) }

    var audit: AuditSubject? { AuditSubject(.statistics, [selection]) }

    func objects(in answer: HKStatistics) -> AuditObjects { .total(1) }
}

/// A frequent call: `Codable` would encode the same and take several times as long.
extension StatisticsCall {
    package var callValue: CallValue {
        var fields = CallFields()
        if let addsCounted { fields.append("addsCounted", .flag(addsCounted)) }
        fields.append("options", .number(UInt64(options)))
        fields.append("selection", selection.callValue)
        return .fields(fields)
    }
}

/// Computes statistics of consecutive intervals.
package struct CollectionCall: StoreCall {
    package typealias Answer = CollectionAnswer
    package static let name = "collection"

    package var selection: SampleSelection
    /// Raw value of the options.
    package var options: UInt
    package var intervals: IntervalCalendar
    /// Whether sums in which instants that two sources report count once are added; ignored in calls of apps (R5.30).
    package var addsCounted: Bool?

    package func check() throws {
        try selection.check()
        try selection.checkStatistics(options)
    }
}

extension CollectionCall {
    /// Statistics of intervals as requested by an app, checked once for queries and descriptors.
    ///
    /// - Throws: `errorInvalidArgument` for options that do not fit the type and for intervals without length (R5.1, R5.7).
    init(
        _ type: HKQuantityType,
        _ filter: SampleFilter,
        _ options: HKStatisticsOptions,
        anchor: Date,
        _ components: DateComponents
    ) throws {
        try StatisticsCalculator.check(options, for: type)
        self.init(
            selection: SampleSelection(type, filter),
            options: options.rawValue,
            intervals: try IntervalCalendar(anchor: anchor, components: components)
        )
    }
}

/// The statistics of all intervals that have samples.
package struct CollectionAnswer: Sendable {
    package var filled: [HKStatistics]
    /// The statistics of the one changed interval, or `nil` at first, and when several changed.
    package var single: HKStatistics?
}

extension CollectionCall: AnsweredCall, AuditedCall {
    package static func value(of answer: CollectionAnswer) throws -> CallValue {
        var fields = CallFields()
        fields.append("filled", .list(answer.filled.map(\.callValue)))
        if let single = answer.single { fields.append("single", single.callValue) }
        return .fields(fields)
    }

    package static func answer(from value: CallValue) throws -> CollectionAnswer {
        var fields = try CallFieldReader(value)
        let filled = try fields.list("filled").map(HKStatistics.statistics)
        let single = try fields.value("single").map(HKStatistics.statistics)
        try fields.checkEnd()
        return CollectionAnswer(filled: filled, single: single)
    }

    var audit: AuditSubject? { AuditSubject(.statistics, [selection]) }

    func objects(in answer: CollectionAnswer) -> AuditObjects { .total(answer.filled.count) }
}

extension SampleSelection {
    /// Checks that options fit the type.
    func checkStatistics(_ options: UInt) throws {
        guard let type = type as? HKQuantityType else {
            throw HKError.invalid("Statistics need a quantity type, not \(type.identifier)")
        }
        try StatisticsCalculator.check(HKStatisticsOptions(rawValue: options), for: type)
    }
}

extension StatisticsValues {
    /// The same value as `Codable` would encode.
    fileprivate var callValue: CallValue {
        var fields = CallFields()
        if let average { fields.append("average", .decimal(average)) }
        fields.append("count", CallValue(count))
        if let counted { fields.append("counted", .decimal(counted)) }
        if let duration { fields.append("duration", .decimal(duration)) }
        if let maximum { fields.append("maximum", .decimal(maximum)) }
        if let minimum { fields.append("minimum", .decimal(minimum)) }
        if let mostRecent {
            let parts = [mostRecent.value, mostRecent.start, mostRecent.end]
            fields.append("mostRecent", .list(parts.map(CallValue.decimal)))
        }
        if let sum { fields.append("sum", .decimal(sum)) }
        return .fields(fields)
    }

    fileprivate init(_ value: CallValue) throws {
        self.init()
        var fields = try CallFieldReader(value)
        average = try fields.optionalDecimal("average")
        count = try fields.integer("count")
        counted = try fields.optionalDecimal("counted")
        duration = try fields.optionalDecimal("duration")
        maximum = try fields.optionalDecimal("maximum")
        minimum = try fields.optionalDecimal("minimum")
        if let parts = try fields.optionalList("mostRecent") {
            let numbers = parts.compactMap { if case .decimal(let number) = $0 { number } else { nil } }
            guard numbers.count == 3, parts.count == 3 else {
                throw CallCodingError.damaged("a value without its times")
            }
            mostRecent = MostRecent(value: numbers[0], start: numbers[1], end: numbers[2])
        }
        sum = try fields.optionalDecimal("sum")
        try fields.checkEnd()
    }
}

extension HKStatistics {
    /// The same value as `Codable` would encode.
    fileprivate var callValue: CallValue {
        var fields = CallFields()
        fields.append("end", .decimal(endDate.timeIntervalSinceReferenceDate))
        if let separated {
            let parts = separated.map { part in
                CallValue.fields([
                    "source": .fields([
                        "bundleIdentifier": .text(part.source.bundleIdentifier), "name": .text(part.source.name),
                    ]), "values": part.values.callValue,
                ])
            }
            fields.append("separated", .list(parts))
        }
        fields.append("start", .decimal(startDate.timeIntervalSinceReferenceDate))
        fields.append("type", .text(quantityType.identifier))
        fields.append("values", values.callValue)
        return .fields(fields)
    }

    fileprivate static func statistics(_ value: CallValue) throws -> HKStatistics {
        var fields = try CallFieldReader(value)
        let identifier = try fields.text("type")
        guard let type = HKObjectType.type(identifier: identifier) as? HKQuantityType else {
            throw CallCodingError.newer("unknown type “\(identifier.prefix(64))”")
        }
        let separated = try fields.optionalList("separated")?
            .map { part in
                var fields = try CallFieldReader(part)
                var source = try CallFieldReader(try fields.required("source"))
                let values = try StatisticsValues(try fields.required("values"))
                try fields.checkEnd()
                let (bundleIdentifier, name) = (try source.text("bundleIdentifier"), try source.text("name"))
                try source.checkEnd()
                return (source: HKSource(name: name, bundleIdentifier: bundleIdentifier), values: values)
            }
        let statistics = HKStatistics(
            type: type,
            start: Date(timeIntervalSinceReferenceDate: try fields.decimal("start")),
            end: Date(timeIntervalSinceReferenceDate: try fields.decimal("end")),
            values: try StatisticsValues(try fields.required("values")),
            separated: separated
        )
        try fields.checkEnd()
        return statistics
    }
}

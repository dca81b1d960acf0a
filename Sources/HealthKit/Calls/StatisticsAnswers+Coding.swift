import Foundation

private struct StatisticsForm: Codable {
    struct Values: Codable {
        var sum: Double?
        var minimum: Double?
        var maximum: Double?
        var average: Double?
        /// Value, start and end.
        var mostRecent: [Double]?
        var duration: Double?
        var count: Int

        init(_ values: StatisticsValues) {
            (sum, minimum, maximum, average) = (values.sum, values.minimum, values.maximum, values.average)
            mostRecent = values.mostRecent.map { [$0.value, $0.start, $0.end] }
            (duration, count) = (values.duration, values.count)
        }

        var values: StatisticsValues {
            get throws {
                var values = StatisticsValues()
                (values.sum, values.minimum, values.maximum, values.average) = (sum, minimum, maximum, average)
                (values.duration, values.count) = (duration, count)
                if let mostRecent {
                    guard mostRecent.count == 3 else { throw CallCodingError.damaged("a value without its times") }
                    values.mostRecent = StatisticsValues.MostRecent(
                        value: mostRecent[0],
                        start: mostRecent[1],
                        end: mostRecent[2]
                    )
                }
                return values
            }
        }
    }

    struct Separated: Codable {
        var source: SourceForm
        var values: Values
    }

    @ByIdentifier var type: HKQuantityType
    var start: Date
    var end: Date
    var values: Values
    var separated: [Separated]?

    init(_ statistics: HKStatistics) {
        type = statistics.quantityType
        (start, end) = (statistics.startDate, statistics.endDate)
        values = Values(statistics.values)
        separated = statistics.separated?.map { Separated(source: SourceForm($0.source), values: Values($0.values)) }
    }

    var statistics: HKStatistics {
        get throws {
            HKStatistics(
                type: type,
                start: start,
                end: end,
                values: try values.values,
                separated: try separated?.map { (source: $0.source.source, values: try $0.values.values) }
            )
        }
    }
}

extension StatisticsCall: AnsweredCall {
    package static func value(of answer: HKStatistics) throws -> CallValue {
        try CallEncoder.value(of: StatisticsForm(answer))
    }
    package static func answer(from value: CallValue) throws -> HKStatistics {
        try CallDecoder.value(StatisticsForm.self, from: value).statistics
    }
}

extension CollectionCall: AnsweredCall {
    private struct Form: Codable {
        var filled: [StatisticsForm]
        var single: StatisticsForm?
    }

    package static func value(of answer: CollectionAnswer) throws -> CallValue {
        try CallEncoder.value(
            of: Form(
                filled: answer.filled.map { StatisticsForm($0) },
                single: answer.single.map { StatisticsForm($0) }
            )
        )
    }

    package static func answer(from value: CallValue) throws -> CollectionAnswer {
        let form = try CallDecoder.value(Form.self, from: value)
        return CollectionAnswer(
            filled: try form.filled.map { try $0.statistics },
            single: try form.single.map { try $0.statistics }
        )
    }
}

extension SourcesCall: AnsweredCall {
    package static func value(of answer: Set<HKSource>) throws -> CallValue {
        let sources = answer.sorted { ($0.bundleIdentifier, $0.name) < ($1.bundleIdentifier, $1.name) }
        return try CallEncoder.value(of: sources.map { SourceForm($0) })
    }
    package static func answer(from value: CallValue) throws -> Set<HKSource> {
        Set(try CallDecoder.value([SourceForm].self, from: value).map(\.source))
    }
}

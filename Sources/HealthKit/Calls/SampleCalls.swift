import Foundation

/// Finds samples, in an order.
package struct SamplesCall: StoreCall {
    package typealias Answer = [HKSample]
    package static let name = "samples"

    package var selections: [SampleSelection]
    package var order: SampleOrder
    /// The maximum number of samples, or `nil` for all.
    package var limit: Int?

    package func check() throws {
        try selections.check()
        try CallBounds.check(order.rules.count, CallBounds.rules, "sort descriptors")
        guard limit.map({ $0 >= 0 }) ?? true else { throw HKError.invalid("There are no \(limit ?? 0) samples") }
    }
}

extension SamplesCall: SamplesAnsweredCall, AuditedCall {
    var audit: AuditSubject? { AuditSubject(.read, selections) }

    func objects(in answer: [HKSample]) -> AuditObjects { .samples(answer, of: selections.count) }
}

/// A frequent call: `Codable` would encode the same and take several times as long.
extension SamplesCall {
    package var callValue: CallValue {
        get throws {
            // An app's own closure is refused when the order is encoded.
            guard let order = order.callValue else { return try CallEncoder.value(of: self) }
            var fields = CallFields()
            if let limit { fields.append("limit", CallValue(limit)) }
            fields.append("order", order)
            fields.append("selections", .list(selections.map(\.callValue)))
            return .fields(fields)
        }
    }
}

extension SampleOrder {
    /// The order as a value, or `nil` for one that holds an app's own closure.
    fileprivate var callValue: CallValue? {
        var coded: [CallValue] = []
        for rule in rules {
            guard let field = rule.codedField else { return nil }
            coded.append(.fields(["ascending": .flag(field.ascending), "field": .text(field.name)]))
        }
        return .list(coded)
    }
}

/// Finds correlations by their own properties and by those of their members that the caller may see.
package struct CorrelationsCall: StoreCall {
    package typealias Answer = [HKCorrelation]
    package static let name = "correlations"

    package var selection: SampleSelection
    /// The filters that members of each type must match.
    package var members: [SampleSelection]

    package func check() throws {
        try selection.check()
        try members.check()
    }
}

extension CorrelationsCall: AnsweredCall, AuditedCall {
    package static func value(of answer: [HKCorrelation]) throws -> CallValue {
        try SamplesForm.value(of: answer)
    }

    package static func answer(from value: CallValue) throws -> [HKCorrelation] {
        try SamplesForm.of(HKCorrelation.self, value)
    }

    var audit: AuditSubject? { AuditSubject(.read, [selection]) }

    func objects(in answer: [HKCorrelation]) -> AuditObjects { .total(answer.count) }
}

/// Finds the sources of samples.
package struct SourcesCall: StoreCall {
    package typealias Answer = Set<HKSource>
    package static let name = "sources"

    package var selection: SampleSelection

    package func check() throws { try selection.check() }
}

extension SourcesCall: AnsweredCall, AuditedCall {
    package static func value(of answer: Set<HKSource>) throws -> CallValue {
        let sources = answer.sorted { ($0.bundleIdentifier, $0.name) < ($1.bundleIdentifier, $1.name) }
        return try CallEncoder.value(of: sources.map { SourceForm($0) })
    }

    package static func answer(from value: CallValue) throws -> Set<HKSource> {
        Set(try CallDecoder.value([SourceForm].self, from: value).map(\.source))
    }

    var audit: AuditSubject? { AuditSubject(.sources, [selection]) }

    func objects(in answer: Set<HKSource>) -> AuditObjects { .total(answer.count) }
}

/// Finds the quantities of series.
package struct SeriesCall: StoreCall {
    package typealias Answer = [SeriesQuantity]
    package static let name = "series"

    package var selection: SampleSelection
    package var reading: SeriesReading
    /// Whether a missing sample is an error.
    package var needsSample: Bool

    package func check() throws { try selection.check() }
}

extension SeriesCall: AnsweredCall, AuditedCall {
    /// Columns: for each quantity its times, its value, and the indices of its unit and its sample, the sample's counted from 1.
    private struct Form: Codable {
        var starts: [Double] = []
        var ends: [Double] = []
        var values: [Double] = []
        var unit: [Int] = []
        var sample: [Int] = []
        var units: [String] = []
        var samples = SamplesForm([])
    }

    package static func value(of answer: [SeriesQuantity]) throws -> CallValue {
        var form = Form()
        var (units, samples): ([String: Int], [UUID: Int]) = ([:], [:])
        for quantity in answer {
            form.starts.append(quantity.element.start)
            form.ends.append(quantity.element.end)
            form.values.append(quantity.element.value)
            let unit = quantity.unit.unitString
            if units[unit] == nil {
                units[unit] = form.units.count
                form.units.append(unit)
            }
            form.unit.append(units[unit] ?? 0)
            if let sample = quantity.sample, samples[sample.uuid] == nil {
                form.samples.samples.append(sample)
                samples[sample.uuid] = form.samples.samples.count
            }
            form.sample.append(quantity.sample.flatMap { samples[$0.uuid] } ?? 0)
        }
        return try CallEncoder.value(of: form)
    }

    package static func answer(from value: CallValue) throws -> [SeriesQuantity] {
        let form = try CallDecoder.value(Form.self, from: value)
        let units = try form.units.map(HKUnit.ofAnswer)
        let count = form.starts.count
        guard form.ends.count == count, form.values.count == count, form.unit.count == count,
            form.sample.count == count, let samples = form.samples.samples as? [HKQuantitySample]
        else { throw CallCodingError.damaged("columns of different lengths") }
        return try (0..<count)
            .map { row in
                guard units.indices.contains(form.unit[row]), (0...samples.count).contains(form.sample[row]) else {
                    throw CallCodingError.damaged("a quantity without unit or sample")
                }
                let (start, end) = (form.starts[row], form.ends[row])
                return SeriesQuantity(
                    element: QuantitySeries.Element(start: start, end: end, value: form.values[row]),
                    unit: units[form.unit[row]],
                    sample: form.sample[row] == 0 ? nil : samples[form.sample[row] - 1]
                )
            }
    }

    var audit: AuditSubject? { AuditSubject(.read, [selection]) }

    func objects(in answer: [SeriesQuantity]) -> AuditObjects { .total(answer.count) }
}

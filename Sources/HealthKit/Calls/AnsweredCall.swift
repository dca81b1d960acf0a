import Foundation

/// A call whose answer can be written down, as every call of an app can: see <doc:CallCoding>.
package protocol AnsweredCall: StoreCall {
    /// The answer as a value.
    static func value(of answer: Answer) throws -> CallValue

    /// Reads what ``value(of:)`` wrote.
    ///
    /// - Throws: ``CallCodingError``.
    static func answer(from value: CallValue) throws -> Answer
}

extension CallMessage {
    /// Writes an answer.
    ///
    /// - Throws: What the answer throws.
    package init<Call: AnsweredCall>(answer: Call.Answer, to call: Call.Type) throws {
        self.init(.answer, name: Call.name, level: Call.level, value: try Call.value(of: answer))
    }

    /// The answer to a call.
    ///
    /// - Parameter call: Which call was answered.
    /// - Returns: The answer.
    /// - Throws: ``CallCodingError``.
    package func answer<Call: AnsweredCall>(to call: Call.Type) throws -> Call.Answer {
        guard kind == .answer, name == Call.name else {
            throw CallCodingError.damaged("not an answer to “\(Call.name)”")
        }
        guard level <= Call.level else {
            throw CallCodingError.newer("an answer to “\(Call.name)” of level \(level), not up to \(Call.level)")
        }
        return try Call.answer(from: value)
    }

    /// Writes why a call has no answer.
    package init(error: HKError, to name: String, level: UInt64) {
        let value = CallValue.fields(["code": Self.number(error.code.rawValue), "text": .text(error.text)])
        self.init(.failure, name: name, level: level, value: value)
    }

    /// Why a call has no answer; `nil` for another message.
    ///
    /// - Throws: ``CallCodingError``.
    package var error: HKError? {
        get throws {
            guard kind == .failure else { return nil }
            let form = try CallDecoder.value(ErrorForm.self, from: value)
            guard let code = HKError.Code(rawValue: form.code) else {
                throw CallCodingError.newer("unknown error \(form.code)")
            }
            return HKError(code, form.text)
        }
    }

    private static func number(_ number: Int) -> CallValue {
        number < 0 ? .negative(Int64(number)) : .number(UInt64(number))
    }
}

private struct ErrorForm: Codable {
    var code: Int
    var text: String
}

// MARK: Answers that are written as they are

extension AnsweredCall where Answer == Void {
    package static func value(of answer: Void) throws -> CallValue { .null }

    package static func answer(from value: CallValue) throws {
        guard value == .null else { throw CallCodingError.newer("an answer where none is known") }
    }
}

extension AnsweredCall where Answer: Codable {
    package static func value(of answer: Answer) throws -> CallValue { try CallEncoder.value(of: answer) }

    package static func answer(from value: CallValue) throws -> Answer {
        try CallDecoder.value(Answer.self, from: value)
    }
}

extension AnsweredCall where Answer: RawRepresentable, Answer.RawValue == Int {
    package static func value(of answer: Answer) throws -> CallValue { try CallEncoder.value(of: answer.rawValue) }

    package static func answer(from value: CallValue) throws -> Answer {
        let number = try CallDecoder.value(Int.self, from: value)
        guard let answer = Answer(rawValue: number) else { throw CallCodingError.newer("unknown answer \(number)") }
        return answer
    }
}

// MARK: Answers with objects

private struct Samples: Codable {
    @Archived var samples: [HKSample]

    init(_ samples: [HKSample]) { self.samples = samples }

    /// The samples, of a class.
    static func of<Sample: HKSample>(_ kind: Sample.Type, _ value: CallValue) throws -> [Sample] {
        guard let samples = try CallDecoder.value(Samples.self, from: value).samples as? [Sample] else {
            throw CallCodingError.newer("samples that aren't all \(kind)")
        }
        return samples
    }

    /// One sample of a class.
    static func one<Sample: HKSample>(_ kind: Sample.Type, _ value: CallValue) throws -> Sample {
        let samples = try of(kind, value)
        guard samples.count == 1 else { throw CallCodingError.damaged("\(samples.count) samples, not 1") }
        return samples[0]
    }
}

extension SamplesCall: AnsweredCall {
    package static func value(of answer: [HKSample]) throws -> CallValue { try CallEncoder.value(of: Samples(answer)) }
    package static func answer(from value: CallValue) throws -> [HKSample] { try Samples.of(HKSample.self, value) }
}

extension MembersCall: AnsweredCall {
    package static func value(of answer: [HKSample]) throws -> CallValue { try CallEncoder.value(of: Samples(answer)) }
    package static func answer(from value: CallValue) throws -> [HKSample] { try Samples.of(HKSample.self, value) }
}

extension CorrelationsCall: AnsweredCall {
    package static func value(of answer: [HKCorrelation]) throws -> CallValue {
        try CallEncoder.value(of: Samples(answer))
    }
    package static func answer(from value: CallValue) throws -> [HKCorrelation] {
        try Samples.of(HKCorrelation.self, value)
    }
}

extension PickRecordsCall: AnsweredCall {
    package static func value(of answer: [HKVerifiableClinicalRecord]) throws -> CallValue {
        try CallEncoder.value(of: Samples(answer))
    }
    package static func answer(from value: CallValue) throws -> [HKVerifiableClinicalRecord] {
        try Samples.of(HKVerifiableClinicalRecord.self, value)
    }
}

extension SaveRouteCall: AnsweredCall {
    package static func value(of answer: HKWorkoutRoute) throws -> CallValue {
        try CallEncoder.value(of: Samples([answer]))
    }
    package static func answer(from value: CallValue) throws -> HKWorkoutRoute {
        try Samples.one(HKWorkoutRoute.self, value)
    }
}

extension FinishWorkoutCall: AnsweredCall {
    package static func value(of answer: HKWorkout?) throws -> CallValue {
        try answer.map { try CallEncoder.value(of: Samples([$0])) } ?? .null
    }
    package static func answer(from value: CallValue) throws -> HKWorkout? {
        value == .null ? nil : try Samples.one(HKWorkout.self, value)
    }
}

private struct AnchorForm: Codable {
    var value: Int64
    var given: Int64?
    var tag: Int64?

    init(_ anchor: HKQueryAnchor) { (value, given, tag) = (anchor.value, anchor.given, anchor.tag) }

    var anchor: HKQueryAnchor { HKQueryAnchor(value, given: given, tag: tag) }
}

extension AnchoredCall: AnsweredCall {
    private struct Deleted: Codable {
        var uuid: UUID
        var metadata: [UInt8]?

        init(_ object: HKDeletedObject) { (uuid, metadata) = (object.uuid, object.metadataValues?.bytes) }

        var object: HKDeletedObject {
            get throws {
                let known = metadata.map { Metadata(bytes: $0) }
                if case .some(.none) = known { throw CallCodingError.newer("metadata of an unknown kind") }
                return HKDeletedObject(uuid: uuid, metadata: known ?? nil)
            }
        }
    }

    private struct Form: Codable {
        @Archived var added: [HKSample]
        var deleted: [Deleted]
        var anchor: AnchorForm
    }

    package static func value(of answer: AnchoredAnswer) throws -> CallValue {
        let deleted = answer.deleted.map { Deleted($0) }
        return try CallEncoder.value(
            of: Form(added: answer.added, deleted: deleted, anchor: AnchorForm(answer.anchor))
        )
    }

    package static func answer(from value: CallValue) throws -> AnchoredAnswer {
        let form = try CallDecoder.value(Form.self, from: value)
        let deleted = try form.deleted.map { try $0.object }
        return AnchoredAnswer(added: form.added, deleted: deleted, anchor: form.anchor.anchor)
    }
}

extension CollectCall: AnsweredCall {
    private struct Form: Codable {
        @Archived var added: [HKSample]
        var deleted: [UUID]
    }

    package static func value(of answer: CollectedSamples) throws -> CallValue {
        try CallEncoder.value(of: Form(added: answer.added, deleted: answer.deleted))
    }

    package static func answer(from value: CallValue) throws -> CollectedSamples {
        let form = try CallDecoder.value(Form.self, from: value)
        return CollectedSamples(added: form.added, deleted: form.deleted)
    }
}

extension EffortCall: AnsweredCall {
    private struct Relationship: Codable {
        @Archived var workout: [HKWorkout]
        var activity: UUID?
        var samples: Samples?
    }

    private struct Form: Codable {
        var relationships: [Relationship]
        var anchor: AnchorForm
    }

    package static func value(of answer: EffortAnswer) throws -> CallValue {
        let relationships = answer.relationships.map {
            Relationship(workout: [$0.workout], activity: $0.activity?.uuid, samples: $0.samples.map { Samples($0) })
        }
        return try CallEncoder.value(of: Form(relationships: relationships, anchor: AnchorForm(answer.anchor)))
    }

    package static func answer(from value: CallValue) throws -> EffortAnswer {
        let form = try CallDecoder.value(Form.self, from: value)
        let relationships = try form.relationships.map { relationship in
            guard relationship.workout.count == 1 else { throw CallCodingError.damaged("not one workout") }
            let workout = relationship.workout[0]
            let activity = workout.workoutActivities.first { $0.uuid == relationship.activity }
            guard (activity == nil) == (relationship.activity == nil) else {
                throw CallCodingError.damaged("an activity of another workout")
            }
            return HKWorkoutEffortRelationship(
                workout: workout,
                activity: activity,
                samples: relationship.samples?.samples
            )
        }
        return EffortAnswer(relationships: relationships, anchor: form.anchor.anchor)
    }
}

extension SeriesCall: AnsweredCall {
    /// Columns: of each quantity its times, its number, and where its unit and its sample are, the sample counted from 1.
    private struct Form: Codable {
        var starts: [Double] = []
        var ends: [Double] = []
        var values: [Double] = []
        var unit: [Int] = []
        var sample: [Int] = []
        var units: [String] = []
        var samples = Samples([])
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
        let units = try form.units.map { text in
            // Its only error is that the unit is unknown, which is thrown as the coding's own.
            guard let unit = try? HKUnit(validating: text) else { throw CallCodingError.newer("an unknown unit") }
            return unit
        }
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
}

// MARK: Statistics

private struct SourceForm: Codable {
    var bundleIdentifier: String
    var name: String

    init(_ source: HKSource) { (bundleIdentifier, name) = (source.bundleIdentifier, source.name) }

    var source: HKSource { HKSource(name: name, bundleIdentifier: bundleIdentifier) }
}

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

// MARK: What is known of types and the owner

extension ObserveCall: AnsweredCall {
    package static func value(of answer: Set<HKSampleType>) throws -> CallValue {
        .list(answer.map(\.identifier).sorted().map { .text($0) })
    }
    package static func answer(from value: CallValue) throws -> Set<HKSampleType> {
        Set(try CallDecoder.value([ByIdentifier<HKSampleType>].self, from: value).map(\.wrappedValue))
    }
}

extension EarliestDatesCall: AnsweredCall {
    package static func value(of answer: [HKObjectType: Date]) throws -> CallValue {
        .fields(
            Dictionary(answer.map { ($0.identifier, .decimal($1.timeIntervalSinceReferenceDate)) }) { first, _ in first
            }
        )
    }

    package static func answer(from value: CallValue) throws -> [HKObjectType: Date] {
        try valuesByObjectType(CallDecoder.value([String: Date].self, from: value)) { $0 }
    }
}

extension PreferredUnitsCall: AnsweredCall {
    package static func value(of answer: [HKQuantityType: HKUnit]) throws -> CallValue {
        .fields(Dictionary(answer.map { ($0.identifier, .text($1.unitString)) }) { first, _ in first })
    }

    package static func answer(from value: CallValue) throws -> [HKQuantityType: HKUnit] {
        try valuesByObjectType(CallDecoder.value([String: String].self, from: value)) { text in
            // Its only error is that the unit is unknown, which is thrown as the coding's own.
            guard let unit = try? HKUnit(validating: text) else { throw CallCodingError.newer("an unknown unit") }
            return unit
        }
    }
}

private func valuesByObjectType<Kind: HKObjectType, Text, Value>(
    _ values: [String: Text],
    _ read: (Text) throws -> Value
) throws -> [Kind: Value] {
    var result: [Kind: Value] = [:]
    for (identifier, value) in values {
        guard let type = HKObjectType.type(identifier: identifier) as? Kind else {
            throw CallCodingError.newer("unknown type “\(identifier.prefix(64))”")
        }
        result[type] = try read(value)
    }
    return result
}

extension PreferredZonesCall: AnsweredCall {
    private struct Form: Codable {
        @ByIdentifier var type: HKQuantityType
        var source: HKWorkoutZoneConfiguration.Source
        var boundaries: [QuantityText]
    }

    package static func value(of answer: HKWorkoutZoneConfiguration?) throws -> CallValue {
        guard let answer else { return .null }
        let boundaries = answer.boundaries.map { QuantityText($0) }
        return try CallEncoder.value(
            of: Form(type: answer.quantityType, source: answer.source, boundaries: boundaries)
        )
    }

    package static func answer(from value: CallValue) throws -> HKWorkoutZoneConfiguration? {
        if value == .null { return nil }
        let form = try CallDecoder.value(Form.self, from: value)
        let boundaries = form.boundaries.compactMap(\.quantity)
        guard boundaries.count == form.boundaries.count else { throw CallCodingError.newer("an unknown unit") }
        do {
            return try HKWorkoutZoneConfiguration(form.type, boundaries, source: form.source)
        } catch {
            throw CallCodingError.newer("unknown zones")
        }
    }
}

extension BodyFactsCall: AnsweredCall {
    private struct Form: Codable {
        var age: Double
        var sex: Int?
        var mass: Double
        var height: Double
    }

    package static func value(of answer: BodyFacts) throws -> CallValue {
        try CallEncoder.value(
            of: Form(age: answer.age, sex: answer.sex?.rawValue, mass: answer.mass, height: answer.height)
        )
    }

    package static func answer(from value: CallValue) throws -> BodyFacts {
        let form = try CallDecoder.value(Form.self, from: value)
        let sex = form.sex.flatMap { HKBiologicalSex(rawValue: $0) }
        guard (sex == nil) == (form.sex == nil) else { throw CallCodingError.newer("an unknown sex") }
        var facts = BodyFacts()
        (facts.age, facts.sex, facts.mass, facts.height) = (form.age, sex, form.mass, form.height)
        return facts
    }
}

extension RecordDataCall: AnsweredCall {
    private struct Form: Codable {
        var content: [UInt8]
        var data: [UInt8]
    }

    package static func value(of answer: SplitPayload) throws -> CallValue {
        try CallEncoder.value(of: Form(content: answer.content, data: answer.data))
    }

    package static func answer(from value: CallValue) throws -> SplitPayload {
        let form = try CallDecoder.value(Form.self, from: value)
        return SplitPayload(content: form.content, data: form.data)
    }
}

extension MedicationsCall: AnsweredCall {
    package static func value(of answer: [HKUserAnnotatedMedication]) throws -> CallValue {
        try CallEncoder.value(of: answer.map(\.content))
    }
    package static func answer(from value: CallValue) throws -> [HKUserAnnotatedMedication] {
        try CallDecoder.value([AnnotatedMedicationContent].self, from: value).map { HKUserAnnotatedMedication($0) }
    }
}

// MARK: Sessions

extension SessionsCall: AnsweredCall {
    private struct Form: Codable {
        var content: WorkoutSessionContent
        var parts: [WorkoutPart]
        var isPrimary: Bool
    }

    package static func value(of answer: [KeptSession]) throws -> CallValue {
        try CallEncoder.value(
            of: answer.map { Form(content: $0.content, parts: $0.parts, isPrimary: $0.isPrimary) }
        )
    }

    package static func answer(from value: CallValue) throws -> [KeptSession] {
        try CallDecoder.value([Form].self, from: value)
            .map { KeptSession(content: $0.content, parts: $0.parts, isPrimary: $0.isPrimary) }
    }
}

extension MirroredSessionsCall: AnsweredCall {
    private struct Form: Codable {
        var owner: String
        var content: WorkoutSessionContent
    }

    package static func value(of answer: [MirroredSession]) throws -> CallValue {
        try CallEncoder.value(of: answer.map { Form(owner: $0.owner, content: $0.content) })
    }

    package static func answer(from value: CallValue) throws -> [MirroredSession] {
        try CallDecoder.value([Form].self, from: value).map { MirroredSession(owner: $0.owner, content: $0.content) }
    }
}

// MARK: Answers without objects

extension AuthorizationStatusCall: AnsweredCall {}
extension RequestStatusCall: AnsweredCall {}
extension AuthorizeCall: AnsweredCall {}
extension AuthorizeObjectsCall: AnsweredCall {}
extension AuthorizeDocumentsCall: AnsweredCall {}
extension AuthorizeExtensionsCall: AnsweredCall {}
extension CharacteristicCall: AnsweredCall {}
extension AttachmentsCall: AnsweredCall {}
extension AttachmentPieceCall: AnsweredCall {}
extension SummariesCall: AnsweredCall {}
extension SaveCall: AnsweredCall {}
extension SaveSeriesCall: AnsweredCall {}
extension DeleteCall: AnsweredCall {}
extension DeleteMatchingCall: AnsweredCall {}
extension AddSamplesCall: AnsweredCall {}
extension RelateCall: AnsweredCall {}
extension UnrelateCall: AnsweredCall {}
extension AttachCall: AnsweredCall {}
extension DetachCall: AnsweredCall {}
extension RecalibrateCall: AnsweredCall {}
extension DeliveryCall: AnsweredCall {}
extension MayBuildWorkoutCall: AnsweredCall {}
extension SourceOrderCall: AnsweredCall {}
extension AddToWorkoutCall: AnsweredCall {}
extension KeepSessionCall: AnsweredCall {}
extension SessionPlaceCall: AnsweredCall {}
extension ForgetSessionCall: AnsweredCall {}
extension AnnounceCompanionCall: AnsweredCall {}
extension CompanionsCall: AnsweredCall {}
extension AskForCompanionsCall: AnsweredCall {}
extension TakeCompanionCall: AnsweredCall {}
extension TellSessionCall: AnsweredCall {}
extension HearSessionCall: AnsweredCall {}

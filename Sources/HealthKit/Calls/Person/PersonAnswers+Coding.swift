import Foundation

// MARK: Samples

extension OwnerPageCall: SamplesAnsweredCall {
    package static var hasUnknownTypes: Bool { true }
}

extension OwnerOwnersCall: SamplesAnsweredCall {
    package static var hasUnknownTypes: Bool { true }
}

extension OwnerBeginningCall: SamplesAnsweredCall {
    package static var hasUnknownTypes: Bool { true }
}

extension OwnerSampleCall: AnsweredCall {
    package static func value(of answer: HKSample?) throws -> CallValue {
        try answer.map { try SamplesForm.value(of: [$0]) } ?? .null
    }
    package static func answer(from value: CallValue) throws -> HKSample? {
        value == .null ? nil : try SamplesForm.one(HKSample.self, value, isOwners: true)
    }
}

extension OwnerSuccessorCall: AnsweredCall {
    package static func value(of answer: HKSample?) throws -> CallValue {
        try answer.map { try SamplesForm.value(of: [$0]) } ?? .null
    }
    package static func answer(from value: CallValue) throws -> HKSample? {
        value == .null ? nil : try SamplesForm.one(HKSample.self, value, isOwners: true)
    }
}

extension OwnerEffortCall: AnsweredCall {
    package static func value(of answer: HKQuantitySample?) throws -> CallValue {
        try answer.map { try SamplesForm.value(of: [$0]) } ?? .null
    }
    package static func answer(from value: CallValue) throws -> HKQuantitySample? {
        value == .null ? nil : try SamplesForm.one(HKQuantitySample.self, value)
    }
}

extension OwnerUnknownSampleCall: AnsweredCall {
    private struct Form: Codable {
        var uuid: UUID
        var identifier: String
        var start: Date
        var end: Date
        var value: Double
        var text: String?
        var unit: String
        var creationDate: Date
        var revision: [String?]
        var device: [String?]?
        var metadata: [UInt8]?
    }

    package static func value(of answer: UnknownSample?) throws -> CallValue {
        guard let answer else { return .null }
        return try CallEncoder.value(
            of: Form(
                uuid: answer.uuid,
                identifier: answer.identifier,
                start: answer.start,
                end: answer.end,
                value: answer.value,
                text: answer.text,
                unit: answer.unit,
                creationDate: answer.creationDate,
                revision: answer.sourceRevision.fieldTexts,
                device: answer.device?.fields,
                metadata: answer.metadata?.bytes
            )
        )
    }

    package static func answer(from value: CallValue) throws -> UnknownSample? {
        if value == .null { return nil }
        let form = try CallDecoder.value(Form.self, from: value)
        let metadata = form.metadata.map { Metadata(bytes: $0) }
        if case .some(.none) = metadata { throw CallCodingError.newer("metadata of an unknown kind") }
        guard form.device.map({ $0.count == 8 }) ?? true else { throw CallCodingError.damaged("not 8 fields") }
        return UnknownSample(
            uuid: form.uuid,
            identifier: form.identifier,
            start: form.start,
            end: form.end,
            value: form.value,
            text: form.text,
            unit: form.unit,
            creationDate: form.creationDate,
            sourceRevision: try HKSourceRevision.revision(form.revision),
            device: form.device.map { HKDevice(fields: $0) },
            metadata: metadata ?? nil
        )
    }
}

// MARK: Sources and devices

extension OwnerSourceOrderCall: AnsweredCall {
    private struct Form: Codable {
        var order: [SourceForm]
        var excluded: Set<String>
    }

    package static func value(of answer: Answer) throws -> CallValue {
        try CallEncoder.value(of: Form(order: answer.order.map { SourceForm($0) }, excluded: answer.excluded))
    }

    package static func answer(from value: CallValue) throws -> Answer {
        let form = try CallDecoder.value(Form.self, from: value)
        return (form.order.map(\.source), form.excluded)
    }
}

extension OwnerSourcesCall: AnsweredCall {
    private struct Form: Codable {
        var source: SourceForm
        var versions: [String]
        var count: Int
        var last: Date
        var types: [String: Int]
    }

    package static func value(of answer: [SourceSummary]) throws -> CallValue {
        try CallEncoder.value(
            of: answer.map {
                Form(
                    source: SourceForm($0.source),
                    versions: $0.versions,
                    count: $0.count,
                    last: $0.last,
                    types: $0.types
                )
            }
        )
    }

    package static func answer(from value: CallValue) throws -> [SourceSummary] {
        try CallDecoder.value([Form].self, from: value)
            .map {
                SourceSummary(
                    source: $0.source.source,
                    versions: $0.versions,
                    count: $0.count,
                    last: $0.last,
                    types: $0.types
                )
            }
    }
}

extension OwnerDevicesCall: AnsweredCall {
    private struct Form: Codable {
        var device: [String?]
        var count: Int
        var types: [String: Int]
    }

    package static func value(of answer: [DeviceSummary]) throws -> CallValue {
        try CallEncoder.value(of: answer.map { Form(device: $0.device.fields, count: $0.count, types: $0.types) })
    }

    package static func answer(from value: CallValue) throws -> [DeviceSummary] {
        try CallDecoder.value([Form].self, from: value)
            .map { form in
                guard form.device.count == 8 else { throw CallCodingError.damaged("not 8 fields") }
                return DeviceSummary(device: HKDevice(fields: form.device), count: form.count, types: form.types)
            }
    }
}

extension OwnerExplanationCall: AnsweredCall {
    private struct Share: Codable {
        var source: SourceForm
        var samples: Int
        var recorded: Double?
        var counted: Double?
        var isExcluded: Bool

        init(_ share: SourceShare) {
            source = SourceForm(share.source)
            (samples, recorded, counted) = (share.samples, share.recorded, share.counted)
            isExcluded = share.isExcluded
        }

        var share: SourceShare {
            SourceShare(
                source: source.source,
                samples: samples,
                recorded: recorded,
                counted: counted,
                isExcluded: isExcluded
            )
        }
    }

    private struct Form: Codable {
        var start: Double
        var shares: [Share]
    }

    package static func value(of answer: [StatisticsExplanation]) throws -> CallValue {
        try CallEncoder.value(of: answer.map { Form(start: $0.start, shares: $0.shares.map { Share($0) }) })
    }

    package static func answer(from value: CallValue) throws -> [StatisticsExplanation] {
        try CallDecoder.value([Form].self, from: value)
            .map { StatisticsExplanation(start: $0.start, shares: $0.shares.map(\.share)) }
    }
}

// MARK: Types and units

extension OwnerMemberCountsCall: AnsweredCall {
    private struct Form: Codable {
        @ByIdentifier var type: HKSampleType
        var count: Int
    }

    package static func value(of answer: Answer) throws -> CallValue {
        try CallEncoder.value(of: answer.map { Form(type: $0.type, count: $0.count) })
    }

    package static func answer(from value: CallValue) throws -> Answer {
        try CallDecoder.value([Form].self, from: value, isOwners: true).map { ($0.type, $0.count) }
    }
}

extension OwnerDeliveriesCall: AnsweredCall {
    package static func value(of answer: [String: HKUpdateFrequency]) throws -> CallValue {
        try CallEncoder.value(of: answer.mapValues(\.rawValue))
    }

    package static func answer(from value: CallValue) throws -> [String: HKUpdateFrequency] {
        try CallDecoder.value([String: Int].self, from: value)
            .mapValues { number in
                guard let frequency = HKUpdateFrequency(rawValue: number) else {
                    throw CallCodingError.newer("unknown frequency \(number)")
                }
                return frequency
            }
    }
}

extension OwnerChosenUnitCall: AnsweredCall {
    package static func value(of answer: HKUnit?) throws -> CallValue { answer.map { .text($0.unitString) } ?? .null }

    package static func answer(from value: CallValue) throws -> HKUnit? {
        value == .null ? nil : try HKUnit.ofAnswer(CallDecoder.value(String.self, from: value))
    }
}

extension OwnerChosenZonesCall: AnsweredCall {
    package static func value(of answer: HKWorkoutZoneConfiguration?) throws -> CallValue {
        try PreferredZonesCall.value(of: answer)
    }

    package static func answer(from value: CallValue) throws -> HKWorkoutZoneConfiguration? {
        try PreferredZonesCall.answer(from: value)
    }
}

extension OwnerMedicationsCall: AnsweredCall {
    package static func value(of answer: [HKUserAnnotatedMedication]) throws -> CallValue {
        try MedicationsCall.value(of: answer)
    }

    package static func answer(from value: CallValue) throws -> [HKUserAnnotatedMedication] {
        try MedicationsCall.answer(from: value)
    }
}

// MARK: Routes and rings

extension OwnerRoutesCall: AnsweredCall {
    package static func value(of answer: [RouteData]) throws -> CallValue {
        try CallEncoder.value(of: answer.map { Data($0.bytes) })
    }

    package static func answer(from value: CallValue) throws -> [RouteData] {
        try CallDecoder.value([Data].self, from: value)
            .map { data in
                guard let route = RouteData(bytes: [UInt8](data)) else { throw CallCodingError.damaged("no route") }
                return route
            }
    }
}

extension OwnerRingPauseCall: AnsweredCall {
    private struct Day: Codable {
        var era: Int
        var year: Int
        var month: Int
        var day: Int

        init(_ day: CalendarDay) { (era, year, month, self.day) = (day.era, day.year, day.month, day.day) }

        var calendarDay: CalendarDay { CalendarDay(era: era, year: year, month: month, day: day) }
    }

    private struct Form: Codable {
        var first: Day
        var last: Day?
    }

    package static func value(of answer: Answer) throws -> CallValue {
        guard let answer else { return .null }
        return try CallEncoder.value(of: Form(first: Day(answer.first), last: answer.last.map { Day($0) }))
    }

    package static func answer(from value: CallValue) throws -> Answer {
        if value == .null { return nil }
        let form = try CallDecoder.value(Form.self, from: value)
        return (form.first.calendarDay, form.last?.calendarDay)
    }
}

// MARK: Answers encoded without conversion

extension OwnerCall: AnsweredCall {}
extension OwnerAppsCall: AnsweredCall {}
extension OwnerGrantsCall: AnsweredCall {}
extension OwnerApprovalCall: AnsweredCall {}
extension OwnerCompanionPairsCall: AnsweredCall {}
extension OwnerWakesCall: AnsweredCall {}
extension OwnerRequestsCall: AnsweredCall {}
extension OwnerRequestCall: AnsweredCall {}
extension OwnerObjectChoiceCall: AnsweredCall {}
extension OwnerCharacteristicsCall: AnsweredCall {}
extension OwnerPinsCall: AnsweredCall {}
extension OwnerCardsCall: AnsweredCall {}
extension OwnerTypesCall: AnsweredCall {}
extension OwnerCountCall: AnsweredCall {}
extension OwnerOperationsCall: AnsweredCall {}
extension OwnerChosenSourcesCall: AnsweredCall {}
extension OwnerNextOperationCall: AnsweredCall {}
extension OwnerOperationPreviewCall: AnsweredCall {}
extension OwnerVersionsCall: AnsweredCall {}
extension UndoOperationCall: AnsweredCall {}
extension ForgetOperationsCall: AnsweredCall {}
extension EditCall: AnsweredCall {}
extension EditSamplesCall: AnsweredCall {}
extension OwnerAuditCall: AnsweredCall {}
extension OwnerGuestCall: AnsweredCall {}
extension OwnerDaySummariesCall: AnsweredCall {}
extension SaveMedicationCall: AnsweredCall {}
extension LogDoseCall: AnsweredCall {}
extension OwnerRecalibrationCall: AnsweredCall {}
extension OwnerTypeGoalsCall: AnsweredCall {}
extension OwnerGoalsCall: AnsweredCall {}
extension OwnerChosenGoalsCall: AnsweredCall {}
extension OwnerRingsCall: AnsweredCall {}
extension OwnerReadingsCall: AnsweredCall {}

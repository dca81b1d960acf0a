import CoreLocation
import Foundation
import Testing

@testable import HealthKit

@Suite("Answers as they are written down")
struct CallAnswerTests {
    /// Answers as they come back from their bytes, by the name of the call.
    private final class Answers {
        private(set) var values: [String: CallValue] = [:]

        /// Writes an answer, reads it, and checks that it is written the same again.
        @discardableResult
        func add<Call: AnsweredCall>(_ call: Call.Type, _ answer: Call.Answer) throws -> Call.Answer {
            let message = try CallMessage(answer: answer, to: call)
            let bytes = message.bytes
            #expect(Data(bytes).range(of: Data("bplist".utf8)) == nil, "\(Call.name)")
            let read = try CallMessage(bytes: bytes)
            let copy = try read.answer(to: call)
            #expect(try CallMessage(answer: copy, to: call).bytes == bytes, "\(Call.name)")
            for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 50)) {
                #expect(throws: CallCodingError.self) { _ = try CallMessage(bytes: Array(bytes[..<length])) }
            }
            values[Call.name] = message.value
            return copy
        }
    }

    private func samples() throws -> [HKSample] { try ArchivedObjects.all().compactMap { $0 as? HKSample } }

    private func first<Kind>(_ kind: Kind.Type) throws -> Kind {
        try #require(try ArchivedObjects.all().lazy.compactMap { $0 as? Kind }.first)
    }

    private var statistics: HKStatistics {
        var values = StatisticsValues()
        (values.sum, values.minimum, values.maximum, values.average) = (4, 1, 3, 2)
        values.mostRecent = StatisticsValues.MostRecent(value: 3, start: 1, end: 2)
        values.count = 2
        let source = HKSource(name: "A", bundleIdentifier: "com.a")
        return HKStatistics(type: steps, start: at(0), end: at(9), values: values, separated: [(source, values)])
    }

    @Test("Statistics keep the names of their fields, which another version reads")
    func statisticsNames() throws {
        let value = try StatisticsCall.value(of: statistics)
        func names(_ value: CallValue?) -> [String] {
            if case .fields(let fields)? = value { fields.fields.map(\.name) } else { [] }
        }
        guard case .fields(let fields) = value, case .list(let parts)? = fields["separated"],
            case .fields(let part)? = parts.first
        else {
            Issue.record("no fields")
            return
        }
        #expect(names(value) == ["end", "separated", "start", "type", "values"])
        let known = ["average", "count", "maximum", "minimum", "mostRecent", "sum"]
        #expect(names(fields["values"]) == known && names(part["values"]) == known)
        #expect(names(.fields(part)) == ["source", "values"])
        #expect(names(part["source"]) == ["bundleIdentifier", "name"])
        var timed = StatisticsValues()
        timed.duration = 3
        let lasting = HKStatistics(type: steps, start: at(0), end: at(9), values: timed, separated: nil)
        guard case .fields(let few) = try StatisticsCall.value(of: lasting) else { return }
        #expect(names(few["values"]) == ["count", "duration"])
        let collection = CollectionAnswer(filled: [lasting], single: lasting)
        #expect(names(try CollectionCall.value(of: collection)) == ["filled", "single"])
        // What nobody here knows was meant for something.
        let newer = few.setting("urgent", .flag(true))
        #expect(throws: CallCodingError.self) { try StatisticsCall.answer(from: .fields(newer)) }
    }

    private func add(_ answers: Answers) throws {
        try answers.add(AuthorizationStatusCall.self, .sharingDenied)
        try answers.add(RequestStatusCall.self, .shouldRequest)
        try answers.add(EarliestDatesCall.self, [steps: at(0.1), food: at(3)])
        try answers.add(PickRecordsCall.self, [first(HKVerifiableClinicalRecord.self)])
        var me = CharacteristicValues()
        me.bloodType = 2
        try answers.add(CharacteristicCall.self, me)
        try answers.add(PreferredUnitsCall.self, [steps: .count(), heartRate: perMinute])
        let boundaries = [100.0, 120, 140].map { HKQuantity(unit: perMinute, doubleValue: $0) }
        let zones = try HKWorkoutZoneConfiguration(heartRate, boundaries, source: .user)
        #expect(try answers.add(PreferredZonesCall.self, zones) == zones)
        #expect(try answers.add(PreferredZonesCall.self, nil) == nil)
        var facts = BodyFacts()
        (facts.age, facts.sex, facts.mass, facts.height) = (41, .female, 61.5, 171)
        #expect(try answers.add(BodyFactsCall.self, facts) == facts)
        try answers.add(SamplesCall.self, samples())
        try answers.add(MembersCall.self, samples())
        try answers.add(CorrelationsCall.self, [meal([grams(protein, 1)])])
        let source = HKSource(name: "A", bundleIdentifier: "com.a")
        #expect(try answers.add(SourcesCall.self, [source]) == [source])
        try addSeries(answers)
        try answers.add(StatisticsCall.self, statistics)
        try answers.add(CollectionCall.self, CollectionAnswer(filled: [statistics, statistics], single: statistics))
        let payload = SplitPayload(content: [1], data: [2, 3])
        #expect(try answers.add(RecordDataCall.self, payload) == payload)
        try answers.add(MedicationsCall.self, [first(HKUserAnnotatedMedication.self)])
        try answers.add(AttachmentPieceCall.self, Data([1, 2]))
        #expect(try answers.add(ObserveCall.self, [steps, food]) == [steps, food])
    }

    private func addSeries(_ answers: Answers) throws {
        let sample = stepSample(3, 0, 1)
        let element = QuantitySeries.Element(start: 0, end: 1, value: 2)
        let copies = try answers.add(
            SeriesCall.self,
            [
                SeriesQuantity(element: element, unit: .count(), sample: sample),
                SeriesQuantity(element: element, unit: perMinute, sample: nil),
                SeriesQuantity(element: element, unit: .count(), sample: sample),
            ]
        )
        #expect(copies.map(\.sample?.uuid) == [sample.uuid, nil, sample.uuid])
        #expect(copies.map(\.unit) == [.count(), perMinute, .count()])
    }

    private func addChanges(_ answers: Answers) throws {
        let attachment = AttachmentContent(
            identifier: UUID(),
            object: UUID(),
            name: "scan",
            contentType: "com.adobe.pdf",
            size: 70_000,
            creation: 5,
            metadata: [1]
        )
        try answers.add(AttachCall.self, attachment)
        try answers.add(AttachmentsCall.self, [attachment])
        try answers.add(SaveRouteCall.self, first(HKWorkoutRoute.self))
        try answers.add(DeleteMatchingCall.self, -3)
        let anchor = HKQueryAnchor(5, given: 2, tag: -3)
        let deleted = [
            HKDeletedObject(uuid: UUID(), metadata: try Metadata(["a": 1])),
            HKDeletedObject(uuid: UUID(), metadata: nil),
        ]
        let anchored = try answers.add(
            AnchoredCall.self,
            AnchoredAnswer(added: try samples(), deleted: deleted, anchor: anchor)
        )
        #expect(anchored.deleted == deleted && anchored.anchor.tag == -3)
        var summary = ActivitySummaryContent(day: "2024-02-29")
        summary.activeEnergyBurned = QuantityText(value: 300, unit: "kcal")
        try answers.add(SummariesCall.self, [summary])
        let workout = try ArchivedObjects.workout()
        let relationships = [
            HKWorkoutEffortRelationship(
                workout: workout,
                activity: workout.workoutActivities.first,
                samples: [stepSample(3, 0, 1)]
            ), HKWorkoutEffortRelationship(workout: workout, activity: nil, samples: nil),
        ]
        let effort = try answers.add(EffortCall.self, EffortAnswer(relationships: relationships, anchor: anchor))
        #expect(effort.relationships == relationships)
        try answers.add(CollectCall.self, CollectedSamples(added: try samples(), deleted: [UUID()]))
        try answers.add(SourceOrderCall.self, ["com.a", "com.b"])
        #expect(try answers.add(FinishWorkoutCall.self, nil) == nil)
        try answers.add(FinishWorkoutCall.self, workout)
        let session = WorkoutSessionContent(HKWorkoutConfiguration())
        let part = WorkoutPart(.samples, 3, Data([1]))
        try answers.add(SessionsCall.self, [KeptSession(content: session, parts: [part], isPrimary: true)])
        try answers.add(SessionPlaceCall.self, true)
        try answers.add(
            CompanionsCall.self,
            [CompanionProgram(bundleIdentifier: "com.a.watch", program: "/usr/bin/a", mirrors: true)]
        )
        try answers.add(MirroredSessionsCall.self, [MirroredSession(owner: "com.a", content: session)])
        try answers.add(HearSessionCall.self, [WorkoutMessage(data: Data([1])), .farewell])
    }

    private func addAssistants(_ answers: Answers) throws {
        let day = CalendarDay(year: 2026, month: 11, day: 28)
        let table = TotalsTable(
            today: day,
            hour: 14,
            zone: "Europe/Berlin",
            firstWeekday: 2,
            first: day.advanced(by: -89),
            last: day,
            columns: [
                TotalsTable.Column(
                    name: "stepCount",
                    type: steps.identifier,
                    kind: .total,
                    unit: "steps",
                    decimals: 0,
                    level: .weeks,
                    cells: [TotalsTable.Cell(day, 8_412, days: 6), TotalsTable.Cell(day, 131, second: 80.5)]
                )
            ]
        )
        #expect(try answers.add(TotalsCall.self, .table(table)) == .table(table))
        let refusals: [AssistantRefusal] = [.undecided, .notAllowed, .spent(callsADay: 200), .locked]
        for refusal in refusals {
            #expect(try answers.add(TotalsCall.self, .refused(refusal)) == .refused(refusal))
            #expect(try answers.add(DraftCall.self, .refused(refusal)) == .refused(refusal))
        }
        for answer in [DraftAnswer.waits(UUID(), waiting: 2), .full, .invalid("The time is in the future")] {
            #expect(try answers.add(DraftCall.self, answer) == answer)
        }
    }

    private func addNothing(_ answers: Answers) throws {
        func add<Call: AnsweredCall>(_ call: Call.Type) throws where Call.Answer == Void {
            try answers.add(call, ())
        }
        try add(AuthorizeCall.self)
        try add(AuthorizeObjectsCall.self)
        try add(AuthorizeDocumentsCall.self)
        try add(AuthorizeExtensionsCall.self)
        try add(SaveCall.self)
        try add(SaveSeriesCall.self)
        try add(DeleteCall.self)
        try add(AddSamplesCall.self)
        try add(RelateCall.self)
        try add(UnrelateCall.self)
        try add(DetachCall.self)
        try add(RecalibrateCall.self)
        try add(DeliveryCall.self)
        try add(MayBuildWorkoutCall.self)
        try add(AddToWorkoutCall.self)
        try add(KeepSessionCall.self)
        try add(ForgetSessionCall.self)
        try add(AnnounceCompanionCall.self)
        try add(AskForCompanionsCall.self)
        try add(TakeCompanionCall.self)
        try add(ReportSessionCall.self)
    }

    @Test("The answer to every call of an app comes back from its bytes, the same")
    func roundTrip() throws {
        let answers = Answers()
        try add(answers)
        try addChanges(answers)
        try addNothing(answers)
        try addAssistants(answers)
        #expect(Set(answers.values.keys) == Set(AppCall.kinds.map { $0.name }))
        #expect(AppCall.kinds.allSatisfy { $0 is any AnsweredCall.Type })
    }

    @Test("An answer to another call, or of a newer version, is none")
    func others() throws {
        var message = try CallMessage(answer: true, to: SessionPlaceCall.self)
        #expect(throws: CallCodingError.damaged("not an answer to “deleteMatching”")) {
            try message.answer(to: DeleteMatchingCall.self)
        }
        message.level = 2
        #expect(throws: CallCodingError.self) { try message.answer(to: SessionPlaceCall.self) }
        #expect(throws: HKError.self) { _ = try AppCall.call(Data(message.bytes)) }
    }

    @Test("An error comes back with its code and its text")
    func errors() throws {
        let error = HKError.error(.errorAuthorizationDenied, "Not authorized")
        let message = CallMessage(error: error, to: "save", level: 1)
        let copy = try #require(try CallMessage(bytes: message.bytes).error)
        #expect(copy.code == error.code && copy.text == error.text)
        let other = try CallMessage(answer: true, to: SessionPlaceCall.self)
        #expect(try other.error == nil)
        var unknown = message
        unknown.value = .fields(["code": .number(9_999), "text": .text("?")])
        #expect(throws: CallCodingError.self) { _ = try unknown.error }
    }
}

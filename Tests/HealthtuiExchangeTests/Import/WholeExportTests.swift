import CoreLocation
import Foundation
import Testing
import UniformTypeIdentifiers

@testable import HealthKit
@testable import HealthtuiExchange

/// An export with everything in it, and how all of it comes out of the store again.
@Suite struct WholeExportTests {
    private static let path = Fixtures.own.appending(path: "imports/everything.zip").path

    private let access = HKHealthStore.person(location: .memory)

    private func samples<Sample: HKSample>(_ type: HKSampleType, as: Sample.Type) throws -> [Sample] {
        try access.person.samples(SampleListQuery(type: type), ascending: true, limit: 100).compactMap { $0 as? Sample }
    }

    @Test("Whatever order an archive has, every kind comes in, once, and again adds nothing")
    func everything() throws {
        let expected: [ImportKind: Int] = [
            .records: 1, .workouts: 2, .workoutRoutes: 3, .heartbeatSeries: 1, .electrocardiograms: 2, .audiograms: 1,
            .visionPrescriptions: 2, .attachments: 1, .clinicalRecords: 3, .clinicalDocuments: 1,
        ]
        let first = try ExportImporter(access.person).run(path: Self.path)
        #expect(first.warnings == [])
        #expect(first.notImported == [])
        for kind in ImportKind.allCases {
            #expect(first.counts[kind].read == expected[kind] ?? 0, "\(kind)")
            #expect(first.counts[kind].added == expected[kind] ?? 0, "\(kind)")
        }
        let second = try ExportImporter(access.person).run(path: Self.path)
        for kind in ImportKind.allCases {
            #expect(second.counts[kind].duplicate == expected[kind] ?? 0, "\(kind)")
            #expect(second.counts[kind].added == 0, "\(kind)")
        }
    }

    @Test("A route belongs to its workout and keeps every place, those of the same second too")
    func routes() async throws {
        _ = try ExportImporter(access.person).run(path: Self.path)
        let workouts = try samples(HKObjectType.workoutType(), as: HKWorkout.self)
        let run = try #require(workouts.first { $0.workoutActivityType == .running })
        let routes = try await HKSampleQueryDescriptor(
            predicates: [.workoutRoute(HKQuery.predicateForObjects(from: run))],
            sortDescriptors: [SortDescriptor(\.startDate)]
        )
        .result(for: access.store)
        #expect(routes.map(\.count) == [600, 300])
        let route = try #require(routes.first)
        #expect(route.startDate == (try Date("2025-06-28T08:00:00Z", strategy: .iso8601)))
        #expect(route.sourceRevision.source.name == "Watch of Ada")
        #expect(route.creationDate == (try Date("2025-06-28T09:05:00Z", strategy: .iso8601)))
        var places: [CLLocation] = []
        for try await place in HKWorkoutRouteQueryDescriptor(route).results(for: access.store) { places.append(place) }
        #expect(places.count == 600)
        #expect(places[0].timestamp == places[1].timestamp)
        #expect(abs(places[2].coordinate.longitude - 8.50002) < 1e-9)
        #expect(places[2].altitude == 408.2)
        #expect(places[2].speed == 1.02)
        #expect(places[2].course == 12.5)
        #expect(places[2].horizontalAccuracy == 4.25)
        #expect(places[2].verticalAccuracy == 3.125)
        let walk = try #require(workouts.first { $0.workoutActivityType == .walking })
        let inline = try await HKSampleQueryDescriptor(
            predicates: [.workoutRoute(HKQuery.predicateForObjects(from: walk))],
            sortDescriptors: []
        )
        .result(for: access.store)
        #expect(inline.map(\.count) == [2])
    }

    @Test("An electrocardiogram keeps its voltages in whatever language and with whatever decimal sign it is written")
    func electrocardiograms() async throws {
        _ = try ExportImporter(access.person).run(path: Self.path)
        let found = try samples(HKObjectType.electrocardiogramType(), as: HKElectrocardiogram.self)
        #expect(found.map(\.numberOfVoltageMeasurements) == [512, 1024])
        #expect(found.map(\.classification) == [.atrialFibrillation, .sinusRhythm])
        #expect(found.map(\.symptomsStatus) == [.present, .notSet])
        #expect(found.map { $0.samplingFrequency?.doubleValue(for: .hertz()) } == [513.992, 512])
        let english = try #require(found.last)
        #expect(english.startDate == (try Date("2025-06-27T05:00:00Z", strategy: .iso8601)))
        #expect(english.endDate == english.startDate.addingTimeInterval(2))
        #expect(english.device?.hardwareVersion == "Watch7,1")
        for sample in found {
            var voltages: [Double] = []
            for try await measurement in HKElectrocardiogramQueryDescriptor(sample).results(for: access.store) {
                let voltage = measurement.quantity(for: .appleWatchSimilarToLeadI)
                voltages.append(try #require(voltage?.doubleValue(for: .voltUnit(with: .micro))))
            }
            #expect(voltages.count == sample.numberOfVoltageMeasurements)
            #expect(voltages[5] == (100 * sin(5.0 / 9) * 1_000).rounded() / 1_000)
        }
    }

    @Test("Beats of a record are a series of their own, with the gap that a rate betrays")
    func heartbeats() async throws {
        _ = try ExportImporter(access.person).run(path: Self.path)
        let series = try samples(HKSeriesType.heartbeat(), as: HKHeartbeatSeriesSample.self)
        #expect(series.map(\.count) == [3])
        let sample = try #require(series.first)
        #expect(sample.startDate == (try Date("2025-06-30T04:00:00Z", strategy: .iso8601)))
        var beats: [(Double, Bool)] = []
        for try await beat in HKHeartbeatSeriesQueryDescriptor(sample).results(for: access.store) {
            beats.append((beat.timeIntervalSinceStart, beat.precededByGap))
        }
        #expect(beats.map { ($0.0 * 100).rounded() } == [125, 221, 520])
        #expect(beats.map(\.1) == [false, false, true])
    }

    @Test("A hearing test keeps masking and clamping, a prescription its lenses and its picture")
    func hearingAndVision() async throws {
        _ = try ExportImporter(access.person).run(path: Self.path)
        let audiogram = try #require(
            try samples(HKObjectType.audiogramSampleType(), as: HKAudiogramSample.self).first
        )
        #expect(audiogram.metadata?["room"] as? String == "quiet")
        let points = audiogram.sensitivityPoints
        #expect(points.map { $0.frequency.doubleValue(for: .hertz()) } == [1_000, 2_000])
        let left = try #require(points[0].tests.first { $0.side == .left })
        #expect(left.masked)
        #expect(left.clampingRange?.upperBound?.doubleValue(for: .decibelHearingLevel()) == 120)
        #expect(points[0].rightEarSensitivity?.doubleValue(for: .decibelHearingLevel()) == 15)
        #expect(points[1].leftEarSensitivity == nil)
        let prescriptions = try samples(HKObjectType.visionPrescriptionType(), as: HKVisionPrescription.self)
        let glasses = try #require(prescriptions.first as? HKGlassesPrescription)
        #expect(glasses.rightEye?.cylinder?.doubleValue(for: .diopter()) == -0.5)
        #expect(glasses.rightEye?.prism?.amount.doubleValue(for: .prismDiopter()) == 2)
        #expect(glasses.expirationDate == (try Date("2027-02-01T09:00:00Z", strategy: .iso8601)))
        let contacts = try #require(prescriptions.last as? HKContactsPrescription)
        #expect(contacts.brand == "Lens")
        let store = HKAttachmentStore(healthStore: access.store)
        let attachments = try await store.attachments(for: glasses)
        #expect(attachments.map(\.contentType) == [.png])
        let data = try await store.dataReader(for: try #require(attachments.first)).data
        #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    @Test("Health records and documents come with what they hold, kinds that HealthKit lacks under their own name")
    func documents() throws {
        _ = try ExportImporter(access.person).run(path: Self.path)
        let vaccine = try #require(
            try samples(HKClinicalType(.immunizationRecord), as: HKClinicalRecord.self).first
        )
        #expect(vaccine.displayName == "Influenza")
        #expect(vaccine.fhirResource?.identifier == "a1")
        #expect(vaccine.fhirResource?.sourceURL?.absoluteString == "https://example.org/fhir/Immunization/a1")
        #expect(vaccine.sourceRevision.source.name == "Clinic")
        #expect(try samples(HKClinicalType(.vitalSignRecord), as: HKClinicalRecord.self).count == 1)
        #expect(try access.person.types().map(\.identifier).contains("HKClinicalTypeIdentifierPatientRecord"))
        let document = try samples(HKDocumentType(.CDA), as: HKCDADocumentSample.self)
        #expect(document.map(\.startDate) == [try Date("2025-07-01T07:12:34Z", strategy: .iso8601)])
    }

    @Test("What was deleted stays deleted, of every kind")
    func deleted() throws {
        _ = try ExportImporter(access.person).run(path: Self.path)
        for type in [
            HKObjectType.electrocardiogramType(), HKSeriesType.workoutRoute(), HKObjectType.visionPrescriptionType(),
        ] as [HKSampleType] {
            try access.person.delete(try samples(type, as: HKSample.self).map(\.uuid))
        }
        for _ in 0..<2 {
            let again = try ExportImporter(access.person).run(path: Self.path)
            #expect(again.added == 0)
            #expect(again.counts[.electrocardiograms].deleted == 2)
            #expect(again.counts[.workoutRoutes].deleted == 3)
            #expect(again.counts[.visionPrescriptions].deleted == 2)
            #expect(again.counts[.attachments].deleted == 1)
        }
        let restored = try ExportImporter(access.person, restoresDeleted: true).run(path: Self.path)
        #expect(restored.added == 2 + 3 + 2 + 1)
    }

    @Test("An object of somebody else under the UUID of an imported one keeps nothing out")
    func strangers() throws {
        _ = try ExportImporter(access.person).run(path: Self.path)
        let known = try samples(HKSeriesType.workoutRoute(), as: HKWorkoutRoute.self)
        let other = HKHealthStore.person(location: .memory)
        let uuid = try #require(known.first?.uuid)
        let place = RoutePoint(
            fields: LocationFields(
                coordinate: CLLocationCoordinate2D(latitude: 1, longitude: 1),
                timestamp: Date(timeIntervalSinceReferenceDate: 0)
            )
        )
        let data = RouteData(exported: [place])
        try other.person.store.port.local().personsDatabase()
            .write { writer in
                let revision = HKSourceRevision(
                    source: HKSource(name: "App", bundleIdentifier: "org.app"),
                    version: nil
                )
                let parts = SampleParts(
                    ObjectAttributes(uuid: uuid),
                    type: HKSeriesType.workoutRoute(),
                    start: Date(timeIntervalSinceReferenceDate: 0),
                    end: Date(timeIntervalSinceReferenceDate: 0)
                )
                let route = HKWorkoutRoute(parts, content: SeriesContent(count: 1), data: data.bytes)
                try writer.save([route], revision: revision, now: Date())
            }
        for _ in 0..<2 { _ = try ExportImporter(other.person).run(path: Self.path) }
        let routes = try other.person.samples(SampleListQuery(type: HKSeriesType.workoutRoute()), limit: 10)
        #expect(routes.count == 4)
    }
}

import Foundation
import HealthtuiFacts
import ProgramTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// One run as a watch, a site and the Health app write it: as FIT, GPX, TCX and an Apple Health export.
@Suite struct OneRunTests {
    private let folder: ScratchFolder
    private let store: HKHealthStore
    private let person: PersonAccess
    /// The start time of `run.fit` in the fixtures.
    private static let start = 1_743_065_600.0

    init() throws {
        folder = try ScratchFolder()
        (store, person) = HKHealthStore.person(location: .memory)
        let files = folder.path("files")
        try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
        try Data(contentsOf: Self.fixtures.appending(path: "fit/run.fit"))
            .write(to: URL(filePath: files).appending(path: "run.fit"))
        try write(Self.gpx, to: "files/run.gpx")
        try write(Self.tcx, to: "files/run.tcx")
        try write(Self.export, to: "export.xml")
    }

    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures")

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
    }

    private static func clock(_ second: Int) -> String {
        Date(timeIntervalSince1970: start + Double(second)).formatted(.iso8601)
    }

    private static let gpx =
        #"<gpx version="1.1" creator="Site" xmlns="http://www.topografix.com/GPX/1/1"><trk><type>running</type><trkseg>"#
        + (0...20).map { #"<trkpt lat="47.\#(1_000 + $0)" lon="8.3"><time>\#(clock($0))</time></trkpt>"# }.joined()
        + "</trkseg></trk></gpx>"

    private static let tcx = """
        <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>\
        <Activity Sport="Running"><Id>\(clock(0))</Id><Lap StartTime="\(clock(0))"><TotalTimeSeconds>20</TotalTimeSeconds>\
        <DistanceMeters>62</DistanceMeters><Calories>4</Calories><Track>\
        \((0...20).map { "<Trackpoint><Time>\(clock($0))</Time></Trackpoint>" }.joined())\
        </Track></Lap></Activity></Activities></TrainingCenterDatabase>
        """

    private static let export = """
        <?xml version="1.0" encoding="UTF-8"?>
        <HealthData locale="en_US">
         <ExportDate value="2025-03-28 08:53:20 +0000"/>
         <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="0.3" durationUnit="min" \
        totalDistance="0.064" totalDistanceUnit="km" sourceName="Watch" creationDate="2025-03-27 08:53:40 +0000" \
        startDate="2025-03-27 08:53:20 +0000" endDate="2025-03-27 08:53:40 +0000"/>
        </HealthData>
        """

    @discardableResult
    private func readFiles() throws -> ImportSummary {
        let container = try #require(FileContainer(path: folder.path("files")))
        return try ReaderImport(person).run(container, takesTables: false)
    }

    private func readExport() throws {
        let summary = try ExportImporter(person).run(path: folder.path("export.xml"))
        #expect(summary.counts[.workouts].added == 1)
    }

    private func list() throws -> WorkoutList {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        var list = WorkoutList(calendar: calendar)
        list.append(try WorkoutSummary.counted(person))
        return list
    }

    private func sources(_ list: WorkoutList) -> [String] {
        list.rows.compactMap { row in
            switch row {
            case .month: nil
            case .workout(let workout): workout.source
            case .beneath(let workout): "- " + workout.source
            }
        }
    }

    @Test(
        "R7.27 it is one workout in the month's line, with the distance of the first source and three beneath; an app gets four"
    )
    func counts() async throws {
        try readExport()
        #expect(try readFiles().counts[.workouts].added == 3)
        let type = HKObjectType.workoutType().identifier
        let names = ["Watch": 64.0, "Runner 9": 60, "TCX": 62]
        let workouts = try person.samples(SampleListQuery(type: .workoutType()), limit: 10)
        let identifiers = workouts.map { ($0.sourceRevision.source.name, $0.sourceRevision.source.bundleIdentifier) }
        for (name, distance) in names {
            let order = identifiers.sorted { ($0.0 == name ? 0 : 1, $0.0) < ($1.0 == name ? 0 : 1, $1.0) }
            try person.setSourceOrder(type, order: order.map(\.1), excluded: [])
            let list = try list()
            let month = try #require(list.months.first)
            #expect(list.months.count == 1 && month.count == 1 && month.repeated == 1, "\(name)")
            #expect(abs((month.distance ?? 0) - distance) < 1e-9, "\(name)")
            #expect(sources(list).first == name)
            #expect(sources(list).dropFirst().allSatisfy { $0.hasPrefix("- ") } && sources(list).count == 4)
        }
        let asked = HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: [])
        #expect(try await asked.result(for: store).count == 4)
    }

    @Test("Again adds nothing, what the person deleted stays away, and one undo takes the files back")
    func goesAndStays() throws {
        try readExport()
        try readFiles()
        #expect(try readFiles().added == 0)
        #expect(try (person.undo()?.deleted ?? 0) > 3)
        #expect(sources(try list()) == ["Watch"])
        try readFiles()
        let workouts = try person.samples(SampleListQuery(type: .workoutType()), limit: 10)
        #expect(workouts.count == 4)
        #expect(try person.delete(workouts.map(\.uuid)) == 4)
        #expect(try readFiles().counts[.workouts].deleted == 3)
        #expect(try ExportImporter(person).run(path: folder.path("export.xml")).counts[.workouts].deleted == 1)
        #expect(sources(try list()).isEmpty)
    }
}

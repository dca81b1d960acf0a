import Testing

@testable import HealthtuiExchange

@Suite("Export scanner: the grammar")
struct ExportScannerTests {
    @Test("hands over every element of an export, in order, with its line")
    func everyElement() throws {
        let scan = try scan(Fixtures.bytes("every-element.xml"))
        #expect(scan.report.warnings == [])
        #expect(scan.report.version == 14)
        #expect(scan.report.locale == "de_CH")
        #expect(scan.report.records == 8)
        #expect(scan.report.correlations == 1)
        #expect(scan.report.correlationMembers == 2)
        #expect(scan.report.workouts == 2)
        #expect(scan.report.activitySummaries == 1)
        #expect(scan.report.lines == 82)
        let kinds = scan.events.map { $0.prefix { $0 != " " } }
        #expect(
            kinds == ["ExportDate", "Me"] + Array(repeating: "Record", count: 8) + [
                "Correlation", "Workout", "Workout", "ActivitySummary", "ClinicalRecord", "Audiogram",
                "VisionPrescription",
            ]
        )
        #expect(scan.events[0] == "ExportDate 2025-07-01 09:12:34 +0200")
        #expect(
            scan.events[4]
                == "Record type=HKQuantityTypeIdentifierBodyMass unit=kg value=70.4 sourceName=Scale \"Nr. 1\" & Co"
                + " startDate=2025-06-30 07:00:00 +0200 endDate=2025-06-30 07:00:00 +0200 {HKWasUserEntered: 1}"
                + " {note: before <breakfast>} {note: a second entry of the same key} line 20"
        )
        #expect(scan.events[5].contains("[Beat bpm=61 time=06:00:01,25] [Beat bpm=62 time=06:00:02,21] [Beat bpm=60"))
    }

    @Test("hands over a workout with events, statistics, activities and routes, each where it belongs")
    func workout() throws {
        var log = EventLog()
        _ = try scan(Fixtures.bytes("every-element.xml"), into: &log)
        #expect(log.elementCounts["Workout/MetadataEntry"] == 2)
        #expect(log.elementCounts["Workout/WorkoutEvent"] == 2)
        #expect(log.elementCounts["Workout/WorkoutEvent/MetadataEntry"] == 1)
        #expect(log.elementCounts["Workout/WorkoutStatistics"] == 2)
        #expect(log.elementCounts["Workout/WorkoutActivity/WorkoutEvent"] == 1)
        #expect(log.elementCounts["Workout/WorkoutActivity/WorkoutStatistics"] == 1)
        #expect(log.elementCounts["Workout/WorkoutActivity/MetadataEntry"] == 1)
        #expect(log.elementCounts["Workout/WorkoutRoute"] == 2)
        #expect(log.elementCounts["Workout/WorkoutRoute/FileReference"] == 1)
    }

    @Test("counts what it does not understand by kind, with the line of the first")
    func notUnderstood() throws {
        let report = try scan(Fixtures.bytes("every-element.xml")).report
        #expect(
            report.notUnderstood.map { "\($0.name) \($0.count) \($0.firstLine)" } == ["StateOfMind 1 80"]
        )
    }

    @Test("does not care for order, quotes, white space, comments or CDATA")
    func freedom() throws {
        let plain = try scan(
            export("<Record type=\"t\" value=\"1\" startDate=\"s\"><MetadataEntry key=\"k\" value=\"v\"/></Record>")
        )
        let loose = try scan(
            export(
                "<Record\r\n\tvalue = '1'\n type\t=\"t\"   startDate='s' ><!-- > -->\r\n<![CDATA[ <Record/> ]]><?x <y>?>"
                    + "<MetadataEntry value='v' key='k' ></MetadataEntry >\n</Record\n>"
            )
        )
        #expect(plain.report.warnings == [])
        #expect(loose.report.warnings == [])
        #expect(loose.events == plain.events)
    }

    @Test("keeps attributes it does not know, spaces in the name and all, and says so")
    func unknownAttributes() throws {
        let scan = try scan(export("<Record type=\"t\" Health Mate App=\"2\" most=\"9\"/>"))
        #expect(scan.events == ["Record type=t ?Health Mate App=2 ?most=9 line 3"])
        #expect(scan.report.notUnderstood.map(\.name) == ["Record@Health Mate App", "Record@most"])
    }

    @Test("keeps records of unknown elements out, since they may stand at top level too")
    func unknownContainer() throws {
        let scan = try scan(export("<Dose><Record type=\"a\"/></Dose>\n<Record type=\"a\"/>"))
        #expect(scan.events == ["Record type=a line 4"])
        #expect(scan.report.notUnderstood.map(\.name) == ["Dose"])
    }

    @Test(
        "skips a document type declaration of any kind",
        arguments: [
            "<!DOCTYPE HealthData>", "<!DOCTYPE HealthData SYSTEM \"x.dtd\">",
            "<!DOCTYPE HealthData [ <!ELEMENT Me EMPTY> ]>",
            "<!DOCTYPE HealthData [\n<!ATTLIST Me\n a CDATA #IMPLIED\n<!ELEMENT X EMPTY>\n>\n>\n  ] >",
            "<!DOCTYPE HealthData [\n<!-- <Record/> ]> it's \"odd -->\n]>\n<!-- <HealthData locale=\"xx\"> -->",
            "<!DOCTYPE HealthData [\n<!ELEMENT HealthData (Record)*>\n",
        ]
    )
    func documentType(declaration: String) throws {
        let scan = try scan(
            "\u{FEFF}<?xml version=\"1.0\"?>\n\(declaration)\n<HealthData locale=\"fr\"><Record type=\"t\"/></HealthData>"
        )
        #expect(scan.events.count == 1)
        #expect(scan.report.locale == "fr")
        #expect(scan.report.warnings == [])
    }

    @Test("says that there is no root in what is no export")
    func noRoot() throws {
        for text in [
            "", "hello", "<html><body/></html>", "<HealthDataX/>", "<!-- <HealthData> -->", "<!DOCTYPE HealthData [",
        ] {
            let scan = try scan(text)
            #expect(!scan.report.foundRoot, "\(text)")
            #expect(scan.events == [])
        }
    }

    @Test("reads an export of one line, and one whose root is empty")
    func smallest() throws {
        #expect(try scan("<HealthData/>").report.foundRoot)
        #expect(try scan("<HealthData/>").report.warnings == [])
        #expect(try scan("<HealthData><Me/></HealthData>").events == ["Me line 1"])
    }

    @Test("stops when the sink throws, with the sink's error")
    func sinkError() throws {
        struct Refusal: Error {}
        struct Refusing: ExportSink {
            func exportDate(_: ByteSlice) {}
            func me(_: ExportElement) {}
            func record(_: ExportRecord) throws { throw Refusal() }
            func correlation(_: ExportCorrelation) {}
            func workout(_: ExportWorkout) {}
            func activitySummary(_: ExportActivitySummary) {}
        }
        var sink = Refusing()
        #expect(throws: Refusal.self) { try scan(Fixtures.bytes("every-element.xml"), into: &sink) }
    }
}

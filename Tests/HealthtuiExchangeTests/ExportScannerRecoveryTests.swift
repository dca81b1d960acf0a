import Testing

@testable import HealthtuiExchange

@Suite("Export scanner: broken exports")
struct ExportScannerRecoveryTests {
    /// Scans three records, the second of which is broken, and returns the types handed over and the warnings.
    private func scanAround(_ broken: String) throws -> (types: [String], warnings: [String]) {
        let scan = try scan(export("<Record type=\"first\"/>\n\(broken)\n<Record type=\"last\"/>"))
        let types = scan.events.map { String($0.drop { $0 != "=" }.dropFirst().prefix { $0 != " " }) }
        return (types, scan.report.warnings.map { "\($0.line) \($0.kind.rawValue) \($0.subject)" })
    }

    @Test("keeps the first of two attributes of the same name")
    func duplicateAttribute() throws {
        let scan = try scan(
            export("<Record type=\"a\" value=\"1\"\n value=\"2\"/><Record type=\"b\" value=\"1\" value=\"2\"/>")
        )
        #expect(scan.events == ["Record type=a value=1 line 3", "Record type=b value=1 line 4"])
        #expect(scan.report.warnings.map(\.kind) == [.duplicateAttribute, .duplicateAttribute])
        #expect(scan.report.warnings.map(\.line) == [4, 4])
        #expect(scan.report.warnings.map(\.subject) == ["value", "value"])
    }

    @Test("replaces control bytes and broken UTF-8, and says on which line")
    func flaws() throws {
        var bytes = Array(export("<Record type=\"a\" sourceName=\"x_y\"/>\n<Record\n type=\"b\"\n unit=\"x^y\"/>").utf8)
        bytes = bytes.map { $0 == UInt8(ascii: "_") ? 0x0B : $0 == UInt8(ascii: "^") ? 0xC3 : $0 }
        let scan = try scan(bytes)
        #expect(scan.events == ["Record type=a sourceName=x\u{FFFD}y line 3", "Record type=b unit=x\u{FFFD}y line 4"])
        #expect(
            scan.report.warnings == [
                ScanWarning(kind: .controlByte, line: 3, subject: "sourceName"),
                ScanWarning(kind: .brokenUTF8, line: 6, subject: "unit"),
            ]
        )
    }

    @Test(
        "skips a record whose tag cannot be read and goes on with the next",
        arguments: [
            "<Record type=\"x\" value=\"72/>", "<Record type=\"x value=\"72\"/>", "<Record type=\"x\" value/>",
            "<Record type=x value=\"72\"/>",
            "<Record type=\"x\"value=\"72\"/>", "<Record type=\"x\" / value=\"72\"/>", "<Record =\"x\"/>",
            "<Record type=\"x\" value=\"7\"2\"/>",
        ]
    )
    func malformedTag(tag: String) throws {
        let result = try scanAround(tag)
        #expect(result.types == ["first", "last"])
        #expect(result.warnings == ["4 elementSkipped Record"])
    }

    @Test("skips a record whose start tag cannot be read with everything inside it")
    func malformedStart() throws {
        let result = try scanAround("<Record type=x>\n <MetadataEntry key=\"k\" value=\"v\"/>\n</Record>")
        #expect(result.types == ["first", "last"])
        #expect(result.warnings == ["4 elementSkipped Record"])
    }

    @Test("keeps a record whose metadata cannot be read, without it")
    func malformedChild() throws {
        let result = try scanAround(
            "<Record type=\"x\"><MetadataEntry key=k value=\"v\"/>\n<MetadataEntry key=\"ok\" value=\"v\"/></Record>"
        )
        #expect(result.types == ["first", "x", "last"])
        #expect(result.warnings == ["4 malformedTag MetadataEntry"])
    }

    @Test("keeps the members of a broken correlation from being counted as records")
    func malformedCorrelation() throws {
        let result = try scanAround("<Correlation type=x>\n<Record type=\"m1\"/>\n<Record type=\"m2\"/></Correlation>")
        #expect(result.types == ["first", "last"])
        #expect(result.warnings == ["4 elementSkipped Correlation"])
    }

    @Test("closes what was never closed when the next element begins")
    func unclosed() throws {
        let open = try scanAround("<Record type=\"x\"><MetadataEntry key=\"k\" value=\"v\"/>")
        #expect(open.types == ["first", "x", "last"])
        #expect(open.warnings == ["5 unclosedElement Record"])
        let nested = try scanAround("<Correlation type=\"c\"><Record type=\"m1\"><Record type=\"m2\"/></Correlation>")
        #expect(nested.types == ["first", "c", "last"])
        #expect(nested.warnings == ["4 unclosedElement Record"])
        let child = try scanAround("<Record type=\"x\"><MetadataEntry key=\"k\" value=\"v\"></Record>")
        #expect(child.types == ["first", "x", "last"])
        #expect(child.warnings == ["4 unclosedElement MetadataEntry"])
        let root = try scan("<HealthData><Record type=\"x\"></HealthData>")
        #expect(root.events == ["Record type=x line 1"])
        #expect(root.report.warnings.map(\.kind) == [.unclosedElement])
    }

    @Test("gives up the contents of an unknown element that nothing closes, and reads them on their own")
    func unclosedUnknown() throws {
        let end = try scanAround("<Recor type=\"x\">\n<Record type=\"y\"/>")
        #expect(end.types == ["first", "y", "last"])
        #expect(end.warnings == ["4 unclosedElement "])
        let cut = try scan("<HealthData><Recor type=\"x\"><Record type=\"y\"/>")
        #expect(cut.events == ["Record type=y line 1"])
        let named = try scanAround("<Recor type=\"x\"><MetadataEntry key=\"k\" value=\"v\"/></Record>")
        #expect(named.types == ["first", "last"])
        #expect(named.warnings == ["4 strayEndTag "])
    }

    @Test("skips stray end tags and text between elements")
    func strays() throws {
        let tag = try scanAround("</Record>")
        #expect(tag.types == ["first", "last"])
        #expect(tag.warnings == ["4 strayEndTag HealthData"])
        let text = try scanAround("hello & <Record type=\"x\">there</Record>")
        #expect(text.types == ["first", "x", "last"])
        #expect(text.warnings == ["4 strayText HealthData", "4 strayText Record"])
    }

    @Test("keeps what stands before the cut of a file cut short, and names the line")
    func truncated() throws {
        let whole = Array(
            export("<Record type=\"a\"/>\n<Record type=\"b\">\n <MetadataEntry key=\"k\" value=\"v\"/>\n</Record>").utf8
        )
        let cut = try #require(whole.lastIndex(of: UInt8(ascii: "R")))
        let scan = try scan(Array(whole[..<cut]))
        #expect(scan.events == ["Record type=a line 3"])
        #expect(scan.report.warnings == [ScanWarning(kind: .truncated, line: 4, subject: "Record")])
        let between = try HealthtuiExchangeTests.scan("<HealthData>\n<Record type=\"a\"/>\n")
        #expect(between.events.count == 1)
        #expect(between.report.warnings == [ScanWarning(kind: .truncated, line: 3, subject: "HealthData")])
    }

    @Test("never hands over anything that is not in the whole file, wherever that is cut")
    func everyCut() throws {
        let whole = try Fixtures.bytes("every-element.xml")
        let all = try scan(whole)
        for cut in stride(from: 0, to: whole.count, by: 3) {
            let part = try scan(Array(whole[..<cut]))
            #expect(part.events == Array(all.events.prefix(part.events.count)), "cut at \(cut)")
            #expect(part.report.isTruncated == part.report.foundRoot || cut > whole.count - 4, "cut at \(cut)")
        }
    }

    @Test("reads on after the end, and says so once")
    func afterEnd() throws {
        let scan = try scan("<HealthData><Record type=\"a\"/></HealthData>\n<Record type=\"b\"/><Record type=\"c\"/>")
        #expect(scan.events.count == 3)
        #expect(scan.report.warnings == [ScanWarning(kind: .contentAfterEnd, line: 2, subject: "")])
    }

    @Test("skips an element longer than the limit, and keeps what follows")
    func tooLong() throws {
        let entries = String(repeating: "<MetadataEntry key=\"k\" value=\"v\"/>\n", count: 200)
        let limits = ExportScanner.Limits(longestElement: 2_048, piece: 256)
        let record = Array(
            export("<Record type=\"first\"/>\n<Record type=\"long\">\(entries)</Record>\n<Record type=\"last\"/>").utf8
        )
        let scan = try scan(record, limits: limits)
        #expect(scan.events == ["Record type=first line 3", "Record type=last line 205"])
        #expect(scan.report.warnings == [ScanWarning(kind: .elementTooLong, line: 4, subject: "Record")])
        let members = String(repeating: "<Record type=\"m\"/>\n", count: 300)
        let correlation = Array(
            export("<Correlation type=\"c\">\(members)</Correlation>\n<Record type=\"last\"/>").utf8
        )
        #expect(try HealthtuiExchangeTests.scan(correlation, limits: limits).events == ["Record type=last line 304"])
        let quote = Array(
            export("<Record type=\"long>\n\(String(repeating: "x", count: 5_000))\n<Record type='last'/>").utf8
        )
        #expect(try HealthtuiExchangeTests.scan(quote, limits: limits).events == ["Record type=last line 5"])
    }

    @Test("skips what is nested too deep, and keeps what follows")
    func tooDeep() throws {
        let deep = String(repeating: "<x>", count: 100) + String(repeating: "</x>", count: 100)
        let result = try scanAround("<Record type=\"x\">\(deep)</Record>")
        #expect(result.types == ["first", "x", "last"])
        #expect(result.warnings == ["4 tooDeep "])
    }

    @Test("keeps counting warnings when it stops keeping them one by one")
    func manyWarnings() throws {
        let scan = try scan(export(String(repeating: "</Record>\n", count: 3_000)))
        #expect(scan.report.warnings.count == ScanReport.warningsKept)
        #expect(scan.report.warningCounts == [.strayEndTag: 3_000])
    }
}

import RandomTesting
import Testing

@testable import HealthtuiExchange

@Suite("Export scanner: streaming")
struct ExportScannerStreamTests {
    private static let broken = """
        <?xml version="1.0"?><!DOCTYPE HealthData [
        <!-- HealthKit Export Version: 12 --> <!ATTLIST Me
         ]>
        <!-- a comment -->\r
        <HealthData locale='en_US'><Record type="a" value="1" value="2"/> text <Record type=x/>
        <Record type="Zoë’s 😀"><MetadataEntry key="k" value="&lt;&#x1F600;"/><Foo/></Record></Record>
        <Recor type="b"><Record type="c"><MetadataEntry key="k" value="v"></Record><![CDATA[ > ]]>
        <Correlation type="d"><Record type="e"><Record type="f"/></Correlation><Record type="g"/></HealthData>
        <Record type="h"/><Record type="cut
        """

    @Test("gives the same events and report for chunks of any size", arguments: [1, 2, 3, 5, 7, 16, 63, 64, 65, 1_000])
    func chunks(size: Int) throws {
        for bytes in [try Fixtures.bytes("every-element.xml"), Array(Self.broken.utf8)] {
            let whole = try scan(bytes)
            #expect(!whole.events.isEmpty)
            #expect(try scan(bytes, chunk: size).difference(from: whole) == nil)
            #expect(try scan(bytes, limits: .init(piece: size)).difference(from: whole) == nil)
        }
    }

    @Test("gives the same events and report for chunks of random sizes")
    func randomChunks() throws {
        var random = SeededGenerator("chunks")
        let bytes = try Fixtures.bytes("every-element.xml")
        let whole = try scan(bytes)
        for _ in 0..<20 {
            var log = EventLog()
            var scanner = ExportScanner()
            var offset = 0
            while offset < bytes.count {
                let count = min(Int.random(in: 1...600, using: &random), bytes.count - offset)
                try bytes[offset..<offset + count].withUnsafeBytes { try scanner.feed($0, into: &log) }
                offset += count
            }
            let report = try scanner.finish(into: &log)
            #expect(Scan(events: log.events, report: report).difference(from: whole) == nil, "seed \(random.seed)")
        }
    }

    @Test("gives the same events and report where it reads the bytes in their place, whatever room is in front of them")
    func lent() throws {
        var random = SeededGenerator("lent")
        for source in [try Fixtures.bytes("every-element.xml"), Array(Self.broken.utf8)] {
            for round in 0..<20 {
                var bytes = source
                // Bytes that no text may hold are told with the attribute that they stand in.
                for _ in 0..<round % 4 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = 0x01 }
                let whole = try scan(bytes)
                var log = EventLog()
                var scanner = ExportScanner()
                var offset = 0
                while offset < bytes.count {
                    let part = bytes[offset..<min(bytes.count, offset + Int.random(in: 1...900, using: &random))]
                    let room = Int.random(in: 0...300, using: &random)
                    let size = room + part.count + ExportScanner.slack
                    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
                    defer { memory.deallocate() }
                    memory.initializeMemory(as: UInt8.self, repeating: 0xAA)
                    let lent = UnsafeMutableRawBufferPointer(rebasing: memory[room..<room + part.count])
                    lent.copyBytes(from: part)
                    let survey = TextSoundness.survey(UnsafeRawBufferPointer(lent))
                    try scanner.feed(lent: lent, room: room, survey: survey, into: &log)
                    offset += part.count
                }
                let report = try scanner.finish(into: &log)
                #expect(Scan(events: log.events, report: report).difference(from: whole) == nil, "seed \(random.seed)")
            }
        }
    }

    @Test("never traps, and reads on, whatever happens to the bytes")
    func mutations() throws {
        var random = SeededGenerator("mutations")
        let sources = [try Fixtures.bytes("every-element.xml"), Array(Self.broken.utf8)]
        let splinters = [
            "<", ">", "\"", "'", "/>", "</", "<!--", "-->", "]]>", "<![CDATA[", "&", "=", "\n", "<Record ",
            "</HealthData>", "<HealthData>", "\0",
        ]
        for round in 0..<600 {
            var bytes = sources[round % 2]
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: (splinters.randomElement(using: &random) ?? "<").utf8, at: place)
                case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0...80, using: &random)))
                default:
                    let other = Int.random(in: 0..<bytes.count, using: &random)
                    bytes.insert(
                        contentsOf: bytes[min(place, other)..<min(bytes.count, min(place, other) + 60)],
                        at: place
                    )
                }
                if bytes.isEmpty { bytes = [0x3C] }
            }
            let whole = try scan(bytes)
            let small = try scan(bytes, chunk: Int.random(in: 1...97, using: &random))
            #expect(small.difference(from: whole) == nil, "round \(round) seed \(random.seed)")
            // Tight limits take other ways through the scanner; they may lose elements but must come to an end.
            _ = try scan(bytes, limits: .init(longestElement: 200, piece: 64))
        }
    }
}

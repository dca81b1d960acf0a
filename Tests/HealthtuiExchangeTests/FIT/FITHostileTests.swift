import Foundation
import RandomTesting
import Testing

@testable import HealthtuiExchange

/// Files that are damaged, cut, or made to mislead.
@Suite struct FITHostileTests {
    private func file(_ name: String) throws -> [UInt8] { try Fixtures.bytes("fit/\(name).fit") }

    @Test("A part with a wrong sum is refused before its first message; told to, it is read and said")
    func wrongSums() throws {
        let refused = FITReading(try file("wrong-sum"))
        #expect(refused.rows.isEmpty)
        #expect(refused.error?.offset == 861)
        #expect(refused.error?.description.hasPrefix("FIT part 1, byte 861: the checksum is ") == true)
        let read = FITReading(try file("wrong-sum"), isForced: true)
        #expect(read.error == nil)
        #expect(read.rows == FITReading(try file("run")).rows)
        #expect(read.forcedParts == 1)
        #expect(read.part?.state == refused.error.map { .forced($0) })

        let header = FITReading(try file("wrong-header-sum"))
        guard case .headerSum = header.error?.problem else { throw try #require(header.error) }
        #expect(FITReading(try file("wrong-header-sum"), isForced: true).rows.count == read.rows.count)
        let version = FITReading(try file("version-3"))
        #expect(version.error?.problem == .protocolVersion(3))
        #expect(version.rows.isEmpty)
        #expect(FITReading(try file("version-3"), isForced: true).rows.count == 9)
    }

    @Test("Behind a part that is refused the next is read")
    func nextPart() throws {
        var bad = FITMaker()
        bad.add([7, 7])
        let file = try file("wrong-sum") + bad.part() + file("run-header-12")
        file.withUnsafeBytes { bytes in
            var decoder = FITDecoder(bytes)
            var errors: [FITError] = []
            var messages = 0
            while true {
                do throws(FITError) {
                    guard try decoder.next() != nil else { break }
                    messages += 1
                } catch {
                    errors.append(error)
                }
            }
            #expect(errors.map(\.part) == [1, 2])
            #expect(errors.last?.problem == .undefined(localType: 7))
            #expect(messages == 27)
            #expect(decoder.part?.number == 3)
        }
    }

    @Test("No single bit can be wrong without the part being refused, or read as one that is cut")
    func flippedBits() throws {
        let whole = try file("run")
        let rows = FITReading(whole).rows
        for bit in 0..<whole.count * 8 {
            var file = whole
            file[bit / 8] ^= 1 << UInt8(bit % 8)
            let reading = FITReading(file)
            guard reading.error == nil else {
                #expect(reading.rows.isEmpty, "bit \(bit)")
                continue
            }
            // A sum of zero in the header is none, so that flipping it whole isn't one bit.
            #expect(reading.cut != nil, "bit \(bit)")
            #expect(rows.starts(with: reading.rows), "bit \(bit)")
        }
    }

    @Test("A file that ends at any byte is read to its last whole message, and said", arguments: ["run", "developer"])
    func cut(_ name: String) throws {
        let whole = try file(name)
        let rows = FITReading(whole).rows
        for count in 1..<whole.count {
            let reading = FITReading(Array(whole[..<count]))
            if count < 14 {
                #expect(reading.error?.problem == (count < 12 ? .noHeader : .headerCut), "\(count)")
                #expect(reading.rows.isEmpty)
                continue
            }
            #expect(reading.error == nil, "\(count)")
            #expect(reading.rows == Array(rows.prefix(reading.rows.count)), "\(count)")
            let cut = try #require(reading.cut, "\(count)")
            #expect(cut.offset + cut.unread == count)
            #expect(reading.part?.state == .cut)
            // The next message begins where what was read ends, or a definition is between them.
            if reading.rows.count < rows.count { #expect(cut.offset <= rows[reading.rows.count].offset, "\(count)") }
            if let last = reading.rows.last { #expect(cut.offset > last.offset, "\(count)") }
        }
        #expect(FITReading([]).rows.isEmpty)
        #expect(FITReading([]).error == nil)
    }

    @Test("A part whose header says no size is read to the end of the file")
    func noSize() throws {
        let reading = FITReading(try file("no-size"))
        #expect(reading.error == nil)
        #expect(reading.rows == FITReading(try file("run")).rows)
        #expect(reading.cut == FITCut(part: 1, offset: 861, unread: 0))
        // An empty part has its sum, and another may follow.
        let empty = FITReading(FITMaker.part([]) + FITMaker.part([]))
        #expect(empty.cut == nil)
        #expect(empty.part?.number == 2)
    }

    @Test("What isn't a header is refused: other bytes, sizes that don't exist, what is behind the last part")
    func headers() throws {
        let whole = try file("run")
        #expect(FITReading(Array("\u{e}\u{20}\u{54}\u{8} not a FIT file at all".utf8)).error?.problem == .noHeader)
        let behind = FITReading(whole + [0, 0, 0])
        #expect(behind.rows.count == 27)
        #expect(behind.error == FITError(part: 2, offset: whole.count, problem: .noHeader))
        for size: UInt8 in [0, 11, 13, 200, 255] {
            var file = whole
            file[0] = size
            let reading = FITReading(file, isForced: true)
            #expect(size == 200 || reading.error != nil, "\(size)")
            if size < 12 { #expect(reading.error?.problem == .noHeader) }
            if size == 13 { #expect(reading.error?.problem == .headerSize(13)) }
        }
        #expect(FITReading(Array(whole[..<13])).error?.problem == .headerCut)
        whole.withUnsafeBytes { #expect(FITDecoder.isHeader($0)) }
        whole[..<11].withUnsafeBytes { #expect(!FITDecoder.isHeader($0)) }
    }

    @Test(
        "Sizes that lie end in a refusal or a cut part",
        arguments: [1, 5, 100, 845, 847, 861, 1_000, 1 << 31, Int(UInt32.max)]
    )
    func lyingSizes(_ size: Int) throws {
        let body = Array(try file("run")[14..<861])
        guard size != body.count else { return }
        let part = FITMaker.part(body, size: size)
        let reading = FITReading(part)
        #expect(reading.error != nil || reading.cut != nil)
        #expect(FITReading(try file("run")).rows.starts(with: reading.rows))
        // Whatever the first says, the part behind isn't reached twice.
        let two = FITReading(part + part, isForced: true)
        #expect(two.rows.count <= 2 * 27)
    }

    @Test("A message or a definition past the end of its part is refused, with its place")
    func tooLong() {
        var maker = FITMaker()
        maker.define(0, 20, [(3, 200, .uint8)])
        maker.message(0, [80, 81])
        let message = FITReading(maker.part())
        #expect(message.rows.isEmpty)
        #expect(message.error == FITError(part: 1, offset: 14 + 9, problem: .tooLong))
        for definition: [UInt8] in [
            [0x40], [0x40, 0, 0, 20, 0], [0x40, 0, 0, 20, 0, 9, 253, 4, 0x86], [0x60, 0, 0, 20, 0, 0],
            [0x60, 0, 0, 20, 0, 0, 200, 1, 1, 1],
        ] {
            #expect(FITReading(FITMaker.part(definition)).error?.problem == .tooLong, "\(definition)")
        }
        let order = FITReading(FITMaker.part([0x40, 0, 2, 20, 0, 0]))
        #expect(order.error?.problem == .byteOrder(2))
    }

    @Test("A million parts, each with what it describes, are read one by one")
    func manyParts() {
        var maker = FITMaker()
        maker.define(0, FITDescription.message.number, [(0, 1, .uint8), (1, 1, .uint8), (2, 1, .uint8)])
        maker.message(0, [255, 7, 2])
        let part = maker.part()
        var file: [UInt8] = []
        file.reserveCapacity(part.count * 1_000_000)
        for _ in 0..<1_000_000 { file += part }
        let counts = file.withUnsafeBytes { bytes in
            var decoder = FITDecoder(bytes)
            var messages = 0
            while (try? decoder.next()) != nil { messages += 1 }
            return (messages, decoder.part?.number)
        }
        #expect(counts == (1_000_000, 1_000_000))
    }

    @Test("Sixteen definitions, replaced before each of a hundred thousand messages, are each its message's own")
    func manyDefinitions() {
        var maker = FITMaker()
        for index in 0..<100_000 {
            let local = UInt8(index & 15)
            maker.isBigEndian = index % 3 == 0
            maker.define(local, UInt16(20 + index % 2), [(253, 4, .uint32), (UInt8(index % 250), 1, .uint8)])
            maker.message(local, maker.bytes(fitStart + UInt32(index)), [1])
        }
        let reading = FITReading(maker.part())
        #expect(reading.error == nil)
        #expect(reading.rows.map(\.time) == (0..<100_000).map { (index: UInt32) -> UInt32? in fitStart + index })
    }

    @Test("Fields that are described over and over are what was said last")
    func manyDescriptions() {
        var maker = FITMaker()
        maker.define(
            0,
            FITDescription.message.number,
            [(0, 1, .uint8), (1, 1, .uint8), (2, 1, .uint8), (3, 4, .string)]
        )
        maker.define(1, FITApplication.message.number, [(3, 1, .uint8)])
        for index in 0..<70_000 {
            if index % 1_000 == 0 { maker.message(1, [UInt8(index / 1_000)]) }
            let numbers: [UInt8] = [UInt8(index & 255), UInt8(index >> 8 & 255), 2]
            var name = Array("\(index % 1_000)".utf8)
            while name.count < 4 { name.append(0) }
            maker.message(0, numbers, name)
        }
        maker.define(2, 20, [(3, 1, .uint8)], developer: [(number: 12, size: 1, application: 63)])
        maker.message(2, [80], [9])
        var name: String?
        let reading = FITReading(maker.part()) { message in
            if let field = message.definition.developerFields.first { name = field.description?.name }
        }
        #expect(reading.error == nil)
        // The last of all numbers that leave 12 of 256 and 63.
        let last = (0..<70_000).last { $0 & 0xFFFF == 12 << 8 | 63 }
        #expect(name == last.map { "\($0 % 1_000)" })
    }

    @Test("Bytes of chance are read or refused, and end")
    func noise() {
        let seed = newSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<Soak.count(5_000, soak: 500_000) {
            let count = Int.random(in: 0...200, using: &random)
            var body: [UInt8] = [0x60, 0, 0, 20, 0, 1, 3, 1, 2, 0]
            for _ in 0..<count {
                let top: UInt8 = Bool.random(using: &random) ? 255 : 4
                body.append(UInt8.random(in: 0...top, using: &random))
            }
            let file = FITMaker.part(body)
            let dump = FITDump(file)
            #expect(dump.messages <= file.count, "seed \(seed)")
        }
    }
}

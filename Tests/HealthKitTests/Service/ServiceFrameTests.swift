import Foundation
import RandomTesting
import Testing

@testable import HealthKit

@Suite struct ServiceFrameTests {
    private static let frames: [ServiceFrame] = [
        ServiceFrame(.hello, call: 0, Array("hello".utf8)),
        ServiceFrame(.call, call: 1),
        ServiceFrame(.open, .goesOn, call: .max, [UInt8](repeating: 7, count: 5_000)),
        ServiceFrame(.item, [.first, .last], call: 3, [1, 2, 3]),
        ServiceFrame(.answer, call: 4, (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }),
    ]

    @Test("Frames come out as they went in, however the bytes are cut and however short a frame may be")
    func roundTrip() throws {
        for limit in [13, 64, 100_000] {
            let bytes = Self.frames.flatMap { $0.bytes(limit: limit) }
            for step in [1, 2, 3, 7, 16, 1_000, bytes.count] {
                var reader = ServiceFrameReader(limit: limit, bodyLimit: 5_000)
                var read: [ServiceFrame] = []
                for start in stride(from: 0, to: bytes.count, by: step) {
                    reader.append(bytes[start..<min(start + step, bytes.count)])
                    while let frame = try reader.next() { read.append(frame) }
                }
                #expect(read == Self.frames, "frames of \(limit) bytes, \(step) at a time")
                #expect(!reader.isWithinFrame)
            }
        }
    }

    private static func error(_ bytes: [UInt8], bodyLimit: Int = 100) -> String? {
        var reader = ServiceFrameReader(limit: 64, bodyLimit: bodyLimit)
        reader.append(bytes)
        do {
            while try reader.next() != nil {}
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("What is no frame is refused by its head: length, kind, flags, bytes that are to be 0, and parts of nothing")
    func refusals() {
        let good = ServiceFrame(.call, call: 1, [1]).bytes(limit: 64)
        #expect(Self.error(good) == nil)
        func changed(_ place: Int, _ byte: UInt8) -> [UInt8] {
            var bytes = good
            bytes[place] = byte
            return bytes
        }
        #expect(Self.error(changed(0, 11)) == "a frame of 11 bytes; at most 64")
        #expect(Self.error(changed(0, 65)) == "a frame of 65 bytes; at most 64")
        #expect(Self.error([0xFF, 0xFF, 0xFF, 0xFF]) == "a frame of 4294967295 bytes; at most 64")
        #expect(Self.error(changed(4, 0)) == "a frame of unknown kind 0")
        #expect(Self.error(changed(4, 200)) == "a frame of unknown kind 200")
        #expect(Self.error(changed(5, 0x80)) == "a frame with unknown flags 128")
        #expect(Self.error(changed(6, 1)) == "a frame with bytes set that are to be 0")
        #expect(Self.error(ServiceFrame(.part, call: 1, [1]).bytes(limit: 64)) == "a part of nothing")
        let begun = ServiceFrame(.call, .continues, call: 1, [1]).bytes(limit: 64)
        #expect(Self.error(begun + good) == "a frame between parts of another")
        #expect(Self.error(begun + ServiceFrame(.part, call: 2, [1]).bytes(limit: 64)) == "a part of nothing")
        #expect(Self.error(begun + ServiceFrame(.part, .first, call: 1, [1]).bytes(limit: 64)) == "a part with flags 2")
        let long = ServiceFrame(.call, call: 1, [UInt8](repeating: 0, count: 101)).bytes(limit: 64)
        #expect(Self.error(long) == "more than 100 bytes in one call")
        #expect(Self.error(long, bodyLimit: 101) == nil)
    }

    @Test("Whatever bytes come, a reader tells frames or an error, and stops", arguments: 0..<40)
    func anything(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var bytes = Self.frames.flatMap { $0.bytes(limit: 64) }
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        _ = Self.error(bytes, bodyLimit: 5_000)
    }
}

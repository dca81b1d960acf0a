import Foundation
import Testing

@testable import HealthtuiExchange

/// Exports that went through an editor, and those that begin with more than Apple writes.
@Suite("Export encoding")
struct ExportEncodingTests {
    private func scan(_ data: Data) throws -> Scan {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("enc-\(UUID().uuidString).xml").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try data.write(to: URL(fileURLWithPath: path))
        let source = try ExportSource(path: path)
        var log = EventLog()
        let report = try source.scan(into: &log)
        return Scan(events: log.events, report: report)
    }

    private static func utf16(_ text: String, bigEndian: Bool, mark: Bool) -> Data {
        var data = Data()
        for unit in (mark ? [0xFEFF] : []) + Array(text.utf16) {
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            data.append(contentsOf: bigEndian ? [high, low] : [low, high])
        }
        return data
    }

    @Test("UTF-16 of either order, with a mark and without, reads as UTF-8 does", arguments: [false, true])
    func utf16(bigEndian: Bool) throws {
        let text = try String(decoding: Fixtures.bytes("every-element.xml"), as: UTF8.self)
        let sound = text.unicodeScalars.filter { $0 != "\u{FFFD}" }.reduce(into: "") { $0.unicodeScalars.append($1) }
        let expected = try scan(Data(sound.utf8))
        for mark in [true, false] {
            let found = try scan(Self.utf16(sound, bigEndian: bigEndian, mark: mark))
            #expect(found.events == expected.events)
            #expect(found.report.records == expected.report.records)
        }
    }

    @Test("Characters outside the basic plane, halves of them and an odd byte are read as far as they go")
    func surrogates() throws {
        func text(_ data: Data) -> String {
            String(decoding: UTF16Decoder.text(of: Array(data), .utf16BigEndian), as: UTF8.self)
        }
        #expect(text(Self.utf16("a😀é\u{FFFF}", bigEndian: true, mark: true)) == "a😀é\u{FFFF}")
        #expect(text(Data([0xD8, 0x3D, 0x00, 0x41])) == "\u{FFFD}A")
        #expect(text(Data([0xDE, 0x00, 0x00, 0x41])) == "\u{FFFD}A")
        var decoder = UTF16Decoder(.utf16BigEndian)
        var bytes: [UInt8] = []
        for piece in [[0x00], [0x41, 0xD8], [0x3D, 0xDE], [0x00, 0x00], [0x42, 0x00]] as [[UInt8]] {
            decoder.decode(piece, into: &bytes)
        }
        decoder.finish(into: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "A😀B\u{FFFD}")
    }

    @Test("A document type declaration of any length is passed over", arguments: [64 << 10, 300 << 10, 3 << 20])
    func longDocumentType(length: Int) throws {
        let comment = String(repeating: "<!-- nothing of importance stands here -->\n", count: length / 43 + 1)
        let text =
            "<?xml version=\"1.0\"?>\n<!DOCTYPE HealthData [\n\(comment)]>\n<HealthData locale=\"xx\">\n</HealthData>"
        let found = try scan(Data(text.utf8))
        #expect(found.report.foundRoot)
        #expect(found.report.locale == "xx")
        // As text between elements of something else it is no export.
        #expect(throws: ExportSourceError.self) {
            try scan(Data((String(repeating: "no export. ", count: 30_000) + "<HealthData locale=\"xx\"/>").utf8))
        }
    }
}

import Glibc

/// The beginning of an XML file, read to identify it.
struct ContentPeek {
    /// The number of bytes read at once.
    ///
    /// One of Apple's document type declarations takes 7 KiB.
    static let length = 64 << 10

    /// The most bytes read of a file that begins like XML but has no root yet.
    static let furthest = 4 << 20

    /// The bytes read.
    let bytes: [UInt8]

    /// The text's encoding, judging by its first bytes.
    let encoding: TextEncoding

    /// The text in UTF-8.
    private let text: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
        encoding = TextEncoding(bytes)
        text = encoding == .utf8 ? bytes : UTF16Decoder.text(of: bytes, encoding)
    }

    /// Reads the beginning of a file.
    ///
    /// - Parameter read: Fills a buffer with the next bytes and returns their number, which is less than the buffer's
    ///   size only at the end.
    /// - Throws: Any error that the closure throws.
    init(reading read: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows {
        var bytes: [UInt8] = []
        var peek = ContentPeek(bytes: [])
        repeat {
            let before = bytes.count
            bytes += [UInt8](repeating: 0, count: Self.length)
            let count = try bytes.withUnsafeMutableBytes { buffer in
                try read(UnsafeMutableRawBufferPointer(rebasing: buffer[before...]))
            }
            bytes.removeSubrange((before + count)...)
            peek = ContentPeek(bytes: bytes)
            if count < Self.length { break }
        } while peek.hasNoRootYet && bytes.count < Self.furthest
        self = peek
    }

    /// Whether the file is an export's main file.
    var isExport: Bool { holds("<HealthData") }

    /// Whether the file declares the document type of an export's main file.
    var declaresExport: Bool { contains("<!DOCTYPE HealthData") }

    /// Whether the file is a clinical document.
    var isClinicalDocument: Bool { holds("<ClinicalDocument") }

    /// The reason a file that is part of an export can't be imported alone, and what to do instead; `nil` for any other
    /// file.
    var reasonAlone: String? {
        if holds("<gpx") {
            return "this is a route, and only its export says which workout it belongs to; "
                + "import the export's zip or folder, with the file in \(ExportLayout.routes)"
        }
        if isClinicalDocument {
            return "this is the clinical document of an export; import the export's zip or folder, which includes it"
        }
        if text.first(where: { !Byte.isSpace($0) }) == UInt8(ascii: "{"), contains("\"resourceType\"") {
            return "this is a FHIR resource, and only its export says who keeps it and when it came; "
                + "import the export's zip or folder, with the file in \(ExportLayout.clinicalRecords)"
        }
        return nil
    }

    /// Whether everything read so far is a document type declaration, or text that precedes one.
    private var hasNoRootYet: Bool {
        guard !isExport, !isClinicalDocument, let first = text.first(where: { !Byte.isSpace($0) }) else { return false }
        return (first == Byte.less || first == 0xEF) && (contains("<!DOCTYPE") || contains("<!--"))
    }

    /// A readable description of the amount searched.
    static func extent(_ count: Int) -> String {
        switch count {
        case 0: "which is empty"
        case 1: "all of its one byte"
        case length...: "the first \(count >> 10) KiB"
        default: "all of its \(count) bytes"
        }
    }

    private func contains(_ mark: StaticString) -> Bool {
        text.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { ByteSearch.find(mark, $0, 0, buffer.count) != nil } ?? false
        }
    }

    private func holds(_ tag: StaticString) -> Bool {
        text.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return false }
            var from = 0
            while let found = ByteSearch.find(tag, base, from, buffer.count) {
                let after = found + tag.utf8CodeUnitCount
                if after < buffer.count, Byte.endsName(buffer[after]) { return true }
                from = found + 1
            }
            return false
        }
    }
}

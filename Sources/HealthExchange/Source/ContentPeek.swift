/// The beginning of an XML file, read to tell what it is.
struct ContentPeek {
    /// How much is read.
    ///
    /// A document type declaration of Apple's takes 7 KiB.
    static let length = 64 << 10

    /// The bytes read; fewer than `length` only when the file is that short.
    let bytes: [UInt8]

    /// Whether the file is an export's main file.
    var isExport: Bool { holds("<HealthData") }

    /// Whether the file is a clinical document.
    var isClinicalDocument: Bool { holds("<ClinicalDocument") }

    /// How much was looked through, in words.
    static func extent(_ count: Int) -> String {
        switch count {
        case 0: "which is empty"
        case 1: "all of its one byte"
        case length...: "the first \(length >> 10) KiB"
        default: "all of its \(count) bytes"
        }
    }

    private func holds(_ tag: StaticString) -> Bool {
        bytes.withUnsafeBufferPointer { buffer in
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

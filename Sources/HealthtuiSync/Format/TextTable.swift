/// The texts of a file, each written once and named by number from 1 on; 0 is the empty text.
struct TextTable {
    private var numbers: [[UInt8]: Int] = [:]
    /// The texts that aren't written yet.
    private(set) var new: [[UInt8]] = []

    /// The number of a text.
    mutating func number(_ text: [UInt8]) -> Int {
        if text.isEmpty { return 0 }
        if let known = numbers[text] { return known }
        numbers[text] = numbers.count + 1
        new.append(text)
        return numbers.count
    }

    /// The number of a device; 0 for none.
    mutating func number(_ device: SyncID) -> Int { device == .zero ? 0 : number(device.bytes) }

    mutating func wroteNew() { new = [] }
}

/// The texts of a file as they are read.
struct ReadTexts {
    private var texts: [[UInt8]] = [[]]

    mutating func add(_ text: [UInt8]) { texts.append(text) }

    func text(_ reader: inout SyncByteReader) throws(SyncError) -> [UInt8] { try text(try reader.varint()) }

    /// The text of a number.
    func text(_ number: UInt64) throws(SyncError) -> [UInt8] {
        guard number < UInt64(texts.count) else { throw SyncByteReader.damaged }
        return texts[Int(number)]
    }

    func device(_ reader: inout SyncByteReader) throws(SyncError) -> SyncID {
        let text = try text(&reader)
        if text.isEmpty { return .zero }
        guard let device = SyncID(text) else { throw SyncByteReader.damaged }
        return device
    }

    func stamp(_ reader: inout SyncByteReader) throws(SyncError) -> Stamp {
        Stamp(generation: try reader.varint(), clock: try reader.zigzag(), device: try device(&reader))
    }
}

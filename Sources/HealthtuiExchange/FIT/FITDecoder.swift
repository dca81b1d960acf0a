/// Reads the messages of a FIT file, part by part, without interpreting them.
///
/// A part's checksum is verified before its first message is returned. Memory use doesn't depend on the file's size.
package struct FITDecoder {
    /// The current part, or the one that the last error was about; `nil` before the first.
    package private(set) var part: FITPart?
    /// The part that is cut off, if any; it is always the last.
    package private(set) var cut: FITCut?
    /// The number of parts read despite a flaw.
    package private(set) var forcedParts = 0

    private let file: UnsafeRawBufferPointer
    private let isForced: Bool

    /// The next record.
    private var position = 0
    /// The end of the part's records.
    private var end = 0
    /// Where the next part begins.
    private var following = 0
    private var isCut = false

    /// The definitions by local type.
    ///
    /// Those whose bit in `defined` isn't set belong to an earlier part.
    private var definitions: [FITDefinition?] = Array(repeating: nil, count: 16)
    private var defined: UInt16 = 0
    private var descriptions = FITDescriptions()
    private var counts = FITCounts()
    /// The part's latest time, which the next compressed header continues from.
    private var lastTime: UInt32?

    /// A decoder of a file.
    ///
    /// - Parameters:
    ///   - file: The file's bytes, valid as long as the decoder and its messages are.
    ///   - isForced: Whether to read parts with a wrong checksum or an unsupported version.
    package init(_ file: UnsafeRawBufferPointer, isForced: Bool = false) {
        self.file = file
        self.isForced = isForced
    }

    /// Whether bytes begin as a FIT file does.
    ///
    /// - Parameter bytes: The first bytes of a file; twelve are enough.
    /// - Returns: Whether a header begins there.
    package static func isHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= 12 && bytes[0] >= 12 && bytes[8..<12].elementsEqual(".FIT".utf8)
    }

    /// The next message.
    ///
    /// After an error the rest of the part is skipped; the next call continues with the part after it, if any.
    ///
    /// - Returns: The message, or `nil` at the end of the file.
    /// - Throws: What is wrong with the file.
    package mutating func next() throws(FITError) -> FITMessage? {
        while true {
            if position < end {
                let header = file[position]
                if header & 0xC0 == 0x40 {
                    try define(header)
                } else if let message = try message(header) {
                    return message
                }
            } else {
                if isCut { stopAtCut() }
                guard try beginPart() else { return nil }
            }
        }
    }

    // MARK: - Parts

    /// Begins the next part.
    ///
    /// - Returns: Whether there is one.
    private mutating func beginPart() throws(FITError) -> Bool {
        let start = following
        let number = (part?.number ?? 0) &+ 1
        let remaining = file.count &- start
        guard remaining > 0 else { return false }
        // Nothing after an unreadable header can be found.
        following = file.count
        position = end
        func flaw(_ problem: FITError.Problem) -> FITError { FITError(part: number, offset: start, problem: problem) }
        guard Self.isHeader(UnsafeRawBufferPointer(rebasing: file[start...])) else { throw flaw(.noHeader) }
        let headerSize = Int(file[start])
        guard headerSize != 13 else { throw flaw(.headerSize(file[start])) }
        guard headerSize <= remaining else { throw flaw(.headerCut) }

        let size = Int(little32(start &+ 4))
        let data = start &+ headerSize
        let sum = remaining >= headerSize &+ size &+ 2 ? little16(data &+ size) : nil
        let expected = sum.map { _ in FITChecksum.sum(UnsafeRawBufferPointer(rebasing: file[start..<data &+ size])) }
        // A device that lost power wrote neither size nor checksum. An empty part has size 0 too, but a right checksum.
        isCut = sum == nil || size == 0 && sum != expected
        end = isCut && size == 0 ? file.count : min(data &+ size, file.count)
        position = end
        following = isCut ? file.count : end &+ 2

        var state = isCut ? FITPart.State.cut : .whole
        if let problem = headerProblem(start, headerSize) {
            state = .forced(flaw(problem))
        } else if !isCut, let sum, let expected, sum != expected {
            state = .forced(
                FITError(part: number, offset: data &+ size, problem: .sum(found: sum, expected: expected))
            )
        }
        part = FITPart(
            number: number,
            offset: start,
            protocolVersion: file[start &+ 1],
            profileVersion: little16(start &+ 2),
            state: state
        )
        if case .forced(let error) = state {
            guard isForced else {
                isCut = false
                throw error
            }
            forcedParts &+= 1
        }
        position = data
        defined = 0
        descriptions.removeAll()
        counts = FITCounts()
        lastTime = nil
        return true
    }

    /// The problem of a complete header; `nil` if it is valid.
    private func headerProblem(_ start: Int, _ size: Int) -> FITError.Problem? {
        if size >= 14 {
            let found = little16(start &+ 12)
            let expected = FITChecksum.sum(UnsafeRawBufferPointer(rebasing: file[start..<start &+ 12]))
            // Zero means that there is none.
            if found != 0, found != expected { return .headerSum(found: found, expected: expected) }
        }
        // The high four bits are the major version, which changes with the layout.
        let version = Int(file[start &+ 1] >> 4)
        return version > 2 ? .protocolVersion(version) : nil
    }

    private func little16(_ offset: Int) -> UInt16 {
        UInt16(littleEndian: file.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    private func little32(_ offset: Int) -> UInt32 {
        UInt32(littleEndian: file.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// Ends a cut part after its last complete message.
    private mutating func stopAtCut() {
        isCut = false
        cut = FITCut(part: part?.number ?? 1, offset: position, unread: file.count &- position)
        position = end
    }

    /// Ends the part at a record that extends past its end.
    private mutating func stop() throws(FITError) {
        if isCut { return stopAtCut() }
        throw failure(.tooLong)
    }

    /// Ends the part at a record that can't be read.
    private mutating func failure(_ problem: FITError.Problem) -> FITError {
        defer {
            isCut = false
            position = end
        }
        return FITError(part: part?.number ?? 1, offset: position, problem: problem)
    }

    // MARK: - Records

    /// Reads a definition.
    private mutating func define(_ header: UInt8) throws(FITError) {
        let start = position
        guard end &- start >= 6 else { return try stop() }
        let fieldCount = Int(file[start &+ 5])
        var next = start &+ 6 &+ fieldCount &* 3
        var developerFields = 0
        if header & 0x20 != 0 {
            guard next < end else { return try stop() }
            developerFields = Int(file[next])
            next &+= 1 &+ developerFields &* 3
        }
        guard next <= end else { return try stop() }
        let order = file[start &+ 2]
        guard order <= 1 else { throw failure(.byteOrder(order)) }

        let local = Int(header & 0x0F)
        let number = little16(start &+ 3)
        let rows = start &+ 6
        let developerRows = next &- developerFields &* 3
        definitions[local] = FITDefinition(
            number: order == 1 ? number.byteSwapped : number,
            isBigEndian: order == 1,
            rows: UnsafeRawBufferPointer(rebasing: file[rows..<rows &+ fieldCount &* 3]),
            developerRows: UnsafeRawBufferPointer(rebasing: file[developerRows..<next]),
            descriptions: descriptions
        )
        defined |= 1 &<< UInt16(local)
        position = next
    }

    /// Reads a message.
    ///
    /// - Returns: The message, or `nil` for one that is cut off.
    private mutating func message(_ header: UInt8) throws(FITError) -> FITMessage? {
        let isCompressed = header & 0x80 != 0
        let local = Int(isCompressed ? header >> 5 & 3 : header & 0x0F)
        guard defined &>> UInt16(local) & 1 == 1, let definition = definitions[local], let base = file.baseAddress
        else { throw failure(.undefined(localType: local)) }
        let start = position
        let fields = start &+ 1
        guard definition.size <= end &- fields else {
            try stop()
            return nil
        }
        let address = base + fields
        position = fields &+ definition.size

        var time: UInt32?
        if definition.timeOffset >= 0 {
            let value = address.loadUnaligned(fromByteOffset: definition.timeOffset, as: UInt32.self)
            let whole = definition.isBigEndian ? value.bigEndian : value.littleEndian
            if whole != .max {
                time = whole
                lastTime = whole
            }
        }
        if isCompressed, let lastTime,
            let next = FITTime.next(after: lastTime, lowBits: UInt32(header & 31), of: 5)
        {
            self.lastTime = next
            if time == nil { time = next }
        }
        let number = part?.number ?? 1
        guard !definition.isPlain else {
            return FITMessage(definition, at: address, time: time, part: number, offset: start, unpacked: [])
        }
        var unpacked: [FITUnpackedValue] = []
        if let origin = definition.origin { counts.take(origin, address, isBigEndian: definition.isBigEndian) }
        for field in definition.packed { field.unpack(address, &counts, into: &unpacked) }
        let message = FITMessage(
            definition,
            at: address,
            time: time,
            part: number,
            offset: start,
            unpacked: unpacked
        )
        descriptions.take(message)
        return message
    }
}

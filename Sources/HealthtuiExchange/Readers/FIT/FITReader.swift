import Foundation

/// Reads FIT files of watches, bike computers, straps, scales and cuffs.
package struct FITReader: StreamReader {
    package let name = "FIT"
    package let endings: Set<String> = [".fit"]
    package let asksQuestions = true

    /// The largest file: a day of one record a second has 10 MB at most.
    private static let largest = 64 << 20

    package init() {}

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool {
        beginning.withUnsafeBytes { FITDecoder.isHeader($0) }
    }

    package func read(_ stream: MemberStream, into sink: inout ReaderSink) throws {
        guard let bytes = try stream.rest(atMost: Self.largest) else {
            throw ImportError("files of \(name) are read up to \(Self.largest >> 20) MiB")
        }
        try bytes.withUnsafeBytes { bytes in
            var run = FITRun(bytes)
            if sink.isAsking {
                try run.ask(&sink)
            } else {
                try run.read(into: &sink)
            }
        }
    }
}

/// The reading of one FIT file.
struct FITRun {
    private let bytes: UnsafeRawBufferPointer
    private var owner: FITScaleOwner?
    /// The file's identity so far, and its number of sessions.
    private var key: FITOrigin.Key?
    private var sessions = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func read(into sink: inout ReaderSink) throws {
        // All measurements of a part are known before any is handed over.
        if hasParts { try ask(&sink) }
        var decoder = FITDecoder(bytes, isForced: sink.hints.isForced)
        var file = FITCollection()
        var part = 1
        var forced = 0
        while let message = Self.next(&decoder, { sink.leaveOut(1, $0) }) {
            if decoder.forcedParts > forced {
                forced = decoder.forcedParts
                if case .forced(let error) = decoder.part?.state { sink.note("\(error). It is read all the same.") }
            }
            if file.isOther(message) {
                try finish(&file, part, into: &sink)
                (file, part) = (FITCollection(), message.part)
            }
            if file.isEmpty { part = message.part }
            file.take(message)
        }
        try finish(&file, part, into: &sink)
        if let cut = decoder.cut { sink.leaveOut(1, "\(cut)") }
    }

    /// Whether there is something behind the first part.
    private var hasParts: Bool {
        guard bytes.count >= 12 else { return false }
        let size = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        return size != 0 && Int(bytes[0]) + Int(size) + 2 < bytes.count
    }

    /// The next message: a part that can't be read doesn't keep the next one from being read.
    private static func next(_ decoder: inout FITDecoder, _ report: (String) -> Void) -> FITMessage? {
        while true {
            do { return try decoder.next() } catch { report(text(error)) }
        }
    }

    private static func text(_ error: FITError) -> String {
        switch error.problem {
        case .sum, .headerSum, .protocolVersion: "\(error). The part isn't read; --force reads it."
        default: "\(error). The rest of the part isn't read."
        }
    }

    /// Asks whose measurements are stored, before anything is.
    mutating func ask(_ sink: inout ReaderSink) throws {
        var decoder = FITDecoder(bytes, isForced: sink.hints.isForced)
        var scales = FITScales()
        var tally = FITTally()
        while let message = Self.next(&decoder, { _ in }) {
            if FITScales.has(message.number) { scales.take(message, &tally) }
        }
        owner = try scales.measurements.isEmpty ? .all : FITScaleOwner.ask(scales.users, &sink)
    }

    private mutating func finish(_ file: inout FITCollection, _ part: Int, into sink: inout ReaderSink) throws {
        if file.isEmpty { return }
        file.finish()
        var owner = FITScaleOwner.all
        if let known = self.owner {
            owner = known
        } else if !file.scales.measurements.isEmpty {
            owner = try FITScaleOwner.ask(file.scales.users, &sink)
        }
        if key != file.origin.key { (key, sessions) = (file.origin.key, 0) }
        try FITEmission(file: file, part: part, owner: owner).run(after: &sessions, into: &sink)
    }
}

/// A message of a bus (D-Bus), as far as the agent needs it: its content is made of strings and numbers.
struct BusMessage {
    enum Kind: UInt8 {
        case call = 1
        case answer, error, signal
    }

    var kind: Kind
    /// The number that its sender gave it.
    var serial: UInt32 = 0
    /// The number of the call that it answers.
    var answered: UInt32 = 0
    var path = ""
    var interface = ""
    var member = ""
    var error = ""
    var destination = ""
    /// The types of the body's values.
    var signature = ""
    var body: [UInt8] = []
    /// Whether numbers in the body begin with their highest byte.
    var isBigEndian = false
    /// The number of open files passed along.
    var fileCount: UInt32 = 0
    /// The open files that came along.
    var files: [HeldFile] = []

    init(_ kind: Kind) { self.kind = kind }

    /// A call of a method.
    init(_ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: String...) {
        self.init(.call)
        (self.destination, self.path, self.interface, self.member) = (destination, path, interface, member)
        guard !arguments.isEmpty else { return }
        signature = String(repeating: "s", count: arguments.count)
        var writer = BusWriter()
        for argument in arguments { writer.text(argument) }
        body = writer.bytes
    }

    /// The longest part of a message that is believed: nothing that the agent asks for comes near it.
    private static let longest = 1 << 16

    /// The bytes to send.
    func bytes(serial: UInt32) -> [UInt8] {
        var fields = BusWriter()
        func field(_ code: UInt8, _ type: String, _ write: (inout BusWriter) -> Void) {
            fields.align(8)
            fields.byte(code)
            fields.signature(type)
            write(&fields)
        }
        if !path.isEmpty { field(1, "o") { $0.text(path) } }
        if !interface.isEmpty { field(2, "s") { $0.text(interface) } }
        if !member.isEmpty { field(3, "s") { $0.text(member) } }
        if !error.isEmpty { field(4, "s") { $0.text(error) } }
        if answered != 0 { field(5, "u") { $0.number(answered) } }
        if !destination.isEmpty { field(6, "s") { $0.text(destination) } }
        if !signature.isEmpty { field(8, "g") { $0.signature(signature) } }
        if !files.isEmpty { field(9, "u") { $0.number(UInt32(files.count)) } }
        var all = BusWriter()
        // No service has to be started for the agent.
        for byte in [UInt8(ascii: "l"), kind.rawValue, kind == .call ? 2 : 0, 1] { all.byte(byte) }
        all.number(UInt32(body.count))
        all.number(serial)
        all.number(UInt32(fields.bytes.count))
        all.append(fields.bytes)
        all.align(8)
        all.append(body)
        return all.bytes
    }

    /// The result of reading bytes.
    enum Reading {
        /// The message isn't complete yet.
        case part
        /// A message, and how many bytes it takes.
        case message(BusMessage, Int)
        /// Bytes that aren't a message, or a message that isn't needed here.
        case nonsense
    }

    /// Reads the first message of some bytes; the files that come along are counted only.
    static func read(_ bytes: [UInt8]) -> Reading {
        guard bytes.count >= 16 else { return .part }
        guard bytes[0] == UInt8(ascii: "l") || bytes[0] == UInt8(ascii: "B"), bytes[3] == 1,
            let kind = Kind(rawValue: bytes[1])
        else { return .nonsense }
        var message = BusMessage(kind)
        message.isBigEndian = bytes[0] == UInt8(ascii: "B")
        var head = BusReader(bytes[4..<16], message.isBigEndian)
        guard let bodyCount = head.number(), let serial = head.number(), let fieldCount = head.number(),
            bodyCount <= longest, fieldCount <= longest
        else { return .nonsense }
        message.serial = serial
        let bodyStart = (16 + Int(fieldCount) + 7) & ~7
        let end = bodyStart + Int(bodyCount)
        guard bytes.count >= end else { return .part }
        guard message.readFields(bytes[16..<16 + Int(fieldCount)]) else { return .nonsense }
        message.body = Array(bytes[bodyStart..<end])
        return .message(message, end)
    }

    private mutating func readFields(_ bytes: ArraySlice<UInt8>) -> Bool {
        // The fields begin at a multiple of eight, so that places among them are aligned as in the message.
        var reader = BusReader(bytes, isBigEndian)
        while !reader.isAtEnd {
            reader.align(8)
            guard let code = reader.byte(), let type = reader.signature() else { return false }
            var (text, number) = ("", UInt32(0))
            switch type {
            case "s", "o":
                guard let read = reader.text() else { return false }
                text = read
            case "g":
                guard let read = reader.signature() else { return false }
                text = read
            case "u":
                guard let read = reader.number() else { return false }
                number = read
            default: return false
            }
            switch code {
            case 1: path = text
            case 2: interface = text
            case 3: member = text
            case 4: error = text
            case 5: answered = number
            case 6: destination = text
            case 8: signature = text
            case 9: fileCount = number
            default: break
            }
        }
        return true
    }

    /// The number, or the Boolean, of a body that is one.
    var number: UInt32? {
        var reader = BusReader(body[...], isBigEndian)
        return ["b", "h", "u"].contains(signature) ? reader.number() : nil
    }

    /// The truth of a body that is a value of any type.
    var variantFlag: Bool? {
        var reader = BusReader(body[...], isBigEndian)
        guard signature == "v", reader.signature() == "b" else { return nil }
        return reader.number().map { $0 != 0 }
    }

    /// The string of a body that is a value of any type.
    var variantText: String? {
        var reader = BusReader(body[...], isBigEndian)
        guard signature == "v", reader.signature() == "s" else { return nil }
        return reader.text()
    }
}

/// Writes the bus's format, little-endian; everything is aligned to its size.
struct BusWriter {
    private(set) var bytes: [UInt8] = []

    mutating func align(_ size: Int) { while bytes.count % size != 0 { bytes.append(0) } }

    mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    mutating func append(_ more: [UInt8]) { bytes += more }

    mutating func number(_ number: UInt32) {
        align(4)
        for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    mutating func text(_ text: String) {
        number(UInt32(text.utf8.count))
        bytes += text.utf8
        bytes.append(0)
    }

    mutating func signature(_ text: String) {
        bytes.append(UInt8(text.utf8.count))
        bytes += text.utf8
        bytes.append(0)
    }
}

/// Reads the bus's format; nil if it ends too early.
struct BusReader {
    private let bytes: ArraySlice<UInt8>
    private let isBigEndian: Bool
    private var place = 0

    init(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) {
        self.bytes = bytes
        self.isBigEndian = isBigEndian
    }

    var isAtEnd: Bool { place >= bytes.count }

    mutating func align(_ size: Int) { place = (place + size - 1) / size * size }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, place + count <= bytes.count else { return nil }
        defer { place += count }
        return bytes[(bytes.startIndex + place)..<(bytes.startIndex + place + count)]
    }

    mutating func byte() -> UInt8? { take(1)?.first }

    mutating func number() -> UInt32? {
        align(4)
        guard let four = take(4) else { return nil }
        let ordered = isBigEndian ? Array(four) : four.reversed()
        return ordered.reduce(0) { $0 << 8 | UInt32($1) }
    }

    mutating func text() -> String? {
        guard let count = number(), let text = take(Int(count)), byte() == 0 else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    mutating func signature() -> String? {
        guard let count = byte(), let text = take(Int(count)), byte() == 0 else { return nil }
        return String(decoding: text, as: UTF8.self)
    }
}

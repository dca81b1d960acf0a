/// The parts of a whole control sequence: `ESC [ < 0;4;3 M` has the mark `<`, three parameters and the final `M`.
struct ControlSequence {
    /// `[` or `O`.
    let introducer: Character
    /// The mark before the parameters that makes the sequence a private one.
    let mark: Character?
    /// The numbers; an omitted one is 0.
    let parameters: [Int]
    /// Whether anything else comes before the final letter.
    let hasIntermediates: Bool
    let final: Character

    /// Parses a sequence.
    ///
    /// - Parameter bytes: The sequence from its `ESC` to its final byte, three bytes at least.
    init(_ bytes: [UInt8]) {
        introducer = bytes.count > 1 ? Character(Unicode.Scalar(bytes[1])) : " "
        final = Character(Unicode.Scalar(bytes.last ?? 0x20))
        var body = bytes.dropFirst(2).dropLast()
        if let first = body.first, (0x3C..<0x40).contains(first) {
            mark = Character(Unicode.Scalar(first))
            body = body.dropFirst()
        } else {
            mark = nil
        }
        let numbers = body.prefix { (0x30..<0x3C).contains($0) }
        hasIntermediates = numbers.count < body.count
        parameters =
            numbers.isEmpty
            ? []
            : numbers.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
                .map { Int(String(decoding: $0.prefix(9), as: UTF8.self)) ?? 0 }
    }
}

import HealthtuiTerminalUI

/// Decodes the bytes that a terminal sends into events.
///
/// It knows the grammar of escape sequences, so an unknown sequence is no key at all: neither its letters nor its digits reach a
/// screen, however it's split over reads. Bytes come in with ``decode(_:)``; when none have come for as long as ``patience``
/// says, ``quiet()`` resolves what was left open.
struct InputDecoder {
    /// The position of the next byte in the grammar.
    private enum State {
        case ground
        case escape
        /// In `ESC [ …` or `ESC O …`; the bytes so far are in ``sequence``.
        case control
        /// The bytes that follow `ESC [ M`: button, column, row.
        case mouseBytes
        /// In a string that the terminal sends, such as the answer to a query, up to its terminator.
        case string
        /// After `ESC` in such a string.
        case stringEscape
    }

    /// The origin of a paste's text.
    private enum Paste {
        /// Between the marks that the terminal puts around it.
        case bracketed
        /// From a terminal that marks nothing: more text at once than anyone types.
        case burst
    }

    /// The most bytes of a paste that are kept.
    static let pasteLimit = 4 << 20
    /// The number of bytes in one read from which text no longer counts as typing.
    static let burstLength = 32
    /// The number of repeats of one key, as from holding it, from which input no longer counts as typing.
    static let heldLength = 2_048
    /// The longest sequence that can be a key; the rest of a longer one is ignored.
    private static let sequenceLimit = 64

    /// Whether a background query is pending; an unrequested reply is ignored.
    var awaitsBackground = false

    private let keys: KeySequences
    private var state = State.ground
    private var sequence: [UInt8] = []
    private var utf8: [UInt8] = []
    private var expected = 0
    private var paste: Paste?
    private var pasted: [UInt8] = []
    /// The number of bytes of the same text in reads too long for typing, since it was last quiet.
    private var heldCount = 0
    /// Whether an Escape was reported because nothing followed it in time.
    private var hintedEscape = false

    init(keys: KeySequences = .standard) {
        self.keys = keys
    }

    /// The milliseconds to wait for more bytes before calling ``quiet()``; nil when nothing is pending.
    var patience: Int32? {
        switch state {
        // Longer than the gap between the bytes of one key on a slow line, but too short to notice.
        case .escape: return 50
        case .control, .mouseBytes, .string, .stringEscape: return 1_000
        case .ground: break
        }
        switch paste {
        case .burst: return 30
        // The end mark may be lost, but the keyboard must keep working.
        case .bracketed: return 2_000
        case nil: return heldCount > 0 ? 30 : nil
        }
    }

    /// Decodes bytes into events.
    ///
    /// - Parameter bytes: All bytes of one read.
    /// - Returns: The events, in order.
    mutating func decode(_ bytes: [UInt8]) -> [TerminalEvent] {
        var events: [TerminalEvent] = []
        var index = 0
        if hintedEscape {
            hintedEscape = false
            resumeAfterEscape(bytes)
        }
        while index < bytes.count {
            if paste == .bracketed, case .ground = state {
                index = collect(bytes, from: index, &events)
            } else if case .ground = state, let end = textEnd(bytes, from: index) {
                takeText(bytes[index..<end], &events)
                index = end
            } else {
                step(bytes[index], &events)
                index += 1
            }
        }
        return events
    }

    /// Resolves pending input when no more bytes come: a lone Escape, or the end of a paste.
    mutating func quiet() -> [TerminalEvent] {
        defer { heldCount = 0 }
        switch state {
        case .ground: return endPaste()
        case .escape:
            state = .ground
            hintedEscape = paste == nil
            return paste == nil ? [.key(.escape)] : []
        case .control, .mouseBytes, .string, .stringEscape:
            // An incomplete sequence isn't a key.
            state = .ground
            return []
        }
    }

    /// Continues a sequence whose first byte came alone and was reported as Escape; nobody types the rest of it within one read.
    private mutating func resumeAfterEscape(_ bytes: [UInt8]) {
        guard let first = bytes.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "O"), bytes.count > 1 else {
            return
        }
        let rest = bytes.dropFirst().drop { (0x20..<0x40).contains($0) || $0 == UInt8(ascii: "[") }
        guard let final = rest.first, (0x40..<0x7F).contains(final), rest.dropFirst().first ?? 0x1B == 0x1B else {
            return
        }
        state = .escape
    }
}

extension InputDecoder {
    /// The end of the run of text that begins here; nil when the byte isn't text.
    private func textEnd(_ bytes: [UInt8], from index: Int) -> Int? {
        func isText(_ byte: UInt8) -> Bool {
            byte >= 0x20 && byte != 0x7F || byte == 9 || byte == 10 || byte == 13
        }
        var end = index
        while end < bytes.count, isText(bytes[end]) { end += 1 }
        return end > index ? end : nil
    }

    private mutating func takeText(_ text: ArraySlice<UInt8>, _ events: inout [TerminalEvent]) {
        if paste == nil, isBurst(text) { paste = .burst }
        if paste != nil {
            keep(text)
        } else {
            // An 8-bit control character begins a sequence within what looks like text.
            for (offset, byte) in text.enumerated() {
                if case .ground = state {
                    typed(byte, &events)
                } else {
                    for rest in text.dropFirst(offset) { step(rest, &events) }
                    return
                }
            }
        }
    }

    private mutating func isBurst(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count >= Self.burstLength, let first = text.first else { return false }
        guard text.allSatisfy({ $0 == first }) else { return true }
        heldCount += text.count
        return heldCount > Self.heldLength
    }

    /// Takes the bytes of a paste up to its end mark.
    private mutating func collect(_ bytes: [UInt8], from index: Int, _ events: inout [TerminalEvent]) -> Int {
        var end = index
        while end < bytes.count, bytes[end] != 0x1B { end += 1 }
        keep(bytes[index..<end])
        guard end < bytes.count else { return end }
        step(bytes[end], &events)
        return end + 1
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        let room = Self.pasteLimit - pasted.count
        if room > 0 { pasted += bytes.prefix(room) }
    }

    private mutating func endPaste() -> [TerminalEvent] {
        guard paste != nil else { return [] }
        paste = nil
        var lines: [UInt8] = []
        lines.reserveCapacity(pasted.count)
        var wasReturn = false
        for byte in pasted {
            if byte == 13 {
                lines.append(10)
            } else if byte != 10 || !wasReturn {
                lines.append(byte)
            }
            wasReturn = byte == 13
        }
        pasted = []
        return lines.isEmpty ? [] : [.paste(String(decoding: lines, as: UTF8.self))]
    }
}

extension InputDecoder {
    /// Takes one byte that may be part of a sequence.
    private mutating func step(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        switch state {
        case .ground: typed(byte, &events)
        case .escape: afterEscape(byte, &events)
        case .control: inControl(byte, &events)
        case .mouseBytes:
            sequence.append(byte)
            guard sequence.count == 6 else { return }
            state = .ground
            report(MouseReport.oldStyle(sequence).map { .mouse($0) }, &events)
        case .string:
            switch byte {
            case 0x07:
                state = .ground
                endString(&events)
            case 0x18, 0x1A: state = .ground
            case 0x1B: state = .stringEscape
            default: if sequence.count < Self.sequenceLimit { sequence.append(byte) }
            }
        case .stringEscape:
            state = .ground
            // Anything but the terminator's second byte begins a sequence of its own.
            guard byte == UInt8(ascii: "\\") else { return afterEscape(byte, &events) }
            endString(&events)
        }
    }

    private mutating func afterEscape(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        state = .ground
        switch byte {
        case 0x1B:
            report(.key(.escape), &events)
            state = .escape
        case UInt8(ascii: "["), UInt8(ascii: "O"): begin([0x1B, byte])
        case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            sequence = [byte]
            state = .string
        case 0x20..<0x7F: report(.key(.alt(Character(Unicode.Scalar(byte)))), &events)
        case 0x80...:
            report(.key(.escape), &events)
            typed(byte, &events)
        default:
            guard let key = Self.key(for: Unicode.Scalar(byte)) else { return }
            report(.key(Key(key.code, key.modifiers.union(.alt))), &events)
        }
    }

    /// Handles a string from the terminal: only the reply to a background query counts.
    private mutating func endString(_ events: inout [TerminalEvent]) {
        guard awaitsBackground, paste == nil, let isLight = BackgroundAnswer.isLight(sequence) else { return }
        awaitsBackground = false
        events.append(.background(isLight: isLight))
    }

    private mutating func begin(_ bytes: [UInt8]) {
        sequence = bytes
        state = .control
    }

    private mutating func inControl(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        switch byte {
        case 0x1B:
            state = .escape
            return
        case 0x18, 0x1A:
            state = .ground
            return
        case 0..<0x20, 0x7F...:
            // Neither part of a sequence nor something typed in the middle of one.
            return
        default: break
        }
        if sequence.count < Self.sequenceLimit { sequence.append(byte) }
        if let key = keys.known[sequence] {
            state = .ground
            return report(.key(key), &events)
        }
        // The Linux console writes its function keys as ESC [ [ and a letter.
        let opensAgain = byte == UInt8(ascii: "[") && sequence.count == 3 && sequence[1] == byte
        guard (0x40..<0x7F).contains(byte), !opensAgain else { return }
        state = .ground
        finish(&events)
    }

    private mutating func finish(_ events: inout [TerminalEvent]) {
        let control = ControlSequence(sequence)
        switch (control.introducer, control.final, control.parameters.count == 1 ? control.parameters[0] : nil) {
        case ("[", "~", 200):
            if paste == .burst { events += endPaste() }
            paste = paste ?? .bracketed
        case ("[", "~", 201):
            if paste == .bracketed { events += endPaste() }
        case ("[", "M", nil) where sequence.count == 3: state = .mouseBytes
        case ("[", "M", _) where control.mark == "<", ("[", "m", _) where control.mark == "<":
            report(MouseReport.newStyle(control).map { .mouse($0) }, &events)
        default: report(KeySequences.key(control).map { .key($0) }, &events)
        }
    }

    /// Reports an event, except in the middle of a paste, where it wasn't intended.
    private func report(_ event: TerminalEvent?, _ events: inout [TerminalEvent]) {
        if paste == nil, let event { events.append(event) }
    }

    private mutating func typed(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        if byte == 0x1B {
            reset()
            state = .escape
        } else if let scalar = assemble(byte) {
            switch scalar.value {
            case 0x9B: begin([0x1B, UInt8(ascii: "[")])
            case 0x8F: begin([0x1B, UInt8(ascii: "O")])
            case 0x90, 0x98, 0x9D, 0x9E, 0x9F:
                sequence = [scalar.value == 0x9D ? UInt8(ascii: "]") : 0]
                state = .string
            default: report(Self.key(for: scalar).map { .key($0) }, &events)
            }
        }
    }

    /// The scalar that a byte completes, so that a character split over two reads isn't lost.
    ///
    /// Bytes that can't be UTF-8 are dropped, except for the control characters of 8-bit terminals.
    private mutating func assemble(_ byte: UInt8) -> Unicode.Scalar? {
        if byte & 0xC0 == 0x80 {
            guard expected > 0 else { return byte < 0xA0 ? Unicode.Scalar(byte) : nil }
            utf8.append(byte)
            guard utf8.count == expected else { return nil }
            defer { reset() }
            let text = String(decoding: utf8, as: UTF8.self).unicodeScalars
            return text.count == 1 && text.first != "\u{FFFD}" ? text.first : nil
        }
        reset()
        switch byte {
        case 0..<0x80: return Unicode.Scalar(byte)
        case 0xC2..<0xE0: expected = 2
        case 0xE0..<0xF0: expected = 3
        case 0xF0..<0xF5: expected = 4
        default: return nil
        }
        utf8 = [byte]
        return nil
    }

    private mutating func reset() {
        utf8 = []
        expected = 0
    }

    /// The key of a character, control characters included.
    static func key(for scalar: Unicode.Scalar) -> Key? {
        switch scalar.value {
        case 0: .control(" ")
        case 8, 127: .backspace
        case 9: .tab
        case 10, 13: .enter
        case 27: .escape
        case 1...26: Unicode.Scalar(scalar.value + 96).map { .control(Character($0)) }
        case 28...31: Unicode.Scalar(scalar.value + 64).map { .control(Character($0)) }
        case 0x80..<0xA0: nil
        default: Key(.character(Character(scalar)))
        }
    }
}

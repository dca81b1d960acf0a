import Foundation
import HealthKit

/// Reads SMART Health Cards: files of them (`.smart-health-card`), single ones, and the text of their QR codes
/// (`shc:/…`).
///
/// A card is kept as it is, so that its signature can be checked as soon as there is a key for it; cards are read even
/// without one.
package struct CardReader: Reader {
    package init() {}

    package var name: String { "SMART Health Card" }
    package let endings: Set<String> = [".smart-health-card", ".jws", ".txt"]

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool {
        switch FileBeginning.first(beginning) {
        case UInt8(ascii: "{")?: return FileBeginning.holds("\"verifiableCredential\"", beginning)
        case let first? where first < 0x80 && first != UInt8(ascii: "s") && first != UInt8(ascii: "e"): return false
        case _? where beginning.prefix(512).contains(0): return false
        default: break
        }
        let text = Self.trimmed(String(decoding: beginning, as: UTF8.self))
        if text.hasPrefix("{") { return text.contains("\"verifiableCredential\"") }
        if text.hasPrefix(Self.scheme) { return true }
        // A single card: the header's first bytes are `{"`.
        return text.hasPrefix("eyJ") && SignedCard(Array(text.utf8)) != nil
    }

    package func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws {
        let text = Self.trimmed(String(decoding: bytes, as: UTF8.self))
        if text.hasPrefix("{") { return try readFile(Data(bytes), into: &sink) }
        if text.hasPrefix(Self.scheme) { return try readCodes(text, into: &sink) }
        try take(text, at: "line 1", &sink)
    }

    private static let scheme = "shc:/"

    private static func trimmed(_ text: String) -> Substring {
        var text = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return text
    }

    private func readFile(_ data: Data, into sink: inout ReaderSink) throws {
        let root: Any
        do {
            root = try JSONSerialization.jsonObject(with: data)
        } catch {
            throw ImportError("line \(FHIRReader.line(of: error, in: data)): invalid JSON, or the file is cut short")
        }
        guard let cards = (root as? [String: Any])?["verifiableCredential"] as? [Any] else {
            throw ImportError("it has no list \"verifiableCredential\"")
        }
        for (index, card) in cards.enumerated() {
            let place = "verifiableCredential[\(index)]"
            guard let text = card as? String else {
                sink.refuse("not text", at: place, as: .verifiableRecords)
                continue
            }
            try take(text[...], at: place, &sink)
        }
    }

    // MARK: QR codes

    /// The text of QR codes, one per line; `shc:/2/3/…` is the second of three that make up one card.
    private func readCodes(_ text: Substring, into sink: inout ReaderSink) throws {
        var parts: [Int: Substring] = [:]
        var whole = 0
        var first = 1
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let code = Self.trimmed(String(line))
            if code.isEmpty { continue }
            let place = "line \(index + 1)"
            guard code.hasPrefix(Self.scheme) else {
                sink.refuse("not an shc:/ code", at: place, as: .verifiableRecords)
                continue
            }
            let fields = code.dropFirst(Self.scheme.count).split(separator: "/", omittingEmptySubsequences: false)
            if fields.count == 1 {
                try takeNumeric(fields[0], at: place, &sink)
            } else if fields.count == 3, let part = Int(fields[0]), let count = Int(fields[1]),
                part >= 1, part <= count
            {
                if parts.isEmpty { (whole, first) = (count, index + 1) }
                guard count == whole, parts.updateValue(fields[2], forKey: part) == nil else {
                    sink.refuse("a part of a card that belongs to no other", at: place, as: .verifiableRecords)
                    continue
                }
                guard parts.count == whole else { continue }
                try takeNumeric((1...whole).compactMap { parts[$0] }.joined()[...], at: "line \(first)", &sink)
                parts = [:]
            } else {
                sink.refuse("not an shc:/ code", at: place, as: .verifiableRecords)
            }
        }
        guard !parts.isEmpty else { return }
        let missing = "\(whole - parts.count) of the card's \(whole) codes are missing"
        sink.refuse(missing, at: "line \(first)", as: .verifiableRecords)
    }

    /// Each pair of digits is a character, 45 less than its code.
    private func takeNumeric(_ digits: Substring, at place: String, _ sink: inout ReaderSink) throws {
        let bytes = Array(digits.utf8)
        guard bytes.count % 2 == 0, bytes.allSatisfy({ Byte.digit($0) <= 9 }) else {
            return sink.refuse("the code has no digits, or an odd number of digits", at: place, as: .verifiableRecords)
        }
        let card = stride(from: 0, to: bytes.count, by: 2)
            .map { UInt8(45) + 10 * Byte.digit(bytes[$0]) + Byte.digit(bytes[$0 + 1]) }
        try take(String(decoding: card, as: UTF8.self)[...], at: place, &sink)
    }

    // MARK: Cards

    private func take(_ text: Substring, at place: String, _ sink: inout ReaderSink) throws {
        do {
            try sink.take(ReadCard(text, .smartHealthCard), at: place)
        } catch let flaw as CardFlaw {
            sink.refuse(flaw.reason, at: place, as: .verifiableRecords)
        }
    }
}

extension ReadCard {
    /// Reads a card.
    ///
    /// - Parameters:
    ///   - text: The card as it was issued, which is kept unchanged.
    ///   - format: Its format.
    /// - Throws: `CardFlaw`.
    init(_ text: some StringProtocol, _ format: HKVerifiableClinicalRecordSourceType) throws {
        let claims = try SignedCard(checking: Array(text.utf8)).claims()
        guard !claims.issuer.isEmpty, let issued = claims.issued, issued.isFinite, abs(issued) < 1e11 else {
            throw CardFlaw(reason: "the card doesn't say who issued it and when")
        }
        guard !claims.types.isEmpty else {
            throw CardFlaw(reason: "the card's vc.type doesn't name \(CardClaims.mark)")
        }
        if let expires = claims.expires, !expires.isFinite || abs(expires) >= 1e11 {
            throw CardFlaw(reason: "the card's expiry date is invalid")
        }
        let date = Date(timeIntervalSince1970: issued)
        let content = VerifiableRecordContent(
            recordTypes: claims.types,
            issuer: claims.issuer,
            subject: VerifiableSubjectContent(fullName: claims.name, birth: claims.birth),
            issued: date,
            expiration: claims.expires.map { Date(timeIntervalSince1970: $0) },
            items: claims.items,
            sourceType: format,
            data: Data(text.utf8)
        )
        self.init(content: content, relevant: claims.happened ?? date)
    }
}

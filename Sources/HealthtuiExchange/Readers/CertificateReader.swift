import Foundation
import HealthKit

/// Reads digital COVID certificates of the EU: the texts of their QR codes, `HC1:…`, one per line.
///
/// A certificate is kept as it is, so that its signature can be checked as soon as there is a key for it.
package struct CertificateReader: Reader {
    package init() {}

    package var name: String { "EU Digital COVID Certificate" }
    package let endings: Set<String> = [".txt"]

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool {
        if let first = FileBeginning.first(beginning), first < 0x80, first != HealthCertificate.mark.utf8.first {
            return false
        }
        let text = String(decoding: beginning.prefix(1_024), as: UTF8.self)
        return text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.hasPrefix(HealthCertificate.mark)
    }

    package func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            // A trailing space may be a base 45 letter; spaces before the mark aren't.
            let code = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
            if code.isEmpty { continue }
            let place = "line \(index + 1)"
            guard code.hasPrefix(HealthCertificate.mark) else {
                sink.refuse("not an \(HealthCertificate.mark) code", at: place, as: .verifiableRecords)
                continue
            }
            do {
                try sink.take(ReadCard(code, .euDigitalCOVIDCertificate), at: place)
            } catch let flaw as CardFlaw {
                sink.refuse(flaw.reason, at: place, as: .verifiableRecords)
            }
        }
    }
}

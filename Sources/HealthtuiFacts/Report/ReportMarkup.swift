import Foundation
import HealthKit

/// A piece of HTML: interpolated text is escaped, so that no text from the store can be markup.
struct ReportMarkup: ExpressibleByStringInterpolation, Sendable {
    private(set) var html: String

    init(stringLiteral value: String) { html = value }

    init(stringInterpolation: Interpolation) { html = stringInterpolation.html }

    private init(html: String) { self.html = html }

    /// Pieces one after the other.
    init(_ pieces: [ReportMarkup]) { html = pieces.map(\.html).joined() }

    /// Nothing.
    static let empty: ReportMarkup = ""

    static func + (left: ReportMarkup, right: ReportMarkup) -> ReportMarkup {
        ReportMarkup(html: left.html + right.html)
    }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate(set) var html = ""

        init(literalCapacity: Int, interpolationCount: Int) { html.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { html += literal }

        mutating func appendInterpolation(_ text: String) { html += ReportMarkup.escaped(text) }

        mutating func appendInterpolation(_ markup: ReportMarkup) { html += markup.html }

        mutating func appendInterpolation(_ number: Int) { html += String(number) }

        /// A coordinate, to a hundredth.
        mutating func appendInterpolation(at number: Double) {
            let text = String(format: "%.2f", number.isFinite ? number : 0)
            html += text.hasSuffix(".00") ? String(text.dropLast(3)) : text
        }
    }

    /// The longest text: a longer one isn't a name any more, and would fill a page by itself.
    private static let mostLetters = 160

    /// Text escaped for elements and attributes alike; characters that XML can't hold are left out.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n", "\t", "\r": result += " "
            default:
                guard !scalar.isControl, scalar.value != 0xFFFE, scalar.value != 0xFFFF else { continue }
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A text from elsewhere, truncated if it would fill a page by itself.
    static func clipped(_ text: String) -> String {
        // Counted in scalars, because one letter can have any number of accents.
        let scalars = text.unicodeScalars
        return scalars.dropFirst(mostLetters).isEmpty ? text : String(scalars.prefix(mostLetters - 1)) + "…"
    }
}

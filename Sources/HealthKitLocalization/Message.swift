/// A text for people, and its values: the English text is what a catalogue is searched for.
///
/// It is written as a string: `"since \(day)"` is the message `since %1` with one value. The values are texts,
/// or whole numbers: those are written as people write them where the person is.
package struct Message: ExpressibleByStringInterpolation, Sendable {
    /// The English text, with `%1` to `%9` where values stand.
    ///
    /// While nothing is translated it has the values themselves.
    let text: String
    let values: [String]

    package init(stringLiteral text: String) {
        self.text = text
        values = []
    }

    package init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
        values = stringInterpolation.values
    }

    /// Builds a message from the pieces of a string.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var values: [String] = []
        private let isTranslating = TextLocale.isTranslating

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        package mutating func appendLiteral(_ literal: String) { text += literal }

        package mutating func appendInterpolation(_ value: some StringProtocol) {
            guard isTranslating else { return text.append(contentsOf: value) }
            values.append(String(value))
            text += "%\(values.count)"
        }

        package mutating func appendInterpolation(_ value: Character) { appendInterpolation(String(value)) }

        /// A number that counts something, as people write it where the person is: `3,308`.
        package mutating func appendInterpolation(_ value: Int) {
            appendInterpolation(TextLocale.current.region.numbers.text(String(value)))
        }

        /// A number that counts nothing, written without separators: that of a line, a request or an activity.
        package mutating func appendInterpolation(plain value: Int) { appendInterpolation(String(value)) }
    }

    /// A text with values in the places of `%1` to `%9`; the point of an abbreviation at the end of a sentence, as in
    /// `Di 8. Dez.`, is its full stop as well.
    static func filled(_ text: String, _ values: [String]) -> String {
        guard !values.isEmpty else { return text }
        var filled = ""
        var rest = text[...]
        while let mark = rest.firstIndex(of: "%") {
            let next = rest.index(after: mark)
            if next < rest.endIndex, let number = rest[next].wholeNumberValue, values.indices.contains(number - 1) {
                filled += rest[..<mark] + values[number - 1]
                rest = rest[rest.index(after: next)...]
                if values[number - 1].hasSuffix("."), !values[number - 1].hasSuffix(".."), isFullStop(rest) {
                    rest = rest.dropFirst()
                }
            } else {
                filled += rest[...mark]
                rest = rest[next...]
            }
        }
        return filled + rest
    }

    /// Whether a text begins with the end of a sentence.
    private static func isFullStop(_ text: Substring) -> Bool {
        text.first == "." && text.dropFirst().first.map { $0.isWhitespace } ?? true
    }
}

/// A text in the person's language.
///
/// - Parameters:
///   - message: The English text. It stands in the call itself, as one literal: the catalogues are made from the calls.
///   - context: Distinguishes it from the same English text that needs another translation.
/// - Returns: The translation; the English text where there is none.
package func localized(_ message: Message, context: String? = nil) -> String {
    guard TextLocale.isTranslating else { return message.text }
    let translation = TextLocale.current.catalogue.text(message.text, context: context)
    return Message.filled(translation ?? message.text, message.values)
}

/// A text in the person's language, in the form that goes with a number.
///
/// - Parameters:
///   - count: The number.
///   - one: The English text for 1, with the same values as the other: a language may have this form for 21 as well.
///   - other: The English text for any other number.
///   - context: Distinguishes it from the same English text that needs another translation.
/// - Returns: The translation; the English text where there is none.
package func plural(
    _ count: Int,
    one: @autoclosure () -> Message,
    other: @autoclosure () -> Message,
    context: String? = nil
) -> String {
    guard TextLocale.isTranslating else { return count == 1 ? one().text : other().text }
    let (singular, many) = (one(), other())
    let translation = TextLocale.current.catalogue.text(singular.text, context: context, count: count)
    return Message.filled(translation ?? (count == 1 ? singular.text : many.text), many.values)
}

/// A name out of HealthKit's own catalogue in the person's language.
///
/// - Parameters:
///   - name: The English name.
///   - context: What it is the name of, as the catalogues of languages have it.
/// - Returns: The translation; the English name where there is none.
package func localizedName(_ name: String, context: String) -> String {
    guard TextLocale.isTranslating else { return name }
    return TextLocale.current.catalogue.text(name, context: context) ?? name
}

/// A text that stays English where it is kept, and is translated with ``localizedName(_:context:)`` where it is shown.
///
/// - Parameters:
///   - text: The English text.
///   - context: What it is, as ``localizedName(_:context:)`` is told.
/// - Returns: The English text.
package func deferred(_ text: String, context: String) -> String { text }

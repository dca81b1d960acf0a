import HealthKitResources

/// Which languages a person wants, the best first.
package enum LanguageChoice {
    /// The codes to look for a catalogue of, such as `de_AT` and `de`.
    ///
    /// They end where English is wanted, which needs none.
    ///
    /// - Parameters:
    ///   - setting: What the person set; it goes before the environment.
    ///   - environment: The variables of the process, read as gettext reads them: `LC_ALL`, else `LC_MESSAGES`, else
    ///     `LANG`; unless that is the C locale, `LANGUAGE` goes before it with a list of languages.
    /// - Returns: The codes; none for English.
    package static func codes(setting: String?, environment: [String: String]) -> [String] {
        if let setting { return codes(of: [setting]) }
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        if ["C", "POSIX"].contains(locale.prefix { $0 != "." && $0 != "@" }) { return [] }
        let list = (environment["LANGUAGE"] ?? "").split(separator: ":").prefix(20).map(String.init)
        return codes(of: list + [locale])
    }

    private static func codes(of names: [String]) -> [String] {
        var codes: [String] = []
        for name in names {
            let bare = name.prefix { $0 != "." && $0 != "@" }.replacing("-", with: "_")
            let language = bare.prefix { $0 != "_" }.lowercased()
            if ["en", "c", "posix"].contains(language) { break }
            guard isCode(bare) else { continue }
            for code in [language + bare.dropFirst(language.count), language] where !codes.contains(code) {
                codes.append(code)
            }
        }
        return codes
    }

    /// Whether a name is safe in the name of a file.
    private static func isCode(_ name: some StringProtocol) -> Bool {
        (2...20).contains(name.utf8.count) && name.first != "_"
            && name.utf8.allSatisfy { UInt8(ascii: "_") == $0 || Character(UnicodeScalar($0)).isASCIILetter }
    }
}

extension Character {
    fileprivate var isASCIILetter: Bool { isASCII && isLetter }
}

extension MessageCatalogue {
    /// The languages that the program itself has besides English.
    package static var builtInLanguages: [String] { files.map { String(cString: $0.code) } }

    /// The catalogue of a language that the program itself has.
    ///
    /// - Parameter language: Its code.
    /// - Returns: The catalogue, or nil where the program has none.
    package static func builtIn(_ language: String) -> MessageCatalogue? {
        files.first { String(cString: $0.code) == language }
            .map { file in
                let bytes = UnsafeBufferPointer(start: file.text, count: Int(file.size))
                return MessageCatalogue(String(decoding: bytes, as: UTF8.self), language: language)
            }
    }

    private static var files: UnsafeBufferPointer<resource_language> {
        UnsafeBufferPointer(start: resource_languages_start(), count: Int(resource_languages_count))
    }
}

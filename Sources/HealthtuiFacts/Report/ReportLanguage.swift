import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiEntry

/// A language that reports are written in: English, or one that has a catalogue.
package struct ReportLanguage: Sendable {
    /// The translations; empty for English.
    let catalogue: MessageCatalogue

    /// A language.
    ///
    /// - Parameter catalogue: Its translations.
    package init(_ catalogue: MessageCatalogue) { self.catalogue = catalogue }

    package static let english = ReportLanguage(MessageCatalogue())

    /// The languages of the program itself, English first.
    package static let builtInLanguages: [ReportLanguage] =
        [english]
        + MessageCatalogue.builtInLanguages.compactMap { MessageCatalogue.builtIn($0) }.map { ReportLanguage($0) }

    /// One of the program's own languages, or nil for another one.
    package static func builtIn(_ code: String) -> ReportLanguage? { builtInLanguages.first { $0.code == code } }

    /// The language of texts here.
    package static var current: ReportLanguage { ReportLanguage(TextLocale.current.catalogue) }

    /// The person's language, as the console chooses it, if reports are available in it; otherwise English.
    ///
    /// - Parameters:
    ///   - setting: The person's setting, which takes precedence over the environment.
    ///   - environment: The environment variables.
    ///   - find: Returns the language with a code, or nil if it has no catalogue.
    /// - Returns: The language.
    package static func person(
        setting: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        find: (String) -> ReportLanguage? = { ReportLanguage.builtIn($0) }
    ) -> ReportLanguage {
        for code in LanguageChoice.codes(setting: setting, environment: environment) {
            if let language = find(code) { return language }
        }
        return .english
    }

    /// The code: `en`, `de`, `pt_BR`.
    package var code: String { catalogue.language.isEmpty ? "en" : catalogue.language }

    /// The language's own name; its code if the catalogue doesn't translate it.
    package var name: String {
        let name = TextLocale(catalogue).during { ReportStrings.ownName }
        return self != .english && name == Self.english.name ? code : name
    }

    /// The format of numbers and dates for a person whose region speaks another language.
    var region: RegionFormat {
        guard self != .english else { return .standard }
        let locale = Locale(identifier: code)
        return RegionFormat(numbers: locale, times: locale)
    }

    /// The name of a type, as in the console in that language.
    package func name(of type: HKObjectType) -> String {
        TextLocale(catalogue).during { ReportStrings.typeName(type.entry.shortName) ?? type.entry.name }
    }
}

extension ReportLanguage: Hashable {
    package static func == (left: ReportLanguage, right: ReportLanguage) -> Bool { left.code == right.code }

    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

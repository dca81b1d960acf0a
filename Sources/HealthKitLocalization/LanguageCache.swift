import Synchronization

/// Data derived from all texts of a language, such as names to search: computed once for English, and once for another
/// language until a third is requested.
package final class LanguageCache<Value: Sendable>: Sendable {
    private let make: @Sendable () -> Value
    private let kept = Mutex<(english: Value?, other: (locale: TextLocale, value: Value)?)>((nil, nil))

    /// A cache.
    ///
    /// - Parameter make: Makes the value in the current language.
    package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    /// The value in the current language.
    package var value: Value {
        let locale = TextLocale.current
        return kept.withLock { kept in
            if locale.catalogue.count == 0 {
                let english = kept.english ?? TextLocale.standard.during(make)
                kept.english = english
                return english
            }
            if let other = kept.other, other.locale === locale { return other.value }
            let value = make()
            kept.other = (locale, value)
            return value
        }
    }
}

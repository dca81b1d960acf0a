import Foundation

extension Locale {
    /// The stand-in for the C locale, which is in no region.
    static let nowhere = "en_001"

    /// The user's locale, as far as the environment says: for units, the decimal separator and the first day of a week.
    ///
    /// - Parameters:
    ///   - environment: The variables of the process.
    ///   - category: The variable that decides, such as `LC_MEASUREMENT`; `LC_ALL` goes before it and `LANG` after it.
    /// - Returns: The locale; one without a region for the C locale.
    package static func person(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        category: String = "LC_MEASUREMENT"
    ) -> Locale {
        let name = ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        let bare = String(name.prefix { $0 != "." && $0 != "@" })
        return Locale(identifier: bare == "C" || bare == "POSIX" ? Self.nowhere : bare)
    }
}

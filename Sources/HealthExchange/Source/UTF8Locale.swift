import Glibc

/// Runs code as if the thread's character set were UTF-8.
///
/// libarchive hands out names in the character set of the locale and drops those it cannot convert. A program that never
/// asked for a locale has plain ASCII, and `导出.xml` would have no name.
enum UTF8Locale {
    private static let locale = Fixed(newlocale(1 << Int32(LC_CTYPE), "C.UTF-8", nil))

    /// A locale, never changed once made: unchecked, since a pointer is not Sendable.
    private struct Fixed: @unchecked Sendable {
        let value: locale_t?
        init(_ value: locale_t?) { self.value = value }
    }

    /// Runs a closure.
    ///
    /// - Parameter body: What to run.
    /// - Returns: What the closure returns.
    static func run<Result>(_ body: () -> Result) -> Result {
        guard let locale = locale.value else { return body() }
        let previous = uselocale(locale)
        defer { uselocale(previous) }
        return body()
    }
}

import Glibc

/// Runs code as if the thread's character set were UTF-8.
///
/// libarchive returns names in the locale's character set and drops those it can't convert. A program that never set a
/// locale has plain ASCII, and `导出.xml` would have no name.
enum UTF8Locale {
    private static let locale = Fixed(newlocale(1 << Int32(LC_CTYPE), "C.UTF-8", nil))

    /// A locale that never changes: unchecked, since a pointer isn't Sendable.
    private struct Fixed: @unchecked Sendable {
        let value: locale_t?
        init(_ value: locale_t?) { self.value = value }
    }

    /// Runs a closure.
    ///
    /// - Parameter body: The closure.
    /// - Returns: The result of the closure.
    static func run<Result>(_ body: () -> Result) -> Result {
        guard let locale = locale.value else { return body() }
        let previous = uselocale(locale)
        defer { uselocale(previous) }
        return body()
    }
}

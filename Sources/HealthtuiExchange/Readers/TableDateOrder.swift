/// The order of dates with slashes or dots.
package enum TableDateOrder: String, Sendable, Hashable, CaseIterable {
    /// 31/12/2024.
    case dayFirst = "dmy"
    /// 12/31/2024.
    case monthFirst = "mdy"
    /// 24-12-31.
    case yearFirst = "ymd"
}

/// How many days before a mark are compared, and since it as far as there are as many.
enum ChangeLength {
    /// Four weeks, a quarter, half a year, a year and two.
    private static let steps = [28, 91, 182, 364, 728]

    /// The next length.
    ///
    /// - Parameters:
    ///   - length: The present one.
    ///   - since: The days since the mark, which are a length too.
    ///   - isLonger: Whether the next is longer.
    /// - Returns: The length; `nil` where there is none.
    static func next(to length: Int, since: Int, isLonger: Bool) -> Int? {
        let all = Set(steps + [since])
        return isLonger ? all.filter { $0 > length }.min() : all.filter { $0 < length }.max()
    }
}

/// The program's version, defined only here.
///
/// `CHANGELOG.md` lists the changes of each version; a test keeps the two consistent.
enum Version {
    /// Major, minor and patch, by semantic versioning.
    static let current = "0.2.0"

    /// The version, and the commit it was built from where that is known: `0.2.0 (1f2e3d4c5b)`.
    static var full: String { BuiltFrom.commit.map { "\(current) (\($0))" } ?? current }
}

/// Which version this is, told nowhere else.
///
/// `CHANGELOG.md` tells what each version brought; a test holds the two together.
enum Version {
    /// Major, minor and patch, by semantic versioning.
    static let current = "0.2.0"

    /// The version, and the commit it was built from where that is known: `0.2.0 (1f2e3d4c5b)`.
    static var full: String { BuiltFrom.commit.map { "\(current) (\($0))" } ?? current }
}

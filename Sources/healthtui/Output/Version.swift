/// Which version this is, told nowhere else.
///
/// `CHANGELOG.md` tells what each version brought; a test holds the two together.
enum Version {
    /// Major, minor and patch, by semantic versioning.
    static let current = "0.2.0"
}

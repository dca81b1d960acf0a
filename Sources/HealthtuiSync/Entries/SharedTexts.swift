/// The texts of samples as a key that is quick to find: most samples share theirs, which are identified by their
/// location.
///
/// Keys that are equal have equal texts; equal texts that lie in two places are two keys.
struct SharedTexts: Hashable, Sendable {
    /// Kept, so that nothing else lies there as long as the key is used.
    let texts: [[UInt8]]

    init(_ texts: [[UInt8]]) { self.texts = texts }

    /// The size of the texts, in bytes.
    var byteCount: Int { texts.reduce(0) { $0 + $1.count } }

    private var place: UnsafeRawPointer? { texts.withUnsafeBytes { $0.baseAddress } }

    static func == (left: SharedTexts, right: SharedTexts) -> Bool { left.place == right.place }

    func hash(into hasher: inout Hasher) { hasher.combine(place) }
}

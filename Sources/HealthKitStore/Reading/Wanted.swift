/// The changes that matter to whoever asks.
struct Wanted {
    /// Types; nil for all.
    var types: Set<TypeID>?
    /// Sources; nil for all.
    var sources: Set<SourceID>?

    func admits(type: TypeID, source: SourceID) -> Bool {
        types?.contains(type) != false && sources?.contains(source) != false
    }
}

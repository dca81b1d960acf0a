/// Why bytes are no card, or not one that can be read.
struct CardFlaw: Error, Hashable {
    let reason: String
}

/// The reason that bytes aren't a card, or aren't a readable one.
struct CardFlaw: Error, Hashable {
    let reason: String
}

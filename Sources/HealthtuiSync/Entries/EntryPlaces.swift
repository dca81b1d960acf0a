/// Some of a file's entries, each row counted as one, by their places in it.
struct EntryPlaces {
    private var words: [UInt64] = []

    mutating func insert(_ place: Int) {
        while words.count <= place >> 6 { words.append(0) }
        words[place >> 6] |= 1 << UInt64(place & 63)
    }

    func has(_ place: Int) -> Bool { place >> 6 < words.count && words[place >> 6] & 1 << UInt64(place & 63) != 0 }

    func union(_ other: EntryPlaces) -> EntryPlaces {
        var longer = words.count < other.words.count ? other : self
        for (place, word) in (words.count < other.words.count ? self : other).words.enumerated() {
            longer.words[place] |= word
        }
        return longer
    }
}

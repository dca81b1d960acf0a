/// The elements of GPX and TCX and what becomes of them, as rows of documentation.
package enum TrackDocumentation {
    /// The elements of GPX: their namespaces; the element and what it becomes.
    package static var gpx: [[String]] { rows(GPXElement.vocabulary, GPXElement.meanings) }

    /// The elements of TCX: their namespaces; the element and what it becomes.
    package static var tcx: [[String]] { rows(TCXElement.vocabulary, TCXElement.meanings) }

    /// A row for each element that means something, in the order of the vocabulary; namespaces with the same elements
    /// share their rows.
    private static func rows(_ vocabulary: XMLVocabulary, _ meanings: [UInt8: String]) -> [[String]] {
        var groups: [(addresses: [String], elements: [String])] = []
        for namespace in vocabulary.namespaces where namespace.address.utf8CodeUnitCount > 0 {
            let elements = namespace.elements.compactMap { element in
                meanings[element.number].map { "`\(element.name)` | \($0)" }
            }
            if let index = groups.firstIndex(where: { $0.elements == elements }) {
                groups[index].addresses.append("\(namespace.address)")
            } else {
                groups.append((["\(namespace.address)"], elements))
            }
        }
        return groups.flatMap { group in
            group.elements.map { [group.addresses.map { "`\($0)`" }.joined(separator: ", "), $0] }
        }
    }
}

/// A file of a removed device that still counts.
package struct NamedFile: Hashable, Comparable, Sendable {
    /// The file's hash.
    package var hash: Digest
    package var first: UInt64
    package var last: UInt64
    /// The hash of the segment before the first.
    package var previous: Digest?
    /// The hash of the last segment that the file stands for.
    package var tip: Digest

    /// Creates a name.
    package init(hash: Digest, first: UInt64, last: UInt64, previous: Digest?, tip: Digest) {
        self.hash = hash
        self.first = first
        self.last = last
        self.previous = previous
        self.tip = tip
    }

    /// The name of a file.
    package init(_ segment: Segment) {
        self.init(
            hash: segment.hash,
            first: segment.header.first,
            last: segment.header.last,
            previous: segment.header.previous,
            tip: segment.tip
        )
    }

    package static func < (left: NamedFile, right: NamedFile) -> Bool {
        (left.first, left.last, left.hash) < (right.first, right.last, right.hash)
    }
}

/// The part of a removed device's log that still counts.
package struct Removal: Hashable, Sendable {
    package var files: Set<NamedFile>

    /// Creates a removal.
    package init(files: Set<NamedFile> = []) { self.files = files }

    /// Whether a file is named.
    package func names(_ hash: Digest) -> Bool { files.contains { $0.hash == hash } }

    /// The segments, of those that were read, that no named file stands for.
    package func uncovered(_ segments: some Collection<Segment>) -> [Segment] {
        let segments = Array(segments)
        let read = Dictionary(segments.map { ($0.tip, $0) }, uniquingKeysWith: { left, _ in left })
        let named = Dictionary(files.map { ($0.tip, $0) }, uniquingKeysWith: { $0.first <= $1.first ? $0 : $1 })
        // The segments that were read one by one and lie in a named file.
        var covered: Set<Digest> = []
        for file in files {
            var place: Digest? = file.tip
            while let tip = place, tip != file.previous, let segment = read[tip], segment.header.first >= file.first {
                if !covered.insert(tip).inserted { break }
                place = segment.header.previous
            }
        }
        return segments.filter { segment in
            if covered.contains(segment.tip) { return false }
            // A folded file is covered by the named ones that it stands for.
            var place: Digest? = segment.tip
            while let tip = place, let file = named[tip] {
                if file.first <= segment.header.first { return false }
                place = file.previous
            }
            return true
        }
    }
}

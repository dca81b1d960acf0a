extension [HKSample] {
    /// The samples of a class and its subclasses.
    ///
    /// Casting to a class known only at run time takes as long as creating a sample. The samples of one result mostly have the
    /// same class, which is checked once. If all have it, the array itself is cast: objects are references of the same size,
    /// and no reference counts change.
    func ofClass<Sample: HKSample>(_: Sample.Type) -> [Sample] {
        if areAll(Sample.self) { return unsafeBitCast(self, to: [Sample].self) }
        var found: [Sample] = []
        found.reserveCapacity(count)
        var known: ObjectIdentifier?
        for sample in self {
            let own = ObjectIdentifier(type(of: sample))
            if own == known {
                found.append(unsafeDowncast(sample, to: Sample.self))
            } else if let cast = sample as? Sample {
                known = own
                found.append(cast)
            }
        }
        return found
    }

    private func areAll<Sample: HKSample>(_: Sample.Type) -> Bool {
        var known: ObjectIdentifier?
        for index in indices {
            let own = ObjectIdentifier(type(of: self[index]))
            if own == known { continue }
            guard self[index] is Sample else { return false }
            known = own
        }
        return true
    }
}

extension [HKSample] {
    /// The samples of a class and its subclasses.
    ///
    /// A cast to a class that is known at run time alone takes as long as making a sample; samples of one answer mostly have
    /// one class, which is asked once. Where all have it, the array itself is one of that class: objects are references of one
    /// size, and nothing is counted up and down for each.
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

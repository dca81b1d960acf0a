extension [HKSample] {
    /// The samples of a class and its subclasses.
    ///
    /// A cast to a class that is known at run time alone takes as long as making a sample; samples of one answer mostly have
    /// one class, which is asked once.
    func ofClass<Sample: HKSample>(_: Sample.Type) -> [Sample] {
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
}

extension PersonAccess {
    /// Whether a guest uses the machine: apps read what they are allowed to, but can neither change anything nor ask for more
    /// (R1.16).
    package func isGuest() throws -> Bool { try ask(OwnerGuestCall()) }

    /// Sets whether a guest uses the machine; it applies to every program from its next call on.
    package func setGuest(_ isGuest: Bool) throws { try perform(.setGuest(isGuest)) }
}

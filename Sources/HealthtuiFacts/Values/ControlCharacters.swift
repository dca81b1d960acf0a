extension Unicode.Scalar {
    /// Whether a terminal may interpret the scalar as a command; includes the ones that change writing direction.
    package var isControl: Bool {
        value < 0x20 || (0x7F...0x9F).contains(value) || (0x202A...0x202E).contains(value)
            || (0x2066...0x2069).contains(value)
    }
}

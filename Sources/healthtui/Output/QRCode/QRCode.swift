/// A QR code (ISO/IEC 18004) of up to 213 bytes: byte mode, error correction level M, versions 1 to 10.
struct QRCode: Hashable, Sendable {
    /// The number of modules per side.
    let size: Int
    /// The dark modules, row by row.
    private var isDark: [Bool]

    /// The most bytes that a code has.
    static let capacity = 213

    /// Encodes bytes in the smallest version that has room for them; `nil` for more than ``capacity``.
    ///
    /// - Parameter bytes: What a reader of the code gets.
    init?(_ bytes: [UInt8]) {
        guard let version = QRVersion.smallest(for: bytes.count) else { return nil }
        var field = QRField(version)
        field.place(QRBlocks.interleaved(bytes, version))
        let masked = (0..<8).map { field.masked($0) }
        guard let best = masked.min(by: { QRPenalty.of($0) < QRPenalty.of($1) }) else { return nil }
        size = version.size
        isDark = best.flatMap(\.self)
    }

    /// Whether a module is dark; those around the code are light.
    subscript(column: Int, row: Int) -> Bool {
        (0..<size).contains(column) && (0..<size).contains(row) && isDark[row * size + column]
    }
}

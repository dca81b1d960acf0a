import Foundation

extension Gate {
    /// Answers a call for samples in stored order, with bytes written as the samples are read: see
    /// ``SamplesCall/isInStoredOrder``.
    ///
    /// The answer and the audit are the same as if the samples were created first.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - pieceLength: The maximum number of samples in a piece.
    ///   - isWanted: Checked from time to time; once it returns false, the answer is abandoned.
    ///   - tell: Delivers a piece of the answer.
    /// - Returns: The last piece, which may be the only one.
    /// - Throws: As ``answer(_:while:)-(Call,_)``, also after pieces were delivered.
    func answer(
        _ call: SamplesCall,
        pieceLength: Int,
        while isWanted: @escaping () -> Bool,
        tell: @escaping ([UInt8]) -> Void
    ) throws -> [UInt8] {
        try call.check()
        return try read(call.condition, while: isWanted) { reader in
            try notingPieces(call, reader) { note in
                var samples = PackedSamples(pieceLength: pieceLength) { [self] columns in
                    try reader.base.checkLookups()
                    try handle.database().checkOpen()
                    guard isWanted() else { throw CancellationError() }
                    note(columns.count)
                    tell(SamplesCall.bytes(of: columns))
                }
                try call.pack(reader, into: &samples)
                note(samples.columns.count)
                return SamplesCall.bytes(of: samples.columns)
            }
        }
    }
}

import Foundation

extension Gate {
    /// Answers a call for samples that lie in the store as they are asked for, with bytes that are written as the samples are
    /// read: see ``SamplesCall/isInStoredOrder``.
    ///
    /// What the app is told, and what the audit is, are as where the samples are made first.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - pieceLength: The most samples of a piece.
    ///   - isWanted: Asked now and then; the answer is not worked out any more once it says no.
    ///   - tell: Tells a piece of the answer.
    /// - Returns: The last piece, which may be the only one.
    /// - Throws: As ``answer(_:while:)-(Call,_)``, also after pieces were told.
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

/// The first bytes of a file, looked at without making a text of them: most files of an archive may be of no use.
enum FileBeginning {
    /// The first byte that is neither white space nor the mark of UTF-8, or `nil` where there is none near the start.
    ///
    /// - Parameter bytes: The first bytes of the file.
    /// - Returns: The byte.
    static func first(_ bytes: [UInt8]) -> UInt8? {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        return bytes[start...].prefix(1_024).first { !Byte.isSpace($0) }
    }

    /// Whether bytes hold a text.
    ///
    /// - Parameters:
    ///   - mark: The text.
    ///   - bytes: The first bytes of the file.
    /// - Returns: Whether they do.
    static func holds(_ mark: StaticString, _ bytes: [UInt8]) -> Bool { place(of: mark, bytes) != nil }

    /// Where a text is.
    ///
    /// - Parameters:
    ///   - mark: The text.
    ///   - bytes: The first bytes of the file.
    /// - Returns: The position of its first byte, or `nil`.
    static func place(of mark: StaticString, _ bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.flatMap { ByteSearch.find(mark, $0, 0, buffer.count) }
        }
    }
}

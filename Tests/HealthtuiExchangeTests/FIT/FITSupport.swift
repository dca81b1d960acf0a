import Foundation

@testable import HealthtuiExchange

/// What a decoder hands out of a file, and how it ends.
struct FITReading {
    struct Row: Equatable {
        let number: UInt16
        let time: UInt32?
        let offset: Int
        let part: Int
    }

    private(set) var rows: [Row] = []
    private(set) var cut: FITCut?
    private(set) var error: FITError?
    private(set) var part: FITPart?
    private(set) var forcedParts = 0

    /// Reads a file to its end or its first error.
    init(_ file: [UInt8], isForced: Bool = false, _ body: (FITMessage) -> Void = { _ in }) {
        file.withUnsafeBytes { bytes in
            var decoder = FITDecoder(bytes, isForced: isForced)
            do throws(FITError) {
                while let message = try decoder.next() {
                    rows.append(
                        Row(number: message.number, time: message.time, offset: message.offset, part: message.part)
                    )
                    body(message)
                }
            } catch {
                self.error = error
            }
            cut = decoder.cut
            part = decoder.part
            forcedParts = decoder.forcedParts
        }
    }

    /// Something of each message of one number.
    static func map<Value>(_ file: [UInt8], _ number: UInt16, _ value: (FITMessage) -> Value) -> [Value] {
        var values: [Value] = []
        _ = FITReading(file, isForced: true) { if $0.number == number { values.append(value($0)) } }
        return values
    }
}

/// The fixtures' time of the first second.
let fitStart: UInt32 = 1_112_000_000

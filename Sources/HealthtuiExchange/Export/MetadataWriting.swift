import HealthKit

/// Writes metadata as exports do.
struct MetadataWriting {
    var dates: ExportDateWriter

    /// The text of a value: Boolean values are 0 and 1, percentages are multiplied by a hundred.
    mutating func text(_ value: MetadataValue) -> String {
        switch value {
        case .text(let text): text
        case .flag(let flag): flag ? "1" : "0"
        case .integer(let number): String(number)
        case .decimal(let number): Self.digits(number)
        case .date(let date): dates.text(date.timeIntervalSinceReferenceDate)
        case .quantity(let number, let unit):
            Self.digits(unit.unitString == "%" ? Self.hundredfold(number) : number) + " " + unit.unitString
        }
    }

    /// Appends an element per entry, and the beats that a sample was computed from.
    ///
    /// The store's own keys are left out.
    mutating func append(_ metadata: Metadata, to buffer: inout MarkupBuffer, indent: String) {
        for entry in metadata.named {
            buffer.raw(indent + "<MetadataEntry")
            buffer.attribute("key", entry.key)
            buffer.attribute("value", text(entry.value))
            buffer.raw("/>\n")
        }
        guard case .text(let list) = metadata[own: .beats] else { return }
        buffer.raw(indent + "<HeartRateVariabilityMetadataList>\n")
        for beat in HeartBeatList(text: list).beats {
            buffer.raw(indent + " <InstantaneousBeatsPerMinute")
            buffer.attribute("bpm", beat.rate)
            buffer.attribute("time", beat.time)
            buffer.raw("/>\n")
        }
        buffer.raw(indent + "</HeartRateVariabilityMetadataList>\n")
    }

    /// Whether any of the metadata appears in an export.
    static func isReported(_ metadata: Metadata?) -> Bool {
        metadata.map { !$0.named.isEmpty || $0[own: .beats] != nil } ?? false
    }

    /// A number multiplied by a hundred so that dividing by a hundred results in the same number, if possible.
    private static func hundredfold(_ number: Double) -> Double {
        let product = number * 100
        return [product, product.nextUp, product.nextDown].first { $0 / 100 == number } ?? product
    }

    static func digits(_ number: Double) -> String {
        var bytes: [UInt8] = []
        MarkupBuffer.append(number, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Where the records of one definition have what is read of them.
struct FITRecordPlan {
    /// A field that is read.
    struct Entry {
        let measure: Int
        let layout: FITFieldLayout
        let scale: Double
        let offset: Double
    }

    /// A field of an application that stands for one of the profile.
    struct Native {
        let measure: Int
        let field: FITDeveloperLayout
        let factor: Double
    }

    /// A field that is only counted.
    struct Other {
        let layout: FITFieldLayout
        let place: Int
    }

    /// Held, so that another definition can't take its address.
    let definition: FITDefinition
    private(set) var entries: [Entry] = []
    private(set) var natives: [Native] = []
    private(set) var others: [Other] = []

    init(_ definition: FITDefinition, _ tally: inout FITTally) {
        self.definition = definition
        var seen: Set<UInt8> = []
        for layout in definition.fields where seen.insert(layout.number).inserted {
            guard layout.number != FITRecord.timestamp.rawValue,
                layout.number != FITRecord.compressedSpeedDistance.rawValue
            else { continue }
            if FITMeasure.measure(of: layout.number) == nil {
                let name = FITRecord(rawValue: layout.number).map { "\($0.form.name)" } ?? "field \(layout.number)"
                others.append(Other(layout: layout, place: tally.place(of: "record: \(name)")))
            }
        }
        for measure in FITMeasure.allCases {
            for field in measure.fields {
                guard let layout = definition.layout(of: field.rawValue), layout.count == 1,
                    layout.size == layout.type.size
                else { continue }
                let form = field.form
                entries.append(
                    Entry(measure: measure.rawValue, layout: layout, scale: form.scale, offset: form.offset)
                )
            }
        }
        for field in definition.developerFields { add(field, &tally) }
    }

    private mutating func add(_ field: FITDeveloperLayout, _ tally: inout FITTally) {
        guard let described = field.description else {
            others.append(Other(layout: field.layout, place: tally.place(of: "record: fields that nothing describes")))
            return
        }
        let isOfRecord = described.nativeMessage ?? FITRecord.message.number == FITRecord.message.number
        if isOfRecord, !described.isScaled, let native = described.nativeField,
            let measure = FITMeasure.measure(of: native), let factor = measure.factor(from: described.unit)
        {
            natives.append(Native(measure: measure.rawValue, field: field, factor: factor))
        } else {
            let name = described.name.map { String($0.prefix(40)) } ?? "without a name"
            others.append(Other(layout: field.layout, place: tally.place(of: "record: application's field \(name)")))
        }
    }

    /// Reads the values of a record.
    ///
    /// - Parameters:
    ///   - message: A record of the definition.
    ///   - values: Takes a value for each measure, NaN for none.
    ///   - tally: Counts what isn't stored.
    func read(_ message: FITMessage, into values: inout [Double], _ tally: inout FITTally) {
        for index in values.indices { values[index] = .nan }
        for entry in entries where values[entry.measure].isNaN {
            if let raw = message.raw(entry.layout).number { values[entry.measure] = raw / entry.scale - entry.offset }
        }
        for value in message.unpacked {
            guard let measure = FITMeasure.measure(of: value.field)?.rawValue, values[measure].isNaN else { continue }
            values[measure] = value.number
        }
        for native in natives where values[native.measure].isNaN {
            if let number = message.number(native.field) { values[native.measure] = number * native.factor }
        }
        for other in others where Self.hasValue(message, other.layout) { tally.count(at: other.place) }
    }

    private static func hasValue(_ message: FITMessage, _ layout: FITFieldLayout) -> Bool {
        let count = layout.count
        if count == 0 { return message.bytes(layout).contains { $0 != 0xFF && $0 != 0 } }
        for index in 0..<count {
            if case .none = message.raw(layout, index) { continue }
            return true
        }
        return false
    }
}

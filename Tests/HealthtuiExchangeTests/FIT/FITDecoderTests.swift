import Foundation
import Testing

@testable import HealthtuiExchange

@Suite struct FITDecoderTests {
    private func file(_ name: String) throws -> [UInt8] { try Fixtures.bytes("fit/\(name).fit") }

    @Test("A run has its messages, in the order of the file, with their times", arguments: ["run", "run-big-endian"])
    func messages(_ name: String) throws {
        let bytes = try file(name)
        let reading = FITReading(bytes)
        #expect(reading.error == nil)
        #expect(reading.cut == nil)
        #expect(reading.part?.state == .whole)
        let numbers: [UInt16] = [0, 23, 21] + Array(repeating: 20, count: 20) + [21, 19, 18, 34]
        #expect(reading.rows.map(\.number) == numbers)
        #expect(
            reading.rows.filter { $0.number == 20 }.map(\.time)
                == (0..<20).map { (second: UInt32) -> UInt32? in fitStart + second }
        )
        #expect(reading.rows.allSatisfy { $0.part == 1 })
        #expect(reading.rows.map(\.offset) == reading.rows.map(\.offset).sorted())
        let heart = FITReading.map(bytes, 20) { $0.number(FITRecord.heartRate) }
        #expect(heart == (0..<20).map { (second: Int) -> Double? in second % 7 == 0 ? nil : Double(120 + second % 30) })
        #expect(
            FITReading.map(bytes, 20) { $0.number(FITRecord.distance) }
                == (0..<20).map { (second: Int) -> Double? in Double(second * 3) }
        )
        #expect(FITReading.map(bytes, 20) { $0.number(FITRecord.enhancedAltitude) }[5] == 431)
        #expect(FITReading.map(bytes, 20) { $0.integer(FITRecord.enhancedAltitude) }[5] == 4_655)
        let latitude = try #require(FITReading.map(bytes, 20) { $0.degrees(FITRecord.positionLat) }[0])
        #expect(abs(latitude - 47.05) < 1e-7)
        #expect(FITReading.map(bytes, 18) { $0.number(FITSession.totalElapsedTime) } == [20])
        #expect(FITReading.map(bytes, 18) { $0.number(FITSession.totalDescent) } == [nil])
        #expect(FITReading.map(bytes, 18) { $0.number(FITSession.numLaps) } == [nil])
        #expect(FITReading.map(bytes, 23) { $0.text(FITDeviceInfo.productName) } == ["Runner 9"])
        #expect(FITReading.map(bytes, 23) { $0.number(FITDeviceInfo.softwareVersion) } == [12.3])
        #expect(FITReading.map(bytes, 0) { $0.integer(FITFileID.serialNumber) } == [123_456_789])
    }

    @Test("A field of another message has no value")
    func fieldsOfOthers() throws {
        let bytes = try file("run")
        #expect(FITReading.map(bytes, 20) { $0.number(FITLap.totalElapsedTime) }.allSatisfy { $0 == nil })
        #expect(FITReading.map(bytes, 20) { $0.integer(FITEvent.event) }.allSatisfy { $0 == nil })
        #expect(FITReading.map(bytes, 20) { $0.text(FITFileID.productName) }.allSatisfy { $0 == nil })
        #expect(FITReading.map(bytes, 20) { $0.numbers(FITHeartRate.filteredBpm) }.allSatisfy { $0.isEmpty })
    }

    @Test("Headers of 12, 14 and 20 bytes are read", arguments: ["run", "run-header-12", "run-header-20"])
    func headers(_ name: String) throws {
        let reading = FITReading(try file(name))
        #expect(reading.error == nil)
        #expect(reading.rows.count > 6)
        #expect(reading.part?.profileVersion == 2_132)
        #expect(reading.part?.protocolVersion == 0x20)
    }

    @Test(
        "Every type has the value that the file has, or none, in both orders of bytes",
        arguments: ["types", "types-big-endian"]
    )
    func types(_ name: String) throws {
        let values = FITReading.map(try file(name), 0xFF00) { message in
            message.definition.fields.map { field in (0..<field.count).map { message.raw(field, $0) } }
        }
        // Enumerations, signed and unsigned numbers of 8, 16 and 32 bits, floats, bytes, the types whose none is zero, 64 bits.
        let none: [FITRawValue] = [.none]
        let real: [FITRawValue] = [.real(3.25)]
        let first = [none, none, none, none, none, none, none, real, real, [], none, none, none, none, none, none]
        #expect(values.first == first)
        func numbers(_ numbers: [Int64]) -> [FITRawValue] {
            [.integer(1), .none] + numbers.map { FITRawValue.integer($0) }
        }
        let byte = numbers([126, 254])
        let short = numbers([32_766, 65_534])
        let long = numbers([2_147_483_646, 4_294_967_294])
        let huge = numbers([Int64.max - 1]) + [FITRawValue.large(UInt64.max - 1)]
        let float: [FITRawValue] = [.real(-0.5), .none, .real(Double(Float(1e30)))]
        let double: [FITRawValue] = [.real(-0.5), .none, .real(1e30)]
        let second: [[FITRawValue]] = [
            numbers([126]), numbers([126]), byte, numbers([32_766]), short, numbers([2_147_483_646]), long, float,
            double, [], byte, short, long, numbers([Int64.max - 1]), huge, huge,
        ]
        #expect(values.last == second)
        #expect(FITRawValue.large(UInt64.max - 1).number == nil)
        #expect(FITRawValue.integer(1 << 53).number == 9_007_199_254_740_992)
        #expect(FITRawValue.integer(1 << 53 + 1).number == nil)
    }

    @Test("A text ends at its first zero or with its field, and one that isn't UTF-8 is none")
    func texts() throws {
        let texts = FITReading.map(try file("types"), 0xFF01) { message in
            message.definition.fields.map { message.text($0) }
        }
        #expect(texts == [["whole", "no end", nil, "Zürich", nil, "first", nil, nil]])
    }

    @Test("A field of a size or type that doesn't exist has its bytes and no value; the fields behind it have theirs")
    func oddFields() throws {
        var messages = 0
        _ = FITReading(try file("types")) { message in
            guard message.number == 0xFF02 else { return }
            messages += 1
            #expect(message.definition.fields.map(\.type) == [.opaque, .opaque, .opaque, .opaque])
            #expect(message.definition.fields.map { message.raw($0) } == [.none, .none, .none, .none])
            #expect(message.definition.fields.map { Array(message.bytes($0)) }[3] == [1, 2, 3, 4, 5])
        }
        #expect(messages == 1)
    }

    @Test("A number of another type than the profile's is read as the file has it; a list or a text is no number")
    func otherTypes() throws {
        let bytes = try file("types")
        #expect(FITReading.map(bytes, 20) { $0.number(FITRecord.distance) } == [12.345, nil])
        #expect(FITReading.map(bytes, 20) { $0.integer(FITRecord.distance) } == [nil, nil])
        #expect(FITReading.map(bytes, 20) { $0.number(FITRecord.heartRate) } == [nil, 99])
        #expect(FITReading.map(bytes, 20) { $0.numbers(FITRecord.heartRate) } == [[120, 121], [99]])
        #expect(FITReading.map(bytes, 20) { $0.number(FITRecord.speed) } == [4, nil])
        #expect(FITReading.map(bytes, 20) { $0.number(FITRecord.altitude) } == [nil, nil])
        // A time of sixteen bits isn't one.
        #expect(FITReading.map(bytes, 20) { $0.time } == [fitStart, nil])
    }

    @Test("A compressed time goes on from the last time of any message of its part, past 32 seconds")
    func compressedTimes() throws {
        let times = FITReading(try file("compressed")).rows.dropFirst().map { $0.time.map { $0 - fitStart } }
        // From 40 on the file has the low bits alone, which are those of 32 seconds before: nothing says more.
        #expect(times == [0, 1, 2, 30, 31, 33, 40, 64, 70, 200, 201, 207, 232])
        let without = FITReading(try file("compressed-without-time")).rows.map { $0.time.map { $0 - fitStart } }
        #expect(without == [nil, 6, 7])
        let parts = try file("run-header-12") + file("compressed-without-time")
        let second = FITReading(parts).rows.filter { $0.part == 2 }
        #expect(second.map(\.time) == [nil, fitStart + 6, fitStart + 7])
    }

    @Test("A time goes on by its low bits and never past the last there is")
    func nextTimes() {
        #expect(FITTime.next(after: 1_000, lowBits: 1_000 & 31, of: 5) == 1_000)
        #expect(FITTime.next(after: 1_000, lowBits: 999 & 31, of: 5) == 1_031)
        #expect(FITTime.next(after: 70_000, lowBits: 3, of: 16) == 131_075)
        #expect(FITTime.next(after: .max - 5, lowBits: 0, of: 5) == nil)
        #expect(FITTime.next(after: .max - 5, lowBits: 31, of: 5) == nil)
        #expect(FITTime.next(after: .max - 5, lowBits: 30, of: 5) == UInt32.max - 1)
        #expect(FITTime.date(fitStart) == Date(timeIntervalSince1970: 631_065_600 + 1_112_000_000))
        #expect(FITTime.date(0x0FFF_FFFF) == nil)
    }

    @Test("An application's field has its own type and unit, and says which field it stands for")
    func developerFields() throws {
        var words: [[String]] = []
        _ = FITReading(try file("developer")) { message in
            let fields = message.definition.developerFields.map { field in
                let description = field.description
                let facts: [String?] = [
                    "\(field.application).\(field.layout.number)", description?.name, description?.unit,
                    description?.nativeMessage.map { "\($0)" }, description?.nativeField.map { "\($0)" },
                    message.number(field).map { "\($0)" }, message.text(field.layout),
                ]
                return facts.map { $0 ?? "-" }.joined(separator: " ")
            }
            if !fields.isEmpty { words.append(fields) }
        }
        #expect(words.count == 8)
        #expect(
            words[0] == [
                "0.0 Form Power W - - 250.0 -", "0.1 Heart bpm 20 3 130.0 -", "3.9 - - - - - -",
                "0.2 Note - - - - a note", "0.3 Speed km/h - - - -",
            ]
        )
        #expect(words[5][0] == "0.0 Form Power W - - 255.0 -")
        // Described anew, then forgotten with its application.
        #expect(words[6] == ["0.1 Slope % - - -2.0 -"])
        #expect(words[7] == ["0.1 - - - - - -", "0.0 - - - - - -"])
    }

    @Test("Values that share a field are unpacked; what has low bits alone goes on from the value before")
    func packed() throws {
        let bytes = try file("packed")
        let speeds = FITReading.map(bytes, 20) { $0.number(FITRecord.speed) }
        #expect(speeds == (0..<12).map { (second: Int) -> Double? in second == 3 ? nil : Double(280 + second) / 100 })
        #expect(
            FITReading.map(bytes, 20) { $0.number(FITRecord.distance) }
                == (0..<12).map { (second: Int) -> Double? in Double(second * 25) }
        )
        #expect(FITReading.map(bytes, 55) { $0.integer(FITMonitoring.activityType) } == [6, 1, nil])
        #expect(FITReading.map(bytes, 55) { $0.integer(FITMonitoring.intensity) } == [3, 7, nil])
    }

    @Test("Beats of a strap go on by twelve bits from a whole time, and without one there are none")
    func beats() throws {
        let bytes = try file("strap")
        let reading = FITReading(bytes)
        #expect(reading.error == nil)
        #expect(Set(reading.rows.map(\.part)) == [1, 2])
        let beats = FITReading.map(bytes, 132) { $0.numbers(FITHeartRate.eventTimestamp) }
        #expect(beats.map(\.count) == [0, 1, 8, 8, 8])
        #expect(
            beats.flatMap { $0 } == (0...24).map { (beat: Int) -> Double? in Double(5_000_000 + 900 * beat) / 1_024 }
        )
        #expect(FITReading.map(bytes, 132) { $0.numbers(FITHeartRate.filteredBpm).count } == [8, 1, 8, 8, 8])
        #expect(FITReading.map(bytes, 132) { $0.number(FITHeartRate.fractionalTimestamp) }[1] == 0.5)
    }

    @Test("Days, scales and cuffs have their numbers; a weight that is still weighed is none")
    func days() throws {
        let bytes = try file("days")
        #expect(FITReading.map(bytes, 30) { $0.number(FITWeightScale.weight) } == [75.8, 58.8, nil])
        #expect(FITReading.map(bytes, 30) { $0.number(FITWeightScale.percentFat) } == [22.3, 22.3, nil])
        #expect(FITReading.map(bytes, 30) { $0.integer(FITWeightScale.userProfileIndex) } == [0, 1, nil])
        #expect(
            FITReading.map(bytes, 78) { $0.numbers(FITHeartRateVariability.time) } == [[0.812, 0.799, nil, nil, nil]]
        )
        #expect(
            FITReading.map(bytes, 55) { $0.integer(FITMonitoring.cycles) }.compactMap { $0 } == [
                0, 1_950, 3_900, 5_850,
            ]
        )
        #expect(FITReading.map(bytes, 103) { $0.numbers(FITMonitoringInfo.cyclesToDistance) } == [[1.512, 1.944]])
        #expect(FITReading.map(bytes, 51) { $0.number(FITBloodPressure.systolicPressure) } == [121])
        #expect(FITReading.map(bytes, 211) { $0.number(FITMonitoringHeartRate.currentDayRestingHeartRate) } == [54])
    }

    @Test("Messages without fields, fields without bytes, 255 fields and 255 fields of applications are read")
    func extremes() throws {
        let empty = FITReading(try file("empty-fields"))
        #expect(empty.error == nil)
        #expect(empty.rows.map(\.number) == [0, 20, 20, 20])
        #expect(FITReading.map(try file("empty-fields"), 20) { $0.number(FITRecord.cadence) } == [nil, nil, 80])
        var wide: [Int] = []
        let reading = FITReading(try file("wide")) { message in
            wide.append(message.definition.fields.count + message.definition.developerFields.count)
            #expect(message.definition.fields.last.map { message.bytes($0).count } == (message.number == 20 ? 4 : 3))
        }
        #expect(reading.error == nil)
        #expect(wide == [255, 256])
        var maker = FITMaker()
        maker.define(0, 20, (0..<255).map { ($0, 255, .byte) })
        for _ in 0..<3 { maker.message(0, Array(repeating: 9, count: 255 * 255)) }
        #expect(FITReading(maker.part()).rows.count == 3)
    }

    @Test("A definition counts for the messages behind it, and a message that was kept has its own")
    func redefined() throws {
        let bytes = try file("redefined")
        bytes.withUnsafeBytes { bytes in
            var decoder = FITDecoder(bytes)
            var kept: [FITMessage] = []
            while let message = try? decoder.next() { kept.append(message) }
            #expect(kept.count == 41)
            #expect(
                kept.dropFirst().map { $0.time } == (0..<40).map { (second: UInt32) -> UInt32? in fitStart + second }
            )
            for (index, message) in kept.dropFirst().enumerated() {
                let hasRate = index % 5 == 0 && index % 3 != 0
                #expect(message.number(FITRecord.heartRate) == (hasRate ? 90 : nil), "\(index)")
            }
        }
    }

    @Test("Parts follow each other, empty ones too; each has its own definitions")
    func parts() throws {
        let reading = FITReading(try file("parts"))
        #expect(reading.error == nil)
        #expect(Set(reading.rows.map(\.part)) == [1, 3])
        #expect(reading.part?.number == 3)
        // What one part defines the next doesn't know.
        var maker = FITMaker()
        maker.define(3, 20, [(3, 1, .uint8)])
        maker.message(3, [80])
        let next = FITReading(maker.part() + FITMaker.part([3, 80]))
        #expect(next.rows.count == 1)
        #expect(next.error?.problem == .undefined(localType: 3))
        #expect(next.error?.part == 2)
        #expect(next.error?.offset == maker.part().count + 14)
    }

    @Test("The profile has each message and each field once, and a name for each message")
    func profile() {
        let numbers = FITProfile.messages.map { $0.message.number }
        #expect(Set(numbers).count == numbers.count)
        for type in FITProfile.messages { names(of: type) }
        #expect(FITProfile.name(of: 20) == "record")
        #expect(FITProfile.name(of: 227) == "stress_level")
        #expect(FITProfile.name(of: 0xFF00) == nil)
    }

    private func names<Field: FITMessageField>(of type: Field.Type) {
        let names = type.allCases.map { "\($0.form.name)" }
        #expect(Set(names).count == names.count, "\(Field.message.name)")
        #expect(!names.contains(""), "\(Field.message.name)")
        #expect(type.allCases.allSatisfy { $0.form.scale > 0 }, "\(Field.message.name)")
        #expect(FITProfile.name(of: Field.message.number) == "\(Field.message.name)")
    }
}

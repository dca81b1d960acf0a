import Foundation
import HealthKit

/// The device that recorded a file, as the file describes it.
struct FITOrigin {
    /// The identity of a file: maker, product, serial number and when it was begun.
    struct Key: Hashable {
        var maker: Int64?
        var product: Int64?
        var serial: Int64?
        var created: Int64?
    }

    /// The type of the file; `nil` if it has no `file_id`.
    private(set) var type: Int64?
    private(set) var key = Key()
    /// The part whose `file_id` it is.
    private(set) var part: Int?
    private var productName: String?
    private var version: String?

    /// Makers by number, for people only: nothing that is stored depends on them.
    private static let makers: [Int64: String] = [
        1: "Garmin", 13: "Dynastream", 15: "Dynastream", 23: "Suunto", 32: "Wahoo Fitness", 40: "Concept2",
        63: "Specialized", 69: "Stages Cycling", 70: "Sigma Sport", 86: "Elite", 89: "Tacx", 95: "Stryd",
        107: "Magene", 115: "iGPSPORT", 123: "Polar", 258: "Lezyne", 260: "Zwift", 263: "Favero Electronics",
        265: "Strava", 267: "Bryton", 268: "SRAM", 282: "The Sufferfest", 289: "Hammerhead", 294: "Coros",
        307: "Onelap", 309: "FORM", 331: "MyWhoosh",
    ]

    /// Whether a message of this number is about the origin.
    static func has(_ number: UInt16) -> Bool {
        number == FITFileID.message.number || number == FITDeviceInfo.message.number
    }

    /// Takes a message about the file or a device.
    mutating func take(_ message: FITMessage) {
        if message.number == FITFileID.message.number {
            guard part == nil else { return }
            part = message.part
            type = message.integer(FITFileID.type)
            key = Key(
                maker: message.integer(FITFileID.manufacturer),
                product: message.integer(FITFileID.product),
                serial: message.integer(FITFileID.serialNumber),
                created: message.integer(FITFileID.timeCreated)
            )
            productName = message.text(FITFileID.productName)
        } else if message.integer(FITDeviceInfo.deviceIndex) == 0 {
            productName = productName ?? message.text(FITDeviceInfo.productName)
            version = version ?? message.integer(FITDeviceInfo.softwareVersion).map(Self.version)
        }
    }

    /// A version as devices show it: hundredths.
    private static func version(_ hundredths: Int64) -> String {
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// The source of what the file has.
    var source: ReadSource {
        let numbers = [key.maker, key.product].map { $0.map { "\($0)" } ?? "" }
        let isKnown = key.maker != nil || key.product != nil
        let maker = key.maker.flatMap { Self.makers[$0] }
        let numbered = [maker ?? "FIT", key.product.map { "\($0)" }].compactMap { $0 }.joined(separator: " ")
        return ReadSource(
            identifier: isKnown ? "fit:\(numbers[0]):\(numbers[1])" : "fit",
            name: productName ?? numbered,
            version: version,
            productType: productName
        )
    }

    /// The device, with what the file itself says of it.
    var device: HKDevice? {
        guard productName != nil || version != nil else { return nil }
        return HKDevice(
            name: productName,
            manufacturer: nil,
            model: nil,
            hardwareVersion: nil,
            firmwareVersion: nil,
            softwareVersion: version,
            localIdentifier: nil,
            udiDeviceIdentifier: nil
        )
    }

    /// The name of a session.
    ///
    /// - Parameters:
    ///   - number: Its number in the file, from 1.
    ///   - changed: When the file was last changed.
    /// - Returns: The name, or `nil` if the file doesn't say when it was begun.
    func identity(session number: Int, changed: Date) -> ReadIdentity? {
        guard let created = key.created else { return nil }
        let parts = [key.maker, key.product, key.serial, created, Int64(number)].map { $0.map { "\($0)" } ?? "" }
        return ReadIdentity(parts, changed: changed)
    }

    /// The names of files of plans, settings and maps, which have no measurements.
    private static let plans: [Int64: String] = [
        1: "device", 2: "settings", 3: "sport", 5: "workout", 6: "course", 7: "schedules", 10: "totals", 11: "goals",
        34: "segment", 35: "segment_list",
    ]

    /// The name of a file without measurements; `nil` for others.
    var plan: String? { type.flatMap { Self.plans[$0] } }

    /// Whether records are those of an activity: the file says so, or says nothing.
    var isActivity: Bool { type == nil || type == 4 }
}

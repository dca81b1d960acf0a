import Foundation
import HealthKit

/// Measurements of scales and cuffs, and whose they are.
struct FITScales {
    /// A measurement.
    struct Measurement {
        /// In seconds since the reference date.
        var time: Double
        /// The number of the user, if the file says it.
        var user: Int64?
        var content: Content
    }

    /// A weight or a blood pressure.
    enum Content {
        /// Kilograms, and the part of fat in percent.
        case weight(Double?, fat: Double?)
        /// Millimeters of mercury, and beats a minute.
        case pressure(systolic: Double, diastolic: Double, rate: Double?)
    }

    private(set) var measurements: [Measurement] = []
    /// The names of the device's users by their numbers.
    private(set) var users: [Int64: String] = [:]
    /// Measurements without a time.
    private(set) var untimed = 0
    private(set) var surplus = 0

    private static let most = 100_000
    private static let mostUsers = 1_000

    /// Whether a message of this number is of a scale, a cuff, or a user.
    static func has(_ number: UInt16) -> Bool {
        number == FITUserProfile.message.number || number == FITWeightScale.message.number
            || number == FITBloodPressure.message.number
    }

    /// Takes a message of a scale, a cuff, or a user.
    mutating func take(_ message: FITMessage, _ tally: inout FITTally) {
        switch message.number {
        case FITUserProfile.message.number:
            note(message.integer(FITUserProfile.messageIndex), message.text(FITUserProfile.friendlyName))
        case FITWeightScale.message.number: takeWeight(message, &tally)
        default: takePressure(message, &tally)
        }
    }

    private mutating func note(_ user: Int64?, _ name: String? = nil) {
        guard let user, users.count < Self.mostUsers else { return }
        users[user] = name ?? users[user] ?? ""
    }

    private mutating func takeWeight(_ message: FITMessage, _ tally: inout FITTally) {
        for field in [
            FITWeightScale.percentHydration, .visceralFatMass, .boneMass, .muscleMass, .basalMet, .activeMet,
            .metabolicAge, .visceralFatRating,
        ] where message.number(field) != nil {
            tally.count("weight_scale: \(field.form.name)")
        }
        let weight = message.number(FITWeightScale.weight).flatMap { $0 > 0 ? $0 : nil }
        let fat = message.number(FITWeightScale.percentFat).flatMap { $0 > 0 ? $0 : nil }
        guard weight != nil || fat != nil else { return }
        add(.weight(weight, fat: fat), message, user: message.integer(FITWeightScale.userProfileIndex))
    }

    private mutating func takePressure(_ message: FITMessage, _ tally: inout FITTally) {
        if message.number(FITBloodPressure.meanArterialPressure) != nil {
            tally.count("blood_pressure: mean_arterial_pressure")
        }
        guard let systolic = message.number(FITBloodPressure.systolicPressure),
            let diastolic = message.number(FITBloodPressure.diastolicPressure)
        else { return }
        let rate = message.number(FITBloodPressure.heartRate).flatMap { $0 > 0 ? $0 : nil }
        add(
            .pressure(systolic: systolic, diastolic: diastolic, rate: rate),
            message,
            user: message.integer(FITBloodPressure.userProfileIndex)
        )
    }

    private mutating func add(_ content: Content, _ message: FITMessage, user: Int64?) {
        note(user)
        guard let time = message.time, time >= FITTime.firstOfCalendar else {
            untimed &+= 1
            return
        }
        guard measurements.count < Self.most else {
            surplus &+= 1
            return
        }
        measurements.append(Measurement(time: FITClock.seconds(time), user: user, content: content))
    }
}

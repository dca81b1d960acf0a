/// The messages and fields of the public profile that are read.
package enum FITProfile {
    /// The messages that are read.
    package static let messages: [any FITMessageField.Type] = [
        FITFileID.self, FITUserProfile.self, FITSport.self, FITSession.self, FITLap.self, FITRecord.self,
        FITEvent.self, FITDeviceInfo.self, FITWorkout.self, FITWeightScale.self, FITCourse.self, FITActivity.self,
        FITBloodPressure.self, FITMonitoring.self, FITHeartRateVariability.self, FITLength.self,
        FITMonitoringInfo.self, FITHeartRate.self, FITDescription.self, FITApplication.self,
        FITMonitoringHeartRate.self,
    ]

    /// What a message is called.
    ///
    /// - Parameter number: The message's number.
    /// - Returns: Its name in the public profile, or `nil` for one that isn't known.
    package static func name(of number: UInt16) -> String? { names[number] }

    /// Messages that are counted by name and not read.
    private static let others: [UInt16: String] = [
        1: "capabilities", 2: "device_settings", 4: "hrm_profile", 5: "sdm_profile", 6: "bike_profile",
        7: "zones_target", 8: "hr_zone", 9: "power_zone", 10: "met_zone", 13: "training_settings", 15: "goal",
        27: "workout_step", 28: "schedule", 32: "course_point", 33: "totals", 35: "software", 49: "file_creator",
        53: "speed_zone", 72: "training_file", 80: "ant_rx", 81: "ant_tx", 106: "slave_device", 127: "connectivity",
        128: "weather_conditions", 129: "weather_alert", 131: "cadence_zone", 142: "segment_lap",
        148: "segment_id", 150: "segment_point", 151: "segment_file", 158: "workout_session", 160: "gps_metadata",
        161: "camera_event", 162: "timestamp_correlation", 164: "gyroscope_data", 165: "accelerometer_data",
        177: "nmea_sentence", 208: "magnetometer_data", 209: "barometer_data", 216: "time_in_zone", 225: "set",
        227: "stress_level", 229: "max_met_data", 258: "dive_settings", 259: "dive_gas", 268: "dive_summary",
        269: "spo2_data", 275: "sleep_level", 285: "jump", 290: "beat_intervals", 297: "respiration_rate",
        312: "split", 313: "split_summary", 317: "climb_pro", 346: "sleep_assessment", 370: "hrv_status_summary",
        371: "hrv_value", 372: "raw_bbi", 398: "skin_temp_overnight",
    ]

    private static let names: [UInt16: String] = {
        var names = others
        for message in messages { names[message.message.number] = "\(message.message.name)" }
        return names
    }()
}

/// Has a launcher start a program, whose connection to the service comes with it as a descriptor.
package struct StartProgramCall: AnsweredCall, Hashable {
    package typealias Answer = Void
    package static let name = "startProgram"

    /// Which start it is, in what is reported of it.
    package var number: UInt64
    /// The app's bundle identifier.
    package var app: String
    package var program: WakeProgram
    /// The SHA-256 that the program's file must have, in hexadecimal; `nil` for any.
    package var hash: String?
    /// Variables of its environment besides those that every program has.
    package var environment: [String: String]
}

/// Has a launcher tell a program that it started to end, or end it.
package struct EndProgramCall: AnsweredCall, Hashable {
    package typealias Answer = Void
    package static let name = "endProgram"

    package var number: UInt64
    /// Whether it is killed.
    package var isKilled: Bool
}

/// What became of a program that a launcher was to start.
package struct ProgramReportCall: AnsweredCall, Hashable {
    package typealias Answer = Void
    package static let name = "programReport"

    package var number: UInt64
    /// Why it was not started; `nil` when it was.
    package var problem: String?
    /// Whether it is another program than the one that was approved.
    package var isChanged: Bool
    /// How it ended: its exit status, or 128 and the number of the signal that ended it; `nil` while it runs.
    package var status: Int32?

    package init(number: UInt64, problem: String? = nil, isChanged: Bool = false, status: Int32? = nil) {
        self.number = number
        self.problem = problem
        self.isChanged = isChanged
        self.status = status
    }
}

/// Starts another program of the caller's app for a workout, as one of a pair that the person approved.
package struct StartCompanionCall: AnsweredCall, Hashable {
    package typealias Answer = Void
    package static let name = "startCompanion"

    package var bundleIdentifier: String
    /// For which workout, as the program reads it.
    package var configuration: String
}

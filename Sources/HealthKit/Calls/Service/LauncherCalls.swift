/// Tells a launcher to start a program; its connection to the service is passed as a descriptor.
package struct StartProgramCall: AnsweredCall, Hashable {
    package typealias Answer = Void
    package static let name = "startProgram"

    /// The number of the start, used in reports.
    package var number: UInt64
    /// The app's bundle identifier.
    package var app: String
    package var program: WakeProgram
    /// The SHA-256 that the program's file must have, in hexadecimal; `nil` for any.
    package var hash: String?
    /// Additional environment variables besides those that every program has.
    package var environment: [String: String]
}

/// Makes a launcher end a program that it started, by a request or by killing it.
package struct EndProgramCall: AnsweredCall, Hashable {
    package typealias Answer = Void
    package static let name = "endProgram"

    package var number: UInt64
    /// Whether it is killed.
    package var isKilled: Bool
}

/// A launcher's report of a program that it was asked to start.
package struct ProgramReportCall: AnsweredCall, Hashable {
    package typealias Answer = Void
    package static let name = "programReport"

    package var number: UInt64
    /// The reason that it was not started, or `nil` when it was.
    package var problem: String?
    /// Whether it is a different program than the approved one.
    package var isChanged: Bool
    /// Its exit status, or 128 plus the number of the signal that ended it; `nil` while it is running.
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
    /// The workout, in the form that the program reads.
    package var configuration: String
}

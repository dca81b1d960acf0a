import Foundation
import Glibc

/// A program that a launcher was asked to start.
struct StartedProgram: Sendable, Hashable {
    let number: UInt64
    /// The app that it is to be.
    let app: String
    /// The path of its program.
    let path: String
    /// The SHA-256 that the launcher found it to have; `nil` where any was taken.
    let digest: String?
}

/// A launcher in the person's session, as the service sees it: the service can't become the person, and has this start programs.
final class ServedLauncher: Sendable {
    private let output: ServiceOutput

    init(_ output: ServiceOutput) { self.output = output }

    /// Has a program started.
    ///
    /// - Parameters:
    ///   - call: Which.
    ///   - descriptor: Its end of the connection to the service, which is closed here in any case.
    /// - Throws: What can't be written down.
    func start(_ call: StartProgramCall, descriptor: Int32) throws {
        do {
            let frame = ServiceFrame(.start, call: call.number, try CallMessage(call).bytes)
            output.send(frame.bytes(limit: ServiceFrame.serviceLimit), descriptor: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Has a program end.
    func end(_ number: UInt64, isKilled: Bool) {
        let call = EndProgramCall(number: number, isKilled: isKilled)
        guard let body = HealthLog.attempt("launcher", { try CallMessage(call).bytes }) else { return }
        output.send(ServiceFrame(.signal, call: number, body).bytes(limit: ServiceFrame.serviceLimit))
    }
}

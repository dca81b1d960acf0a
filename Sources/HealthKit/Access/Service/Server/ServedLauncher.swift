import Foundation
import Glibc

/// A program that a launcher was asked to start.
struct StartedProgram: Sendable, Hashable {
    let number: UInt64
    /// The expected app.
    let app: String
    /// The path of its program.
    let path: String
    /// The SHA-256 that the launcher found, or `nil` if any was accepted.
    let digest: String?
}

/// A launcher in the person's session, on the service's side; it starts programs because the service can't become the person.
final class ServedLauncher: Sendable {
    private let output: ServiceOutput

    init(_ output: ServiceOutput) { self.output = output }

    /// Sends a start of a program.
    ///
    /// - Parameters:
    ///   - call: The start.
    ///   - descriptor: Its end of the connection to the service, which is closed here in any case.
    /// - Throws: Any error of encoding the call.
    func start(_ call: StartProgramCall, descriptor: Int32) throws {
        do {
            let frame = ServiceFrame(.start, call: call.number, try CallMessage(call).bytes)
            output.send(frame.bytes(limit: ServiceFrame.serviceLimit), descriptor: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Sends an end of a program.
    func end(_ number: UInt64, isKilled: Bool) {
        let call = EndProgramCall(number: number, isKilled: isKilled)
        guard let body = HealthLog.attempt("launcher", { try CallMessage(call).bytes }) else { return }
        output.send(ServiceFrame(.signal, call: number, body).bytes(limit: ServiceFrame.serviceLimit))
    }
}

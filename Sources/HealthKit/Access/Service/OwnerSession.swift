import Foundation
import HealthStore
import Synchronization

/// Work of the owner that goes on over several calls.
protocol BegunWork: AnyObject, Sendable {
    /// Ends it and lets go of what it has open.
    func end()
}

/// What one connection of the owner has begun, and ends with it.
final class OwnerSession: Sendable {
    private struct State {
        var last: UInt64 = 0
        var works: [UInt64: any BegunWork] = [:]
        var isEnded = false
    }

    /// The most that goes on at the same time.
    private static let limit = 32

    let gate: Gate
    /// How imports recognise what is spelled differently; `nil` for a service that takes none.
    let forms: ImportForms?
    /// What keeps the store in step with its group; `nil` for a service that doesn't.
    let sync: (any SyncServing)?
    /// What has the person prove who they are; `nil` where nothing is asked.
    let proof: OwnerProof?
    /// Who makes calls, and what was proven.
    let caller: OwnerCaller
    private let state = Mutex(State())

    init(
        _ gate: Gate,
        _ forms: ImportForms?,
        _ sync: (any SyncServing)?,
        _ proof: OwnerProof?,
        _ peer: ServicePeer
    ) {
        self.gate = gate
        self.forms = forms
        self.sync = sync
        self.proof = proof
        caller = OwnerCaller(peer, expectsTerminal: proof != nil)
    }

    /// Takes the terminal that the program was started in, where a command begins now.
    ///
    /// - Parameter descriptor: What came with its first bytes; `nil` for nothing.
    func take(terminal descriptor: Int32?) {
        caller.take(descriptor.flatMap { OwnerTerminal($0) })
        proof?.noteUse(by: caller)
    }

    /// Whether the person has given the secret, or none is asked for.
    func isProven() throws -> Bool { try proof?.allowsImports(of: caller) ?? true }

    /// Notes that the person has given the secret, and carries out what waited for that.
    ///
    /// - Parameters:
    ///   - isForOne: Whether it is for one call that needs it each time, too.
    ///   - isForImports: Whether imports of this connection need it no more, however long it lasts.
    func noteProven(isForOne: Bool, isForImports: Bool = false) {
        proof?.noteProven(caller, isForOne: isForOne, isForImports: isForImports)
        finishImports()
    }

    /// Carries out what imports kept back; what goes wrong is in the log, and is tried again the next time.
    func finishImports() {
        guard let forms else { return }
        let finish = { [gate] in _ = HealthLog.attempt("import") { try gate.finishWaitingImports(forms) } }
        if let proof { proof.importing.withLock(finish) } else { finish() }
    }

    /// Begins work.
    ///
    /// - Returns: Its number.
    func begin(_ work: any BegunWork) throws -> UInt64 {
        let number: UInt64? = state.withLock { state in
            guard !state.isEnded, state.works.count < Self.limit else { return nil }
            state.last += 1
            state.works[state.last] = work
            return state.last
        }
        guard let number else {
            work.end()
            throw HKError.error(.errorDatabaseInaccessible, "More than \(Self.limit) exports, imports and syncs go on")
        }
        return number
    }

    /// Work that was begun.
    ///
    /// - Throws: `errorInvalidArgument` for a number of nothing, and of something else.
    func work<Work: BegunWork>(_ number: UInt64, _ kind: Work.Type) throws -> Work {
        guard let work = state.withLock({ $0.works[number] }) as? Work else {
            throw HKError.invalid("Invalid call: nothing was begun under the number \(number)")
        }
        return work
    }

    func end(_ number: UInt64) { state.withLock { $0.works.removeValue(forKey: number) }?.end() }

    /// Ends everything.
    func end() {
        let works = state.withLock { state in
            defer { (state.works, state.isEnded) = ([:], true) }
            return Array(state.works.values)
        }
        for work in works { work.end() }
    }

    /// A new file's path for a copy of the store.
    func newPath() throws -> String { ServedFiles.newPath(beside: try gate.personsPath) }
}

/// An import that a program sends chunk by chunk.
final class ServedImport: BegunWork {
    private let turn = NSLock()
    // Touched with the lock alone.
    nonisolated(unsafe) private let session: ObjectImport
    nonisolated(unsafe) private var numbers = ImportNumbers()
    nonisolated(unsafe) private var isEnded = false

    init(_ session: ObjectImport) { self.session = session }

    func take(_ chunk: ImportChunk?) throws -> ImportOutcome {
        try turn.withLock {
            guard !isEnded else { throw HKError.error(.errorDatabaseInaccessible, "The import has ended") }
            guard let chunk else {
                isEnded = true
                try session.finish()
                return ImportOutcome()
            }
            var numbers = numbers
            try numbers.take(chunk)
            let outcome = try session.write(chunk)
            self.numbers = numbers
            return session.isUnseen ? outcome.unseen(chunk) : outcome
        }
    }

    func end() {
        turn.withLock {
            guard !isEnded else { return }
            isEnded = true
            // Each chunk is stored already; a failure here leaves what a crash would.
            HealthLog.attempt("import") { try session.finish() }
        }
    }
}

/// A copy of the store that a program reads.
final class ServedCopy: BegunWork {
    let path: String
    private let isEnded = Mutex(false)

    init(path: String) { self.path = path }

    func piece(at offset: Int) throws -> Data {
        let file: FileHandle
        do {
            file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            try file.seek(toOffset: UInt64(offset))
            return try file.read(upToCount: CopyPieceCall.pieceSize) ?? Data()
        } catch {
            throw HKError.error(.errorDatabaseInaccessible, "The copy of the store can't be read: \(error)")
        }
    }

    func end() {
        if isEnded.withLock({ isEnded in
            defer { isEnded = true }
            return !isEnded
        }) {
            StoreCopy.remove(path)
        }
    }
}

/// A file that a program sends.
final class ServedUpload: BegunWork {
    let path: String
    private let file: Mutex<FileHandle?>

    init(path: String) throws {
        self.path = path
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw HKError.error(.errorDatabaseInaccessible, "\(path): \(String(cString: strerror(errno)))")
        }
        file = Mutex(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    }

    func append(_ data: Data) throws {
        try file.withLock { file in
            guard let file else { throw HKError.error(.errorDatabaseInaccessible, "The file was sent whole already") }
            do {
                try file.write(contentsOf: data)
            } catch {
                throw HKError.error(.errorDatabaseInaccessible, "What was sent can't be kept: \(error)")
            }
        }
    }

    /// The file once nothing more comes.
    func finish() -> String {
        file.withLock { $0 = nil }
        return path
    }

    func end() {
        file.withLock { $0 = nil }
        StoreCopy.remove(path)
    }
}

extension ImportOutcome {
    /// What is said of a chunk without the person's secret: how many objects were taken.
    fileprivate func unseen(_ chunk: ImportChunk) -> ImportOutcome {
        var said = ImportOutcome()
        said.tallies = tallies.taken
        said.linkedMembers = chunk.correlations.reduce(0) { $0 + $1.members.count }
        said.isUnseen = true
        return said
    }
}

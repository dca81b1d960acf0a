#if !canImport(Combine)
import Foundation

/// The part of Combine that view models use: published properties, and subjects that are sunk and sent to.
///
/// Operators are not here.
protocol ObservableObject: AnyObject {}

final class AnyCancellable: Hashable {
    private let onCancel: () -> Void

    init(_ onCancel: @escaping () -> Void) { self.onCancel = onCancel }

    func cancel() { onCancel() }
    func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

    deinit { onCancel() }

    static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

class PassthroughSubject<Output, Failure: Error> {
    private let lock = NSLock()
    private var receivers: [UUID: (Output) -> Void] = [:]

    func send(_ value: Output) {
        for receive in lock.withLock({ Array(receivers.values) }) { receive(value) }
    }

    func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        let identity = UUID()
        lock.withLock { receivers[identity] = receiveValue }
        return AnyCancellable { [weak self] in
            guard let self else { return }
            lock.withLock { receivers[identity] = nil }
        }
    }

    func eraseToAnyPublisher() -> PassthroughSubject<Output, Failure> { self }
}

final class CurrentValueSubject<Output, Failure: Error>: PassthroughSubject<Output, Failure> {
    private(set) var value: Output

    init(_ value: Output) { self.value = value }

    override func send(_ value: Output) {
        self.value = value
        super.send(value)
    }

    override func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        receiveValue(value)
        return super.sink(receiveValue: receiveValue)
    }
}

typealias AnyPublisher = PassthroughSubject

@propertyWrapper
struct Published<Value> {
    private let subject: CurrentValueSubject<Value, Never>

    init(wrappedValue: Value) { subject = CurrentValueSubject(wrappedValue) }

    var wrappedValue: Value {
        get { subject.value }
        nonmutating set { subject.send(newValue) }
    }

    var projectedValue: CurrentValueSubject<Value, Never> { subject }
}
#endif

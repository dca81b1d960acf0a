/// Where a service listens that has a store open, as `HEALTHKIT_STORE` names it.
package enum ServiceAddress: Hashable, Sendable {
    /// A socket: `unix:PATH`.
    case socket(String)
    /// A descriptor of this process that is connected already: `fd:N`.
    case descriptor(Int32)
    /// What begins like one of them and is none.
    case invalid(String)
    /// Neither can be told to be the one that is meant: what is in the way, in words.
    case unclear(String)

    /// Reads a value of `HEALTHKIT_STORE`; `nil` for the path of a file.
    package init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            self = path.hasPrefix("/") ? .socket(path) : .invalid(text)
        } else if text.hasPrefix("fd:") {
            let number = Int32(text.dropFirst(3)).flatMap { $0 >= 0 ? $0 : nil }
            self = number.map { .descriptor($0) } ?? .invalid(text)
        } else {
            return nil
        }
    }

    /// The address as errors name it.
    package var name: String {
        switch self {
        case .socket(let path): path
        case .descriptor(let number): "fd:\(number)"
        case .invalid(let text), .unclear(let text): text
        }
    }
}

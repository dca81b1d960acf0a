/// The address of a service that has a store open, as given in `HEALTHKIT_STORE`.
package enum ServiceAddress: Hashable, Sendable {
    /// A socket: `unix:PATH`.
    case socket(String)
    /// A descriptor of this process that is connected already: `fd:N`.
    case descriptor(Int32)
    /// A text that begins like an address but isn't one.
    case invalid(String)
    /// Neither address is clearly intended; the associated text describes the reason.
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

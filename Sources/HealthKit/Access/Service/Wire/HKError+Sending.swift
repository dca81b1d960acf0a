extension HKError {
    /// An error in the form sent over a connection, which carries only `HKError`.
    static func onTheWay(_ error: any Error) -> HKError {
        switch error {
        case let error as HKError: error
        case is CancellationError: .error(.errorUserCanceled, "The call was cancelled")
        default: .error(.unknownError, "\(error)")
        }
    }
}

import HealthKit
import HealthtuiTerminalUI

extension ConfirmDialog {
    /// Asks whether a request is answered by what is chosen.
    static func allowing(_ question: String) -> ConfirmDialog {
        ConfirmDialog(
            title: AuthorizeStrings.answerTitle,
            message: question,
            confirmLabel: AuthorizeStrings.allow,
            cancelLabel: AuthorizeStrings.back
        )
    }

    /// Asks whether a request is answered although nothing is chosen.
    static func allowingNothing(_ app: String) -> ConfirmDialog {
        ConfirmDialog(
            title: AuthorizeStrings.answerTitle,
            message: AuthorizeStrings.allowNothing(app),
            confirmLabel: AuthorizeStrings.dontAllow,
            cancelLabel: AuthorizeStrings.back
        )
    }

    /// Asks whether the decisions about an app or an assistant are forgotten.
    static func forgetting(_ app: AppRecord) -> ConfirmDialog {
        ConfirmDialog(
            title: AppStrings.forgetTitle,
            message: AppStrings.forgetQuestion(app.name),
            confirmLabel: AppStrings.forgetTitle,
            cancelLabel: AppStrings.keep
        )
    }
}

import Foundation

// Audit descriptions of the write calls. There is no default, so that a new call has to provide one. Saves that are stored
// together and workouts are counted where they are stored.

extension TakeCompanionCall {
    var audit: AuditSubject? { AuditSubject(starts ? .launch : .mirror, companion: companion) }
}

// An app's own data: its wish to be woken, its sessions and the messages between their two sides.

extension KeepSessionCall { var audit: AuditSubject? { nil } }
extension ForgetSessionCall { var audit: AuditSubject? { nil } }
extension AnnounceCompanionCall { var audit: AuditSubject? { nil } }
extension AskForCompanionsCall { var audit: AuditSubject? { nil } }
extension ReportSessionCall { var audit: AuditSubject? { nil } }
extension HearSessionCall { var audit: AuditSubject? { nil } }

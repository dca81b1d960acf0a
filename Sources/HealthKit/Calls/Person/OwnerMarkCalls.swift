/// The marks on days, in the order of their days.
package struct OwnerMarksCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = [DayMark]
    package static let name = "dayMarks"
}

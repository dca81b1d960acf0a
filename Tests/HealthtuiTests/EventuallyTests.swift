import Testing
import WaitTesting

@Suite("Waiting for what comes later")
struct EventuallyTests {
    @Test("What comes is waited for, and not asked for again")
    func comes() {
        var checks = 0
        let hasCome = eventuallyBlocking("the third check") {
            checks += 1
            return checks == 3
        }
        #expect(hasCome && checks == 3)
    }

    @Test("What comes is waited for without a thread, and not asked for again")
    func comesLater() async {
        var checks = 0
        let hasCome = await eventually("the third check") {
            checks += 1
            return checks == 3
        }
        #expect(hasCome && checks == 3)
    }

    @Test("What doesn't come in time is an issue that names it, after twenty checks at least")
    func misses() {
        var checks = 0
        withKnownIssue {
            let hasCome = eventuallyBlocking("what never comes", seconds: 0) {
                checks += 1
                return false
            }
            if hasCome { checks = 0 }
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("what never comes") }
        }
        #expect(checks > 20)
    }

    @Test("What doesn't come in time is an issue without a thread too")
    func missesLater() async {
        var checks = 0
        await withKnownIssue {
            let hasCome = await eventually("what never comes", seconds: 0) {
                checks += 1
                return false
            }
            if hasCome { checks = 0 }
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("what never comes") }
        }
        #expect(checks > 20)
    }

    @Test("A task that is cancelled stops waiting")
    func cancelled() async {
        let task = Task { await eventually("the cancellation", seconds: 3_600) { Task.isCancelled } }
        task.cancel()
        #expect(await task.value)
    }
}

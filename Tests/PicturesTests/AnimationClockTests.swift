import Pictures
import Testing

@Suite struct AnimationClockTests {
    private let times = AnimationTimes([100, 100, 100, 100])

    @Test func framesFollowTheirTimes() {
        let times = AnimationTimes([100, 50, 10, 200])
        #expect(times.milliseconds == [100, 50, 100, 200] && times.round == 450)
        #expect(times.frame(after: 0, rounds: 3).frame == 0 && times.frame(after: 0, rounds: 3).next == 100)
        #expect(times.frame(after: 149, rounds: 3).frame == 1 && times.frame(after: 150, rounds: 3).frame == 2)
        #expect(times.frame(after: 450, rounds: 3).frame == 0 && times.frame(after: 449, rounds: 3).next == 450)
        #expect(times.frame(after: 1_349, rounds: 3).frame == 3 && times.frame(after: 1_350, rounds: 3).next == nil)
        #expect(AnimationTimes([100]).frame(after: 5, rounds: 3).next == nil)
        #expect(AnimationTimes([]).frame(after: 5, rounds: 3).frame == 0)
    }

    /// Runs the clock from wake to wake and counts them.
    private func wakes(_ clock: AnimationClock<Int>, from start: Int, until end: Int) -> Int {
        var now = start
        var count = 0
        while let next = clock.nextTime(after: now), next <= end {
            #expect(next > now && next % clock.grid == 0)
            now = next
            count += 1
        }
        return count
    }

    @Test func tenPicturesTakeOneTimerAndStopAfterThreeRounds() {
        var clock = AnimationClock<Int>(mode: .on)
        clock.show((0..<10).map { .init($0, times) }, at: 1_000)
        #expect(wakes(clock, from: 1_000, until: 2_000) == 8, "eight frames a second however many move")
        #expect(wakes(clock, from: 1_000, until: 100_000) <= 11)
        #expect(clock.nextTime(after: 3_000) == nil && clock.frame(of: 3, at: 9_000) == 0)
        clock.restart(3, at: 9_000)
        #expect(clock.nextTime(after: 9_000) == 9_125 && clock.frame(of: 3, at: 9_125) == 1)
    }

    @Test func whatIsOutOfSightCostsNothing() {
        var clock = AnimationClock<Int>(mode: .on)
        clock.show([.init(1, times)], at: 0)
        clock.show([], at: 100)
        #expect(clock.nextTime(after: 100) == nil && clock.frame(of: 1, at: 100) == 0)
        clock.show((0..<30).map { .init($0, times) }, at: 1_000)
        #expect(clock.frame(of: 5, at: 1_125) == 1 && clock.frame(of: 25, at: 1_125) == 0, "twelve move at most")
    }

    @Test func withoutFocusTheFrameStays() {
        var clock = AnimationClock<Int>(mode: .focused)
        clock.show([.init(1, times)], at: 0)
        #expect(clock.frame(of: 1, at: 250) == 2)
        clock.focus(false, at: 260)
        #expect(clock.nextTime(after: 300) == nil && clock.frame(of: 1, at: 60_000) == 2)
        clock.focus(true, at: 60_000)
        #expect(clock.frame(of: 1, at: 60_010) == 2 || clock.frame(of: 1, at: 60_010) == 3)
        #expect(clock.nextTime(after: 60_010) != nil)
    }

    @Test func offMeansTheFirstFrame() {
        var clock = AnimationClock<Int>(mode: .off)
        clock.show([.init(1, times)], at: 0)
        #expect(clock.nextTime(after: 0) == nil && clock.frame(of: 1, at: 250) == 0)
    }

    /// Frames of 384 bytes each: ten of them eight times a second would be 30 KiB.
    @Test func whatWouldWriteTooMuchMovesLessOften() throws {
        var clock = AnimationClock<Int>(mode: .on, rounds: .max)
        clock.show((0..<10).map { .init($0, times, bytes: 384) }, at: 1_000)
        #expect(clock.step == 208 && 3_840 * 1_000 / clock.step <= AnimationClock<Int>.mostBytes + 100)
        var now = 1_000
        var seen: Set<Int> = []
        for _ in 0..<40 {
            let next = try #require(clock.nextTime(after: now))
            #expect(next - now >= 208 || now == 1_000)
            now = next
            seen.insert(clock.frame(of: 3, at: now))
        }
        #expect(seen == [0, 1, 2, 3])
        clock.show([.init(3, times, bytes: 384)], at: now)
        #expect(clock.step == 125 && clock.nextTime(after: now) != nil, "alone it has its own pace again")
        clock.show([.init(3, times, bytes: .max)], at: now)
        #expect(clock.nextTime(after: now) != nil)
    }
}

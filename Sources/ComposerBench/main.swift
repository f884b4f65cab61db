import Glibc

// mingle-bench-composer: what a key costs in `update` and `view` together, in CPU time of this thread.

print("draft of 100,000 clusters and 1,000 tokens, microseconds a key (median, worst of all):")
for layout in LongDraft.Layout.allCases {
    var draft = LongDraft(layout)
    for row in LongDraft.Row.allCases { print(draft.measure(row)) }
}
let draftMiB = Double(Usage.peakKiB - Usage.startKiB) / 1024
print("most memory that such a draft took: \((draftMiB * 10).rounded() / 10) MiB (wanted: under 40)")
print("list over 50,000 people, microseconds a key (wanted: under 5000):")
var crowd = Crowd(50_000)
for text in ["@sam lee", "@Ann", "@zzz", "@人"] { print(crowd.measure(typing: text)) }
print("  worst of all: \(crowd.worst)")
print("200 emoticons on 80 × 24, set and drawn, microseconds (median, worst): \(EmoticonScreen().measure())")
print("switcher over 5,000 rooms, microseconds (median, worst):")
var rooms = ManyRooms(5_000)
for line in rooms.measure(typing: "room 42") { print(line) }
print("most memory of all this: \(Usage.peakKiB / 1024) MiB, of which \(Usage.startKiB / 1024) MiB at the start")

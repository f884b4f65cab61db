/// How unlike two words are.
enum EditDistance {
    /// How many letters have to be put in, taken out, changed or swapped with their neighbours to make one word of the
    /// other: the restricted distance of Damerau and Levenshtein. Costs the product of the lengths.
    static func between(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
        var before: [Int] = []
        var last = Array(0...other.count)
        for row in one.indices {
            var now = [row + 1]
            for column in other.indices {
                let isSame = one[row] == other[column]
                var best = min(last[column + 1] + 1, now[column] + 1, last[column] + (isSame ? 0 : 1))
                let isSwap = row > 0 && column > 0 && one[row] == other[column - 1] && one[row - 1] == other[column]
                if isSwap { best = min(best, before[column - 1] + 1) }
                now.append(best)
            }
            (before, last) = (last, now)
        }
        return last[other.count]
    }
}

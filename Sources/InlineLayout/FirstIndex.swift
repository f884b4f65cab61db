extension RandomAccessCollection where Index == Int {
    /// The first index of an element for which `isBehind` holds, where it holds for all elements behind that too; the end
    /// if there is none. Takes as many steps as the count has digits.
    @inline(__always)
    func firstIndex(whereAllBehind isBehind: (Element) -> Bool) -> Int {
        var low = startIndex, high = endIndex
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// A place in a text, with what of the line before it bears on what follows.
struct Pen {
    /// The offset of the place in the text.
    var at: Int
    /// The cells of the line before the place.
    var column = 0
    /// The state of the cluster machine.
    var state = ClusterMachine.start
    /// Where the cluster that ends at the place starts, and the column there.
    var clusterStart: Int
    var clusterColumn = 0

    init(at place: Int) {
        at = place
        clusterStart = place
    }

    /// Takes something that is one cluster whatever its text.
    mutating func take(to end: Int, column: Int) {
        clusterStart = at
        clusterColumn = self.column
        at = end
        self.column = column
        state = ClusterMachine.afterObject
    }

    /// Takes a forced break that is shown as a blank: nothing joins it.
    mutating func takeBreak(to end: Int, column: Int) {
        take(to: end, column: column)
        state = ClusterMachine.start
    }
}

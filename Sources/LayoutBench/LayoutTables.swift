func printLayoutTables() {}

import Testing

/// The built program, driven as a person drives it: in terminals of tmux, and by its commands.
///
/// One test at a time: each starts several programs, and what is measured should not wait for others' terminals.
@Suite(.serialized) enum EndToEnd {}

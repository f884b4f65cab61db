#pragma once

/// Gives up, for good, everything that a decoder does not need: files, the network, other programs, more memory than
/// 768 MiB and more than 5 seconds of computing. What is open as 0, 1 and 2 stays. Returns 0, or an error number when
/// the confinement is not complete; nothing from outside may be read then.
int mingle_confine(void);

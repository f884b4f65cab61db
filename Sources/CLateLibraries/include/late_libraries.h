// The libraries of the network, loaded when an account is first used.
#pragma once

/// Loads OpenSSL, expat, c-ares and libidn, unless they are loaded already. Returns the name of the library that is
/// missing, else NULL. What calls their functions before that loads the library itself, and ends the program when there
/// is none.
const char *mingle_load_late_libraries(void);

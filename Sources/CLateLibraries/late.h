#pragma once
// The functions of a library that is loaded when the first of them is called, each under its own name.
//
// They are hidden in the program: the libraries themselves, and others that use them, see nothing of them.

/// A library by what its file is called, and its handle once it is loaded.
struct late_library {
    const char *file;
    _Atomic(void *) handle;
};

/// Loads the library; 0 when there is none.
int late_load(struct late_library *library);
/// The address of a function. Ends the program when the library or the function is missing.
void *late_find(struct late_library *library, const char *name);

/// Defines a function that passes its arguments on. The compiler compares the signature with the header's.
#define LATE(library, result, name, parameters, arguments)                                                             \
    result name parameters {                                                                                           \
        static _Atomic(void *) known;                                                                                  \
        void *function = known;                                                                                        \
        if (!function) known = function = late_find(&library, #name);                                                  \
        return ((result(*) parameters)function)arguments;                                                              \
    }

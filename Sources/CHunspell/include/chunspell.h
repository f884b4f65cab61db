// libhunspell, loaded at run time: who has no dictionary pays nothing for it, and no header is needed to build.
#pragma once

/// A dictionary of one language.
typedef struct mingle_dictionary mingle_dictionary;

/// Opens the two files of a dictionary; NULL when the library or one of them cannot be had.
mingle_dictionary *mingle_dictionary_open(const char *affixes, const char *words);
/// 1 when `word` (UTF-8) is right, 0 when it is not, -1 when the dictionary cannot even write it.
int mingle_dictionary_knows(mingle_dictionary *dictionary, const char *word);
/// Calls `told` with each word (UTF-8) that may be meant by `word`, best first.
void mingle_dictionary_suggest(
    mingle_dictionary *dictionary, const char *word, void *context, void (*told)(void *context, const char *word));
/// Gives back all that is held.
void mingle_dictionary_close(mingle_dictionary *dictionary);

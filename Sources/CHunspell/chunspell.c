// C because the library is loaded at run time, and because iconv wants pointers that it may move.
#include "chunspell.h"

#include <dlfcn.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

typedef struct Hunhandle Hunhandle;

static struct {
    Hunhandle *(*create)(const char *, const char *);
    void (*destroy)(Hunhandle *);
    int (*spell)(Hunhandle *, const char *);
    int (*suggest)(Hunhandle *, char ***, const char *);
    void (*free_list)(Hunhandle *, char ***, int);
    char *(*encoding)(Hunhandle *);
} hunspell;

static int load(void) {
    if (hunspell.create) return 1;
    void *library = dlopen("libhunspell-1.7.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
    hunspell.destroy = (void (*)(Hunhandle *))dlsym(library, "Hunspell_destroy");
    hunspell.spell = (int (*)(Hunhandle *, const char *))dlsym(library, "Hunspell_spell");
    hunspell.suggest = (int (*)(Hunhandle *, char ***, const char *))dlsym(library, "Hunspell_suggest");
    hunspell.free_list = (void (*)(Hunhandle *, char ***, int))dlsym(library, "Hunspell_free_list");
    hunspell.encoding = (char *(*)(Hunhandle *))dlsym(library, "Hunspell_get_dic_encoding");
    if (!hunspell.destroy || !hunspell.spell || !hunspell.suggest || !hunspell.free_list || !hunspell.encoding)
        return 0;
    hunspell.create = (Hunhandle * (*)(const char *, const char *)) dlsym(library, "Hunspell_create");
    return hunspell.create != NULL;
}

// Longer ones are no words.
enum { longest = 400 };

struct mingle_dictionary {
    Hunhandle *handle;
    /// From and to UTF-8; both (iconv_t)-1 where the dictionary is UTF-8 itself.
    iconv_t from_utf8, to_utf8;
};

static int is_open(iconv_t converter) { return converter != (iconv_t)-1; }

mingle_dictionary *mingle_dictionary_open(const char *affixes, const char *words) {
    if (!load()) return NULL;
    mingle_dictionary *result = calloc(1, sizeof *result);
    if (!result) return NULL;
    result->from_utf8 = result->to_utf8 = (iconv_t)-1;
    result->handle = hunspell.create(affixes, words);
    const char *encoding = result->handle ? hunspell.encoding(result->handle) : NULL;
    if (!encoding) {
        mingle_dictionary_close(result);
        return NULL;
    }
    if (strcmp(encoding, "UTF-8") == 0) return result;
    result->from_utf8 = iconv_open(encoding, "UTF-8");
    result->to_utf8 = iconv_open("UTF-8", encoding);
    if (is_open(result->from_utf8) && is_open(result->to_utf8)) return result;
    mingle_dictionary_close(result);
    return NULL;
}

void mingle_dictionary_close(mingle_dictionary *dictionary) {
    if (dictionary->handle) hunspell.destroy(dictionary->handle);
    if (is_open(dictionary->from_utf8)) iconv_close(dictionary->from_utf8);
    if (is_open(dictionary->to_utf8)) iconv_close(dictionary->to_utf8);
    free(dictionary);
}

/// `text` by way of `converter` into `result` of 4 * longest bytes; 0 when it cannot be written there.
static int convert(iconv_t converter, const char *text, char *result) {
    size_t size = strlen(text), room = 4 * longest - 1;
    if (size >= longest) return 0;
    if (!is_open(converter)) {
        memcpy(result, text, size + 1);
        return 1;
    }
    char *in = (char *)text, *out = result;
    iconv(converter, NULL, NULL, NULL, NULL);
    if (iconv(converter, &in, &size, &out, &room) == (size_t)-1) return 0;
    *out = 0;
    return 1;
}

int mingle_dictionary_knows(mingle_dictionary *dictionary, const char *word) {
    char text[4 * longest];
    if (!convert(dictionary->from_utf8, word, text)) return -1;
    return hunspell.spell(dictionary->handle, text) != 0;
}

void mingle_dictionary_suggest(
    mingle_dictionary *dictionary, const char *word, void *context, void (*told)(void *context, const char *word)) {
    char text[4 * longest];
    if (!convert(dictionary->from_utf8, word, text)) return;
    char **list = NULL;
    int count = hunspell.suggest(dictionary->handle, &list, text);
    for (int index = 0; index < count; index++) {
        char suggestion[4 * longest];
        if (convert(dictionary->to_utf8, list[index], suggestion)) told(context, suggestion);
    }
    if (count > 0) hunspell.free_list(dictionary->handle, &list, count);
}

#include <png.h>

// Macros that the importer does not take, being composed of others.
enum { MINGLE_PNG_RGBA = PNG_FORMAT_RGBA };
static inline void mingle_png_prepare(png_image *image) {
    *image = (png_image){ .version = PNG_IMAGE_VERSION };
}

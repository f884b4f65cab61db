#include <stringprep.h>
#include <idna.h>
#include <idn-free.h>

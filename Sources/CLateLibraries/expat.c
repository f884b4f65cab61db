#pragma GCC visibility push(hidden)
#include "late.h"

#include <expat.h>

struct late_library late_expat = {"libexpat.so.1", 0};

#define EXPAT(result, name, parameters, arguments) LATE(late_expat, result, name, parameters, arguments)

EXPAT(XML_Parser, XML_ParserCreateNS, (const XML_Char *encoding, XML_Char separator), (encoding, separator))
EXPAT(void, XML_ParserFree, (XML_Parser parser), (parser))
EXPAT(void, XML_SetUserData, (XML_Parser parser, void *data), (parser, data))
EXPAT(void, XML_SetElementHandler,
      (XML_Parser parser, XML_StartElementHandler start, XML_EndElementHandler end), (parser, start, end))
EXPAT(void, XML_SetCharacterDataHandler, (XML_Parser parser, XML_CharacterDataHandler handler), (parser, handler))
EXPAT(void, XML_SetCommentHandler, (XML_Parser parser, XML_CommentHandler handler), (parser, handler))
EXPAT(void, XML_SetProcessingInstructionHandler,
      (XML_Parser parser, XML_ProcessingInstructionHandler handler), (parser, handler))
EXPAT(void, XML_SetStartDoctypeDeclHandler,
      (XML_Parser parser, XML_StartDoctypeDeclHandler handler), (parser, handler))
EXPAT(enum XML_Status, XML_Parse, (XML_Parser parser, const char *bytes, int count, int isLast),
      (parser, bytes, count, isLast))
EXPAT(enum XML_Status, XML_StopParser, (XML_Parser parser, XML_Bool resumable), (parser, resumable))
EXPAT(enum XML_Error, XML_GetErrorCode, (XML_Parser parser), (parser))
EXPAT(const XML_LChar *, XML_ErrorString, (enum XML_Error error), (error))
EXPAT(XML_Index, XML_GetCurrentByteIndex, (XML_Parser parser), (parser))
EXPAT(int, XML_GetCurrentByteCount, (XML_Parser parser), (parser))

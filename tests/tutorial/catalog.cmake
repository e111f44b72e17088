# Writes the catalogue with one game more, as games/README.md tells an author to change it.
# REQUIRES: SOURCE, TARGET, GAME.
file(READ ${SOURCE} text)
string(REPLACE "#include \"games/reversi/entry.hpp\"\n" "#include \"games/reversi/entry.hpp\"\n#include \"games/${GAME}/entry.hpp\"\n" more "${text}")
string(REGEX REPLACE "kEntry};" "kEntry, ${GAME}::kEntry};" more "${more}")
if(more STREQUAL text OR NOT more MATCHES "${GAME}::kEntry" OR NOT more MATCHES "${GAME}/entry.hpp")
  message(FATAL_ERROR "${SOURCE} no longer looks as games/README.md says")
endif()
file(WRITE ${TARGET} "${more}")

#include "base/language.hpp"

#include <cstdlib>

namespace engawa {

Lang language_of_environment() {
  for (auto const* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    char const* const value = std::getenv(name);
    if (value != nullptr && *value != '\0') return std::string_view(value).starts_with("ja") ? Lang::Ja : Lang::En;
  }
  return Lang::En;
}

}  // namespace engawa

// A leaky singleton: a static object that is never destroyed, because threads may still use it while the process exits.
// Returns a pointer, because g++ 14 warns about references returned by a function (-Wdangling-reference).
#pragma once
#include <utility>

namespace engawa {

template <class T, class... Arguments>
T* forever(Arguments&&... arguments) {
  return new T(std::forward<Arguments>(arguments)...);
}

}  // namespace engawa

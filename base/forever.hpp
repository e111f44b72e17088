// What a static refers to when threads may still use it while the process ends: made once, never destroyed. A pointer, since g++ 14 takes a reference
// that a function returns for one to its arguments (-Wdangling-reference).
#pragma once
#include <utility>

namespace engawa {

template <class T, class... Arguments>
T* forever(Arguments&&... arguments) {
  return new T(std::forward<Arguments>(arguments)...);
}

}  // namespace engawa

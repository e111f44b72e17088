// Functions that the C++ library expects from its environment, and the page does not provide: a module neither throws
// nor uses files or clocks. An error that would be thrown ends the module's call as a trap, which the page sees as an
// exception.
#include <cstddef>

extern "C" {

void* __cxa_allocate_exception(std::size_t) { __builtin_trap(); }
void __cxa_throw(void*, void*, void (*)(void*)) { __builtin_trap(); }

}  // extern "C"

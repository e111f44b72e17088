// What every program of unit tests begins with. Catch2 version 2 needs a main of its own; version 3 brings one.
#include "base/standard_streams.hpp"

namespace {

[[maybe_unused]] bool const streams_open = (engawa::open_standard_streams(), true);

}  // namespace

#if !__has_include(<catch2/catch_test_macros.hpp>)
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif

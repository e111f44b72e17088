// The start of every unit test program. Catch2 version 2 needs our own main; version 3 has one.
#include "base/standard_streams.hpp"

namespace {

[[maybe_unused]] bool const streams_open = (engawa::open_standard_streams(), true);

}  // namespace

#if !__has_include(<catch2/catch_test_macros.hpp>)
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif

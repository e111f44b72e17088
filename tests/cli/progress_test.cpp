// The progress line of a long operation.
#include "base/progress.hpp"

#include "tests/catch.hpp"

using engawa::progress_line;

TEST_CASE("how far, and how long the rest takes when that can be judged", "[progress]") {
  CHECK(progress_line("checking", 0, 0.5, false) == "checking: 0 %");
  CHECK(progress_line("checking", 0.5, 1, false) == "checking: 50 %");
  CHECK(progress_line("checking", 0.25, 10, false) == "checking: 25 %, about 30 s left");
  CHECK(progress_line("checking", 0.1, 60, false) == "checking: 10 %, about 9 min left");
  CHECK(progress_line("checking", 1, 60, false) == "checking: 100 %");
  CHECK(progress_line("checking", 1.2, 60, false) == "checking: 100 %");
  CHECK(progress_line("copying", -1, 61.4, false) == "copying: 61 s");
  CHECK(progress_line("copying", -1, 120, false) == "copying: 2 min");
  CHECK(progress_line("対局中", 0.25, 10, true) == "対局中：25 %、残り約30秒");
  CHECK(progress_line("対局中", -1, 120, true) == "対局中：2分");
}

TEST_CASE("shares", "[progress]") {
  CHECK(engawa::share_of(1, 4) == 0.25);
  CHECK(engawa::share_of(0, 0) == 1);
}

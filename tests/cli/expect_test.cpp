// EXPECT when contracts are checked: it prints the condition, its place and the values, and aborts.
#include "base/expect.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <string>

#include "tests/catch.hpp"

namespace engawa {
namespace {

#if defined(ENGAWA_CONTRACTS)

struct End {
  int signal = 0;    // 0: it returned
  std::string said;  // on standard error
};

// Runs `act` in a separate process.
End end_of(std::function<void()> const& act) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  auto const child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);
    dup2(ends[1], STDERR_FILENO);
    act();
    _exit(0);
  }
  close(ends[1]);
  End end;
  char buffer[256];
  for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;) end.said.append(buffer, static_cast<std::size_t>(n));
  close(ends[0]);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  return end;
}

constexpr int checked(int i, int size) {
  EXPECT(0 <= i && i < size, i, size);
  return i;
}
static_assert(checked(2, 3) == 2);

TEST_CASE("a broken contract prints the condition, its place and the values, and aborts", "[expect]") {
  auto const end = end_of([] { checked(7, 5); });
  CHECK(end.signal == SIGABRT);
  CHECK(end.said.find("expect_test.cpp:") != std::string::npos);
  CHECK(end.said.ends_with("EXPECT(0 <= i && i < size) does not hold: i, size = 7, 5\n"));
}

TEST_CASE("a contract without values, and one of texts, truth values and enumerators", "[expect]") {
  enum class Phase { kLobby, kPlaying };
  CHECK(end_of([] { EXPECT(false); }).said.ends_with("EXPECT(false) does not hold\n"));
  auto const end = end_of([] {
    std::string_view const room = "K7PQ2";
    bool const open = false;
    auto const phase = Phase::kPlaying;
    EXPECT(open, room, open, phase);
  });
  CHECK(end.said.ends_with("room, open, phase = K7PQ2, false, 1\n"));
}

TEST_CASE("a contract that holds says nothing and evaluates its condition once", "[expect]") {
  int asked = 0;
  EXPECT(++asked == 1);
  CHECK(asked == 1);
  auto const end = end_of([] { checked(4, 5); });
  CHECK(end.signal == 0);
  CHECK(end.said.empty());
}

#else

TEST_CASE("a release does not evaluate a contract", "[expect]") {
  int asked = 0;
  EXPECT(++asked == 7);
  CHECK(asked == 0);
}

#endif

}  // namespace
}  // namespace engawa

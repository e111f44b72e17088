// `bot`: programs of any language take seats in a room.
#include <csignal>
#include <memory>
#include <vector>

#include "clients/cli/room/bot_seat.hpp"
#include "clients/cli/verbs/verbs.hpp"

namespace engawa::cli {
namespace {

class Bots {
 public:
  Bots(Options const& options, Output const& output) : options_(options), output_(output) {}

  int run() {
    for (int i = 0; i < options_.count; ++i)
      if (auto const failure = add(i)) return output_.fail(*failure);
    running_ = options_.count;
    loop_.on_signals({SIGINT, SIGTERM},
                     [this](int number) { stop(number == SIGINT ? Exit::Interrupted : Exit::Other); });
    for (auto const& seat : seats_) seat->open();
    return loop_.run();
  }

 private:
  std::optional<Failure> add(int index) {
    auto options = options_;
    if (options.nick.empty()) options.nick = "Bot";
    if (options.count > 1) options.nick += " " + std::to_string(index + 1);
    auto entry = find_room(options, {.own_guest = false, .who = "bot " + std::to_string(index + 1)});
    if (!entry) return entry.error();
    auto const seat = options_.seat ? std::optional<int>(*options_.seat + index) : std::nullopt;
    seats_.push_back(std::make_unique<BotSeat>(loop_, options_, output_, std::move(*entry), seat,
                                               [this](Failure const* failure) { finished(failure); }));
    return std::nullopt;
  }

  void finished(Failure const* failure) {
    if (failure != nullptr) return stop(static_cast<Exit>(output_.fail(*failure)));
    if (--running_ == 0) loop_.stop(0);
  }

  // Everybody closes politely, so that the server need not wait for us.
  void stop(Exit code) {
    if (std::exchange(stopping_, true)) return loop_.stop(static_cast<int>(code));
    auto const left = std::make_shared<std::size_t>(seats_.size());
    for (auto const& seat : seats_)
      seat->leave([this, left, code] {
        if (--*left == 0) loop_.stop(static_cast<int>(code));
      });
  }

  Options const& options_;
  Output const& output_;
  Loop loop_;
  std::vector<std::unique_ptr<BotSeat>> seats_;
  int running_ = 0;
  bool stopping_ = false;
};

}  // namespace

int bot(Options const& options, Output const& output) { return Bots(options, output).run(); }

}  // namespace engawa::cli

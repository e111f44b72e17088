// `bot`: programs in any language take seats in a room.
#include <algorithm>
#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "clients/cli/room/bot_seat.hpp"
#include "clients/cli/verbs/verbs.hpp"

namespace engawa::cli {
namespace {

class Bots {
 public:
  Bots(Options const& options, Output const& output) : options_(options), output_(output) {}

  int run() {
    if (auto const fault = misused()) return output_.fail(*fault);
    for (int i = 0; i < options_.count; ++i)
      if (auto const failure = add(i)) return output_.fail(*failure);
    running_ = options_.count;
    loop_.on_signals({SIGINT, SIGTERM},
                     [this](int number) { stop(number == SIGINT ? Exit::Interrupted : Exit::Other); });
    for (auto const& seat : seats_) seat->open();
    return loop_.run();
  }

 private:
  std::optional<Failure> misused() const {
    if (!options_.make && options_.room.empty())
      return Failure{Exit::Usage, "usage", "give the room with --room CODE, or make one with --make GAME",
                     "--room CODEでルームを指定するか、--make GAMEでルームを作ってください"};
    if (options_.make && options_.seat)
      return Failure{Exit::Usage, "usage", "--seat needs --room; in a room of its own the bot has the first seat",
                     "--seatは--roomと使います。自分で作ったルームでは、ボットは最初の席に座ります"};
    return std::nullopt;
  }

  std::optional<Failure> add(int index) {
    auto options = options_;
    if (options.nick.empty()) options.nick = "Bot";
    if (options.count > 1) options.nick += " " + std::to_string(index + 1);
    if (!made_.empty()) options.room = made_;
    As const as{.own_guest = false, .who = "bot " + std::to_string(index + 1)};
    auto entry = options.room.empty() ? make_room(options, as) : find_room(options, as);
    if (!entry) return entry.error();
    entry->connection.program = options.nick;
    if (options.room.empty()) show(made_ = entry->connection.room, entry->connection.address);
    auto const seat = options_.seat ? std::optional<int>(*options_.seat + index) : std::nullopt;
    seats_.push_back(std::make_unique<BotSeat>(loop_, options_, output_, team_, std::move(*entry), seat,
                                               [this](Failure const* failure) { finished(failure); }));
    return std::nullopt;
  }

  void finished(Failure const* failure) {
    if (failure != nullptr) return stop(static_cast<Exit>(output_.fail(*failure)));
    if (--running_ > 0) return;
    bool const gave_up = std::any_of(seats_.begin(), seats_.end(), [](auto const& seat) { return seat->gave_up(); });
    loop_.stop(static_cast<int>(gave_up ? Exit::Other : Exit::Ok));
  }

  // The address of our room, for people.
  void show(std::string const& room, Address const& address) const {
    auto const link = address.url() + "/r/" + room;
    if (!output_.json()) return output_.line(link);
    output_.data(Json{{"room", room}, {"link", link}}.dump(-1, ' ', false, Json::error_handler_t::replace));
  }

  // All connections close normally, so that the server need not wait for us.
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
  BotTeam team_;
  std::string made_;  // the code of our room
  std::vector<std::unique_ptr<BotSeat>> seats_;
  int running_ = 0;
  bool stopping_ = false;
};

}  // namespace

int bot(Options const& options, Output const& output) { return Bots(options, output).run(); }

}  // namespace engawa::cli

// A person in a room: connects to any node, plays and chats, and repeats requests with the same id until they are
// answered.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "base/json_read.hpp"
#include "tests/simulation/history.hpp"
#include "tests/simulation/wire.hpp"

namespace engawa::simulation {

struct Table;

class Client : public std::enable_shared_from_this<Client> {
 public:
  // `seat`: -1 for a spectator.
  Client(World& world, Table& table, int seat);

  void come();
  // For good.
  void go();
  // Called every second.
  void tick();
  // How long it has not been served by nodes that should serve; 0: it waits for nothing.
  Time waits() const { return waiting() && !is_away() ? now() - unserved_since_ : 0; }
  std::string where() const;

 private:
  struct Asked {
    std::string text;
    bool makes_step = false;
  };
  bool is_away() const { return now() < away_until_; }
  void go_away(Time time);
  bool waiting() const { return !wire_ || !ready_ || !asked_.empty(); }
  void hear(std::string const& text);
  void take(Json const& frame);
  void take_step(Json const& frame);
  void take_state(Json const& frame);
  void take_answer(Json const& frame);
  void closed(int code);
  void hang_up();
  void come_later();
  void think_later();
  void think();
  void act();
  void ask(Json request);
  bool has_seat() const;
  bool my_turn() const;
  void look_for_kept_seats();
  Json small_move() const;

  World& world_;
  Table& table_;
  int seat_;
  std::string name_;
  WirePtr wire_;
  int node_ = -1;  // the node of its connection
  bool ready_ = false, gone_ = false;
  int asked_for_ = 0;
  std::map<int, Asked> asked_;  // unanswered, by id
  Json document_;
  std::uint64_t seq_ = 0;
  std::string hash_;
  Time kept_since_[2] = {};  // since when the seat waits for its person, as seen on this connection; 0: it does not
  Time unserved_since_ = 0, heard_at_ = 0, patience_ = 0, away_until_ = 0;
};

}  // namespace engawa::simulation

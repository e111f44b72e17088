// The lobby: the list of public rooms as a document, with steps for its clients. Lives on shard 0. Changes are
// collected for a moment, so that a busy server does not notify every client of every seat. Nodes of a cluster show
// each other's rooms (server/cluster/lobby_exchange.hpp).
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "server/ops/config.hpp"
#include "server/ops/server_clock.hpp"
#include "server/room/peer.hpp"

namespace engawa::server {

// The filters of GET /api/rooms. Empty words match everything.
struct RoomQuery {
  std::string game, phase;
  std::string after;  // the last code of the previous page; empty: the first page
  std::size_t limit = 50;
};

struct RoomPage {
  std::string rooms;  // summaries, joined by commas
  std::string next;   // `after` for the next page; empty: this is the last one
};

class Lobby final : public Channel {
 public:
  // `io` runs shard 0. REQUIRES: all three outlive it.
  Lobby(boost::asio::io_context& io, ServerClock const& clock, Config const& config);

  // From any thread.
  void post_update(std::string code, std::string summary);
  void post_removal(std::string code);

  // All other functions on shard 0.
  void enter(Peer& peer, Guest const& guest, protocol::Hello const& hello, std::string_view re,
             std::string_view token) override;
  void receive(Peer& peer, protocol::ClientFrame const& frame) override;
  void leave(Peer& peer) override;
  void resend_state(Peer& peer) override;

  void announce(Frame const& notice);

  // All public rooms, including those beyond the limit of the watched list, ordered by code.
  RoomPage list(RoomQuery const& query) const;
  // The results of the latest rounds of people in public rooms since the start of the server, joined by commas, newest
  // first.
  std::string results() const;
  // The running game that is best to watch: the one with the most people. Empty: none.
  std::string best_running() const;
  // The code of a public room of this server that has not started, has an open seat and at least one person, and has
  // exactly this game and these options (normalised, as text). Empty: none.
  std::string find_open(std::string_view game, std::string_view options) const;
  // The node that has such a room. Empty: there is none, or this server has one itself.
  std::string node_to_play(std::string_view game, std::string_view options) const;

  // Summaries by code.
  using Summaries = std::map<std::string, std::string>;
  // Of this server's own rooms, at most this many.
  Summaries own_rooms(std::size_t most) const;
  // All rooms of `node`. A room of this server or of a third node stays listed there until that node gives it up; then
  // call this again with the same rooms. Invalid summaries are not shown.
  void show_node(std::string const& node, Summaries const& rooms);

 private:
  // A summary, and the parts of it that are often needed.
  struct Listing {
    std::string node;  // empty: this server
    std::string summary;
    std::string game, phase;
    int people = 0, online = 0, open = 0;
  };
  using Listings = std::map<std::string, Listing>;

  static Listing listing_of(std::string const& node, std::string summary);
  Listing const* listing(std::string const& code) const;
  void show_or_queue(std::string const& code, Listing listing);
  void remove(std::string const& code, std::string const& node);
  bool is_open(Listing const& listing, std::string_view game, std::string_view options) const;
  void note_result(Listing const& before, Listing const& now);
  void change(std::string const& code, std::optional<Listing> listing);
  void flush();
  std::string document() const;

  boost::asio::io_context& io_;
  ServerClock const& clock_;
  Config const& config_;
  boost::asio::steady_timer timer_;
  Listings rooms_;
  Listings unlisted_;                                          // public, but beyond the lobby's limit; they move up
  std::map<std::string, std::optional<std::string>> changed_;  // with the last state sent to the clients
  std::deque<std::string> results_;                            // newest first
  std::vector<Peer*> peers_;
  std::uint64_t seq_ = 0;
};

}  // namespace engawa::server

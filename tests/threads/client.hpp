// A server in this process and its clients, each on a thread of its own. A client keeps the document as a client should, and throws
// when the server breaks its word: a gap in the numbers, a document that is not the sum of its steps, an answer too many or too few.
#pragma once
#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/json_read.hpp"
#include "server/ops/config.hpp"
#include "server/server.hpp"
#include "tests/threads/transport.hpp"

namespace engawa::server {

// A database in a folder that goes away with it.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(Folder const&) = delete;
  Folder& operator=(Folder const&) = delete;
  std::string const& path() const { return path_; }

 private:
  std::string path_;
};

// Two shards, two threads that think, nothing rationed, bots at once.
Config hurried(Folder const& folder);

struct Answer {
  int status = 0;  // 0: the server has gone
  std::string body;
  Json json() const { return Json::parse(body); }
};

// engawad without its main(). Any thread may ask it.
class Host {
 public:
  explicit Host(Config const& config);
  ~Host() { stop(); }
  Host(Host const&) = delete;
  Host& operator=(Host const&) = delete;

  // As the signal does. Once.
  void stop();
  int port() const { return port_; }

  Answer http(std::string method, std::string path, Json const& body = {}, std::string token = {}) const;
  Answer admin(std::string method, std::string path) const;
  std::uint64_t metric(std::string const& name) const;

  // A new guest's token, and a new room's code. Asked for again while the store fails; empty: the server goes down.
  std::string guest(std::string const& nick) const;
  std::string room(Json const& wish, std::string const& token) const;
  // What the room's journal holds: the inputs from the first on.
  std::vector<Json> journal(std::string const& room) const;

 private:
  Answer ask(int port, std::string method, std::string path, Json const& body, std::string token) const;
  std::string make(std::string const& path, Json const& body, std::string const& token, char const* member) const;

  std::unique_ptr<Server> server_;
  int port_ = 0, admin_port_ = 0;
};

// A player or watcher of a room, or (without a room) of the lobby. One thread at a time.
class Client {
 public:
  // The server goes down, or has gone.
  struct Gone {};

  Client(Host& host, std::string room, std::string token);

  // Goes on where it was with a server that was started anew.
  void move_to(Host& host);
  // Says hello, again and again until the server takes us; a quarantined room is put back into service.
  void come();
  // Breaks the connection; the next request makes another.
  void drop() { wire_.reset(); }
  // Each request with its answer: asked again with the same id after a connection that ended, and when the answer means "later".
  std::vector<Json> ask_all(std::vector<Json> requests);
  Json ask(Json request) { return ask_all({std::move(request)}).front(); }
  // Asks the same again that was acknowledged last: the answer is the same. REQUIRES: something was.
  void repeat();
  // Takes the seat; if it is held for this guest, waits for it, because then nothing is asked.
  void sit_down(int seat);
  // Reads until ready().
  void follow(std::function<bool()> const& ready);

  std::string const& room() const { return room_; }
  std::string const& token() const { return token_; }
  Json const& document() const { return document_; }
  std::uint64_t seq() const { return seq_; }
  std::string phase() const { return document_.at("phase"); }
  int round() const { return document_.at("round"); }
  std::string const& guest() const { return guest_; }
  bool my_turn() const;
  // One cell of the first row that has any. REQUIRES: it is somebody's turn.
  Json small_move() const;
  // What was acknowledged of what makes a step: the request's id and the number of the step.
  std::map<int, std::uint64_t> const& told() const { return told_; }
  Json last_told_;  // the request that was acknowledged last
  // The close codes that were met.
  std::set<int> const& closings() const { return closings_; }

 private:
  // One frame, made part of what is known; null: the connection has ended.
  Json take();
  void take_answer(Json const& frame, std::string const& type);
  bool say_hello();
  void ended();

  Host* host_;
  std::string room_, token_, guest_;
  std::unique_ptr<Wire> wire_;
  Json document_;
  std::uint64_t seq_ = 0;
  std::string hash_;  // the lobby has none
  int next_id_ = 1;
  std::map<int, std::string> open_;  // asked on this connection and not answered: the id and the type
  std::map<int, std::uint64_t> told_;
  std::set<int> closings_;
};

// The wish for a room of two, whose seats are "me", "open" or a bot.
Json table(Json first, Json second);
Json bot(std::string const& name);

// Requests.
Json plain(std::string const& type);
Json sit(int seat);
Json say(std::string const& text);

// Throws `what` unless it is so.
void expect(bool so, std::string const& what);
void expect_ok(Json const& answer);
// Only what a player cannot know may be wrong: that a stand-in has moved, or that the game is over.
void expect_played(Json const& answer);
// What the server stored of a client is what it acknowledged, each request once and at the number that was told.
void expect_stored(Host const& host, Client const& client);

// Throws when something that is asked for again and again does not come in the end.
class Attempts {
 public:
  explicit Attempts(std::string what) : what_(std::move(what)) {}
  void another();

 private:
  std::string what_;
  std::chrono::steady_clock::time_point end_ = std::chrono::steady_clock::now() + kPatience;
};

// Threads whose exceptions are brought to who waits for them; a client's `Gone` is none.
class Crowd {
 public:
  ~Crowd();
  void add(std::function<void()> work);
  // Throws what the first of them threw.
  void wait();
  // The same, for those that go on until it is over.
  void end();
  bool over() const { return over_; }

 private:
  void join();

  std::vector<std::thread> threads_;
  std::atomic<bool> over_{false};
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace engawa::server

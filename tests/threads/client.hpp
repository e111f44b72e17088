// A server in this process and its clients, each on its own thread. A client keeps the document as a client should, and
// throws if the server breaks the protocol: a gap in the numbers, a document that is not the sum of its steps, an extra
// or missing answer.
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

// A database in a folder that is removed with this object.
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

// Two shards, two bot threads, no rate limits, bots without a delay.
Config hurried(Folder const& folder);

struct Answer {
  int status = 0;  // 0: the server has gone
  std::string body;
  Json json() const { return Json::parse(body); }
};

// engawad without its main(). Any thread may call it.
class Host {
 public:
  explicit Host(Config const& config);
  ~Host() { stop(); }
  Host(Host const&) = delete;
  Host& operator=(Host const&) = delete;

  // As on the signal. Only once.
  void stop();
  int port() const { return port_; }

  Answer http(std::string method, std::string path, Json const& body = {}, std::string token = {}) const;
  Answer admin(std::string method, std::string path) const;
  std::uint64_t metric(std::string const& name) const;

  // A new guest's token, and a new room's code. Repeated while the store fails; empty: the server is shutting down.
  std::string guest(std::string const& nick) const;
  std::string room(Json const& wish, std::string const& token) const;
  // The contents of the room's journal: the inputs from the first on.
  std::vector<Json> journal(std::string const& room) const;

 private:
  Answer ask(int port, std::string method, std::string path, Json const& body, std::string token) const;
  std::string make(std::string const& path, Json const& body, std::string const& token, char const* member) const;

  std::unique_ptr<Server> server_;
  int port_ = 0, admin_port_ = 0;
};

// A player or spectator of a room, or (without a room) a viewer of the lobby. One thread at a time.
class Client {
 public:
  // The server is shutting down, or has ended.
  struct Gone {};

  Client(Host& host, std::string room, std::string token);

  // Continues where it was with a restarted server.
  void move_to(Host& host);
  // Sends hello repeatedly until the server accepts us; a quarantined room is put back into service.
  void come();
  // Breaks the connection; the next request makes another.
  void drop() { wire_.reset(); }
  // Each request with its answer: repeated with the same id after a lost connection, and if the answer means "later".
  std::vector<Json> ask_all(std::vector<Json> requests);
  Json ask(Json request) { return ask_all({std::move(request)}).front(); }
  // Repeats the last acknowledged request: the answer must be the same. REQUIRES: there is one.
  void repeat();
  // Takes the seat; if it is held for this guest, waits for it, because no request is needed then.
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
  // One cell of the first row that has any. REQUIRES: a seat is to move.
  Json small_move() const;
  // Acknowledged requests that made a step: the request's id and the number of the step.
  std::map<int, std::uint64_t> const& told() const { return told_; }
  Json last_told_;  // the last acknowledged request
  // The close codes received.
  std::set<int> const& closings() const { return closings_; }

 private:
  // Reads one frame and applies it; null: the connection has ended.
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
  std::map<int, std::string> open_;  // unanswered on this connection: the id and the type
  std::map<int, std::uint64_t> told_;
  std::set<int> closings_;
};

// The settings for a room of two, whose seats are "me", "open" or a bot.
Json table(Json first, Json second);
Json bot(std::string const& name);

// Requests.
Json plain(std::string const& type);
Json sit(int seat);
Json say(std::string const& text);

// Throws `what` unless the condition holds.
void expect(bool so, std::string const& what);
void expect_ok(Json const& answer);
// A refusal is allowed only for reasons that a player cannot know: a stand-in has moved, or the game is over.
void expect_played(Json const& answer);
// The server stored exactly a client's acknowledged requests, each once and at the acknowledged number.
void expect_stored(Host const& host, Client const& client);

// Throws if a repeatedly requested state never comes.
class Attempts {
 public:
  explicit Attempts(std::string what) : what_(std::move(what)) {}
  void another();

 private:
  std::string what_;
  std::chrono::steady_clock::time_point end_ = std::chrono::steady_clock::now() + kPatience;
};

// Threads whose exceptions are passed to the waiting caller; a client's `Gone` does not count.
class Crowd {
 public:
  ~Crowd();
  void add(std::function<void()> work);
  // Throws the first of their exceptions.
  void wait();
  // The same, for threads that run until it is over.
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

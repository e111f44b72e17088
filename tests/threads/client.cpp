#include "tests/threads/client.hpp"

#include <spdlog/sinks/null_sink.h>
#include <spdlog/spdlog.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <utility>

namespace engawa::server {
namespace {

bool means_later(std::string const& code) { return code == "busy" || code == "internal" || code == "rate_limited"; }

}  // namespace

Folder::Folder() {
  char name[] = "/tmp/engawa-threads-XXXXXX";
  if (!mkdtemp(name)) throw std::runtime_error("no temporary folder");
  path_ = name;
}

Folder::~Folder() { std::filesystem::remove_all(path_); }

Config hurried(Folder const& folder) {
  constexpr std::int64_t plenty = 1'000'000;
  Config config;
  config.port = config.admin_port = 0;
  config.data = folder.path();
  config.threads = 2;
  config.bot_threads = 2;
  config.bot_delay_ms = 0;
  config.bot_budget_ms = 3;
  config.grace_ms = 0;
  config.clock_ms = 0;
  for (auto* const ration :
       {&config.chat_per_10s, &config.guests_per_min, &config.rooms_per_min, &config.joins_per_min,
        &config.rooms_per_ip, &config.rooms_per_guest, &config.connections_per_ip, &config.unknown_rooms_per_min})
    *ration = plenty;
  return config;
}

Host::Host(Config const& config) {
  spdlog::set_default_logger(std::make_shared<spdlog::logger>("", std::make_shared<spdlog::sinks::null_sink_mt>()));
  auto started = Server::start(config);
  if (!started) throw Broken(started.error().message);
  server_ = std::move(*started);
  port_ = server_->port();
  admin_port_ = server_->admin_port();
}

void Host::stop() {
  if (!server_) return;
  server_->stop();
  cut_off(port_);
  cut_off(admin_port_);
}

Answer Host::ask(int port, std::string method, std::string path, Json const& body, std::string token) const {
  HttpRequest request;
  request.content_type = "application/json";
  request.method = std::move(method);
  request.path = std::move(path);
  if (!body.is_null()) request.body = body.dump();
  request.token = std::move(token);
  request.address = "127.0.0.1";
  request.host = "localhost";
  auto response = ask_http(port, std::move(request));
  return {response.status, std::move(response.body)};
}

Answer Host::http(std::string method, std::string path, Json const& body, std::string token) const {
  return ask(port_, std::move(method), std::move(path), body, std::move(token));
}

Answer Host::admin(std::string method, std::string path) const {
  return ask(admin_port_, std::move(method), std::move(path), {}, {});
}

std::uint64_t Host::metric(std::string const& name) const {
  auto const text = '\n' + admin("GET", "/metrics").body;
  auto const at = text.find('\n' + name + ' ');
  if (at == text.npos) throw Broken("there is no metric " + name);
  return std::stoull(text.substr(at + name.size() + 2));
}

std::string Host::make(std::string const& path, Json const& body, std::string const& token, char const* member) const {
  for (Attempts attempts(path + " stays busy");; attempts.another()) {
    auto const answer = http("POST", path, body, token);
    if (answer.status == 0) return {};
    auto const json = answer.json();
    if (answer.status == 201) return json.at(member);
    if (json.at("code") == "draining") return {};
    if (json.at("code") != "busy") throw Broken(path + " answers " + answer.body);
  }
}

std::string Host::guest(std::string const& nick) const { return make("/api/guests", {{"nick", nick}}, {}, "token"); }

std::string Host::room(Json const& wish, std::string const& token) const {
  return make("/api/rooms", wish, token, "room");
}

std::vector<Json> Host::journal(std::string const& room) const {
  auto const answer = admin("GET", "/rooms/" + room + "/journal");
  if (answer.status != 200) throw Broken("no journal of " + room + ": " + answer.body);
  std::istringstream lines(answer.body);
  std::vector<Json> inputs;
  std::string line;
  std::getline(lines, line);  // the set-up
  while (std::getline(lines, line)) inputs.push_back(Json::parse(line).at("input"));
  return inputs;
}

Client::Client(Host& host, std::string room, std::string token)
    : host_(&host), room_(std::move(room)), token_(std::move(token)) {
  come();
}

void Client::move_to(Host& host) {
  host_ = &host;
  wire_.reset();
  come();
}

void Client::come() {
  for (Attempts attempts("nobody is let into " + room_); !say_hello(); attempts.another()) continue;
}

// False: not now.
bool Client::say_hello() {
  auto opened = open_wire(host_->port(), room_.empty() ? "/lobby/ws" : "/rooms/" + room_ + "/ws");
  if (auto const* const refused = std::get_if<HttpResponse>(&opened)) {
    if (refused->status == 0) throw Gone{};
    throw Broken("no WebSocket for " + room_ + ": " + refused->body);
  }
  wire_ = std::move(std::get<std::unique_ptr<Wire>>(opened));
  open_.clear();
  Json hello = {{"type", "hello"}, {"id", 0}, {"nick", "Guest " + std::to_string(next_id_)}};
  if (!token_.empty()) hello["token"] = token_;
  if (!document_.is_null()) hello.update({{"seq", seq_}, {"hash", hash_}});
  open_[0] = "hello";
  wire_->send(hello.dump());
  auto const welcome = [&] {
    for (auto frame = take(); !frame.is_null(); frame = take())
      if (frame.value("re", -1) == 0) return frame;
    return Json();
  }();
  if (welcome.is_null() || welcome.at("type") == "error") {
    while (wire_) (void)take();
    return false;
  }
  token_ = welcome.value("token", token_);
  if (!room_.empty()) guest_ = welcome.at("guest").at("id");
  auto const known = welcome.at("seq").get<std::uint64_t>();
  while (wire_ && (document_.is_null() || seq_ < known)) (void)take();
  return wire_ != nullptr;
}

// The connection has ended: whether to reconnect.
void Client::ended() {
  auto const code = wire_->code();
  wire_.reset();
  closings_.insert(code);
  if (code == 1012 || code == 1006) throw Gone{};
  if (code == 4007 && host_->admin("POST", "/rooms/" + room_ + "/retry").status == 0) throw Gone{};
  if (code != 1011 && code != 1013 && code != 4007) throw Broken(room_ + " was closed with " + std::to_string(code));
}

Json Client::take() {
  auto const text = wire_->receive();
  if (text.size() == 0) return ended(), Json();
  auto frame = Json::parse(*text);
  auto const where = [&] { return room_ + " after " + std::to_string(seq_) + ": " + std::string(*text); };
  if (frame["type"] == "state") {
    auto const seq = frame["seq"].get<std::uint64_t>();
    if (!document_.is_null() && seq < seq_) throw Broken("something told is gone, " + where());
    if (!document_.is_null() && seq == seq_ && frame["room"] != document_)
      throw Broken("the document is not the sum of its steps, " + where() + " but " + document_.dump());
    document_ = frame["room"];
    seq_ = seq;
    hash_ = frame.value("hash", "");
  } else if (frame["type"] == "step") {
    if (frame["seq"] != seq_ + 1) throw Broken("a gap, " + where());
    document_.merge_patch(frame["set"]);
    ++seq_;
    hash_ = frame.value("hash", "");
  } else if (frame["type"] == "notice" && frame["kind"] == "history") {
    throw Broken("told of another history, " + where());
  } else if (frame.contains("re")) {
    auto const asked = open_.extract(frame["re"].get<int>());
    if (!asked) throw Broken("an answer to nothing that was asked, " + where());
    take_answer(frame, asked.mapped());
  }
  return frame;
}

// Acknowledged requests stay acknowledged, with the same number.
void Client::take_answer(Json const& frame, std::string const& type) {
  if (frame.at("type") != "ok" || type == "hint" || type == "sync") return;
  auto const seq = frame.at("seq").get<std::uint64_t>();
  auto const [known, fresh] = told_.emplace(frame.at("re").get<int>(), seq);
  if (!fresh && known->second != seq) throw Broken("another answer to what was answered, " + frame.dump());
}

std::vector<Json> Client::ask_all(std::vector<Json> requests) {
  std::map<int, std::size_t> missing;
  std::vector<Json> answers(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (!requests[i].contains("id")) requests[i]["id"] = next_id_++;
    missing[requests[i]["id"].get<int>()] = i;
  }
  for (Attempts attempts("no answer in " + room_); !missing.empty(); attempts.another()) {
    if (!wire_) come();
    for (auto const& [id, place] : missing) {
      open_[id] = requests[place]["type"];
      wire_->send(requests[place].dump());
    }
    while (wire_ &&
           std::any_of(missing.begin(), missing.end(), [&](auto const& m) { return open_.contains(m.first); })) {
      auto const frame = take();
      auto const asked = missing.find(frame.is_null() ? -1 : frame.value("re", -1));
      if (asked == missing.end()) continue;
      if (frame.at("type") == "error" && means_later(frame.at("code"))) continue;
      answers[asked->second] = frame;
      if (told_.contains(asked->first)) last_told_ = requests[asked->second];
      missing.erase(asked);
    }
  }
  return answers;
}

// take_answer() looks at the answer.
void Client::repeat() { expect_ok(ask(last_told_)); }

void Client::sit_down(int seat) {
  auto const name = "s" + std::to_string(seat);
  auto const mine = [&] { return document_.at("seats").at(name).value("guest", "") == guest_; };
  if (!mine()) return expect_ok(ask(sit(seat)));
  follow([&] { return document_.at("seats").at(name).at("kind") == "human"; });
}

void Client::follow(std::function<bool()> const& ready) {
  for (;;) {
    if (!wire_) come();
    if (ready()) return;
    (void)take();
  }
}

bool Client::my_turn() const {
  if (document_.at("phase") != "playing") return false;
  auto const& to_act = document_.at("to_act").get_ref<std::string const&>();
  for (auto const& [name, seat] : document_.at("seats").items())
    if (seat.value("guest", "") == guest_ && to_act == name && !seat.contains("stand_in")) return true;
  return false;
}

Json Client::small_move() const {
  auto const& legal = document_.at("legal").get_ref<std::string const&>();  // "0:2-4 1:0-3"
  auto const colon = legal.find(':');
  Json const move = {
      {"row", std::stoi(legal.substr(0, colon))}, {"from", std::stoi(legal.substr(colon + 1))}, {"count", 1}};
  return {{"type", "move"}, {"ply", document_.at("ply")}, {"move", move}};
}

Json table(Json first, Json second) {
  auto const seats = Json::array({std::move(first), std::move(second)});
  return {{"game", "nim"}, {"options", {{"rows", {7, 6, 5}}}}, {"seats", seats}, {"hints", "allowed"}};
}

Json bot(std::string const& name) { return {{"bot", name}}; }
Json plain(std::string const& type) { return Json::object({{"type", type}}); }
Json sit(int seat) { return {{"type", "sit"}, {"seat", seat}}; }
Json say(std::string const& text) { return {{"type", "say"}, {"text", text}}; }

void expect(bool so, std::string const& what) {
  if (!so) throw Broken(what);
}

void expect_ok(Json const& answer) { expect(answer.at("type") == "ok", answer.dump()); }

void expect_played(Json const& answer) {
  auto const code = answer.value("code", "");
  if (code != "stale" && code != "not_your_turn" && code != "game_over") expect_ok(answer);
}

void expect_stored(Host const& host, Client const& client) {
  std::map<int, std::uint64_t> stored;
  std::uint64_t seq = 0;
  for (auto const& input : host.journal(client.room())) {
    ++seq;
    if (input.value("guest", "") != client.guest() || !input.contains("request")) continue;
    expect(stored.emplace(input.at("request").get<int>(), seq).second, "stored twice: " + input.dump());
  }
  expect(seq >= client.seq(), "steps that were told are not in the journal of " + client.room());
  expect(stored == client.told(),
         client.room() + " stored " + Json(stored).dump() + " and acknowledged " + Json(client.told()).dump());
}

void Attempts::another() {
  if (std::chrono::steady_clock::now() > end_) throw Broken(what_);
  std::this_thread::yield();
}

Crowd::~Crowd() {
  over_ = true;
  join();
}

void Crowd::join() {
  for (auto& thread : threads_)
    if (thread.joinable()) thread.join();
}

void Crowd::add(std::function<void()> work) {
  threads_.emplace_back([this, work = std::move(work)] {
    try {
      work();
    } catch (Client::Gone const&) {
    } catch (...) {
      std::lock_guard const lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  });
}

void Crowd::wait() {
  join();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Crowd::end() {
  over_ = true;
  wait();
}

}  // namespace engawa::server

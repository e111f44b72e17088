#include "server/room/ledger.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/expect.hpp"
#include "base/hex.hpp"
#include "protocol/frames.hpp"
#include "server/ops/fail_point.hpp"
#include "server/state/usual_content.hpp"

namespace engawa::server {
namespace {

std::uint64_t hash_of(std::string const& hex) {
  auto const hash = read_hex(hex);
  if (!hash) throw std::runtime_error("its hash is none");
  return *hash;
}

// Buffers for writing steps. A thread writes one after the other, so it has one set for all its rooms, and while rooms
// are running these buffers no longer grow. REQUIRES: a function that uses them calls no other that does.
struct Workbench {
  Change change;
  std::string line, text;
};

Workbench& workbench() {
  thread_local Workbench workbench;
  return workbench;
}

// The move in its shortest form, without the content that a client usually sends for it.
void write_line(std::string& line, Input& input, Change& change, std::uint32_t ply) {
  bool const has_move = !change.move.empty();
  if (has_move) input.move.swap(change.move);
  line.clear();
  auto const content = input.content;
  if (content == usual_content(input, ply)) input.content = 0;
  write_input(line, input);
  input.content = content;
  if (has_move) input.move.swap(change.move);
  EXPECT(line.find('\n') == line.npos, line);  // separates the lines, so that the hash is unambiguous
}

}  // namespace

Ledger::Ledger(RoomState state, RoomTuning const& tuning)
    : tuning_(tuning), state_(std::move(state)), history_(state_.setup()) {}

std::string Ledger::snapshot() const {
  std::string out = R"({"answers":)";
  out.reserve(24 * answers_.size() + 1024);
  answers_.write_oks(out);
  out.append(R"(,"hash":")").append(to_hex(history_.hash())).append(R"(","log":)");
  log_.write(out);
  out.append(R"(,"state":)").append(state_.snapshot());
  out += '}';
  return out;
}

Result<void> Ledger::restore(std::string_view snapshot) try {
  auto const json = Json::parse(snapshot);
  answers_.restore(json.at("answers"));
  log_.restore(json.at("log"));
  auto const restored = state_.restore(json.at("state").dump());
  snapshot_at_ = state_.seq();
  history_.restore(state_.seq(), hash_of(json.at("hash").get<std::string>()));
  return restored;
} catch (std::exception const& error) {
  return refuse("internal", error.what());
}

// At the start of the first round, and later occasionally at the start of another: a snapshot costs as much as five
// moves, and is used only when the room is loaded. Occasionally also before the first round.
bool Ledger::takes_snapshot() {
  if (!state_.can_be_snapshot()) return false;
  bool const first = state_.phase() == Phase::playing && state_.round() == 1;
  if (!first && !fail_point::on("room.every_round") && state_.seq() - snapshot_at_ < tuning_.snapshot_inputs)
    return false;
  snapshot_at_ = state_.seq();
  return true;
}

Result<void> Ledger::replay(std::string const& line) try {
  fail_point::hit("room.replay");
  auto const input = read_input(line);
  if (!input) return input.error();
  auto& change = workbench().change;
  auto const ply = state_.ply();
  if (auto const done = state_.apply(*input, change); !done) return done;
  auto const seq = state_.seq();
  (void)keep_step(change, line);
  log_.add(state_, change.events);
  auto const content = input->content != 0 ? input->content : usual_content(*input, ply);
  if (!input->request.empty()) answers_.remember(input->guest, input->request, {seq, {}, content});
  return {};
} catch (std::exception const& error) {
  return refuse("internal", error.what());
} catch (...) {
  return refuse("internal", "unknown exception");
}

Result<Ledger::Entry> Ledger::apply(Input& input) {
  auto& change = workbench().change;
  auto& line = workbench().line;
  auto const ply = state_.ply();
  EXPECT(input.at >= state_.parts().last_at || fail_point::on("bug.trust_clock"), input.at, state_.parts().last_at);
  if (auto const done = state_.apply(input, change); !done) {
    EXPECT(state_.seq() == history_.seq(), state_.seq(), history_.seq());  // a refused input gets no number
    return done.error();
  }
  fail_point::hit("room.throw");
  bool const moved = !change.move.empty() || input.kind == InputKind::tick;
  write_line(line, input, change, ply);
  auto step = keep_step(change, line);
  log_.add(state_, change.events);
  if (!input.request.empty()) answers_.remember(input.guest, input.request, {state_.seq(), {}, input.content});
  return Entry{state_.seq(), std::move(step), line, moved};
}

// Makes the step of an input that has been applied; `line` is the input as the journal has it.
Frame Ledger::keep_step(Change const& change, std::string_view line) {
  history_.add(line);
  EXPECT(history_.seq() == state_.seq(), history_.seq(), state_.seq());  // one line, one number
  auto& text = workbench().text;
  text.clear();
  protocol::write_step(text, state_.seq(), history_.text(), change.by, change.move, change.set, change.events);
  Frame step(text);
  history_.keep(step, tuning_.history_steps, tuning_.history_bytes);
  return step;
}

}  // namespace engawa::server

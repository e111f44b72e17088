#include "server/store/copy_store.hpp"

#include <algorithm>
#include <atomic>
#include <climits>
#include <iterator>
#include <stdexcept>

#include "base/progress.hpp"
#include "server/ops/fail_point.hpp"
#include "server/store/act_table.hpp"
#include "server/store/archive.hpp"
#include "server/store/transfer.hpp"

namespace engawa::server {
namespace {

constexpr int kPiece = 1000;        // inputs
constexpr std::size_t kNamed = 10;  // faults in the sentence

std::string shown(StoreUrl const& url) {
  return url.kind == StoreUrl::Kind::postgres ? masked(url.place) : url.place + "/engawa.db";
}

// The inputs up to the first unreadable one, which is described in `fault`.
std::vector<std::string> sound_inputs(Store& store, std::string const& code, std::string& fault) {
  std::vector<std::string> inputs;
  for (int limit = kPiece; limit > 0;) {
    try {
      auto piece = store.archive().read(code, inputs.size(), limit);
      if (!piece || piece->inputs.empty()) break;
      std::move(piece->inputs.begin(), piece->inputs.end(), std::back_inserter(inputs));
    } catch (StoreFault const&) {
      throw;
    } catch (std::exception const& error) {
      if (store.is_fault(error)) throw;
      fault = error.what();
      limit = limit > 1 ? 1 : 0;  // in sequence, up to the fault
    }
  }
  return inputs;
}

class Copy {
 public:
  // One transaction of the source, which changes nothing.
  Copy(Source& from, Target& to) : from_(from), to_(to) { from_.store().begin(); }
  ~Copy() { from_.store().rollback(); }
  Copy(Copy const&) = delete;
  Copy& operator=(Copy const&) = delete;

  void run() {
    auto const fault = [this](std::string const& what) { faults_.push_back(what); };
    copy_guests(fault);
    copy_rooms(fault);
    Progress const progress("copying records");
    from_.records([this](MovedRecord const& record) { to_.put(record), ++records_; }, fault);
    copy_acts();
    fail_point::hit<StoreFault>("store.copy");
    to_.commit();
  }

  std::string summary() const {
    return std::to_string(guests_) + " guests, " + std::to_string(rooms_.load()) + " rooms with " +
           std::to_string(inputs_) + " inputs and " + std::to_string(snapshots_) + " snapshots, " +
           std::to_string(records_) + " parts of records, " + std::to_string(acts_) + " acts of the operator";
  }
  // Empty: there were no faults.
  std::string faults() const {
    std::string list;
    for (std::size_t i = 0; i < std::min(kNamed, faults_.size()); ++i) list += (i > 0 ? "; " : "") + faults_[i];
    if (faults_.size() > kNamed) list += "; and " + std::to_string(faults_.size() - kNamed) + " more";
    return list;
  }

 private:
  void copy_guests(Source::Fault const& fault) {
    Progress const progress("copying guests");
    from_.guests([this](MovedGuest const& guest) { to_.put(guest), ++guests_; }, fault);
  }
  void copy_acts() {
    auto const acts = from_.store().acts().after(0);
    for (auto const& act : acts.rows) to_.put(act), ++acts_;
    for (auto const number : acts.damaged)
      faults_.push_back("act " + std::to_string(number) + " does not fit its checksum");
  }
  void copy_rooms(Source::Fault const& fault) {
    auto const all = from_.store().list_rooms(INT_MAX).size();
    Progress const progress("copying rooms", [this, all] { return share_of(rooms_, all); });
    from_.rooms([this](MovedRoom const& room) { move(room); }, fault);
  }
  void move(MovedRoom room) {
    std::string fault;
    auto const inputs = sound_inputs(from_.store(), room.code, fault);
    auto const read = from_.store().read_room(room.code);
    auto snapshot_seq = read ? read->snapshot_seq : 0;
    if (snapshot_seq > inputs.size()) snapshot_seq = 0;
    if (fault.empty() && (!read || read->inputs.size() != inputs.size()))
      throw std::runtime_error("room " + room.code + " was not read as a whole");
    if (!fault.empty()) {
      faults_.push_back(fault);
      if (room.broken.empty()) room.broken = fault;
    }
    to_.put(room, inputs, snapshot_seq, snapshot_seq > 0 ? read->snapshot : std::string());
    ++rooms_;
    inputs_ += inputs.size();
    snapshots_ += snapshot_seq > 0;
  }

  Source& from_;
  Target& to_;
  std::atomic<std::size_t> rooms_ = 0;
  std::size_t guests_ = 0, inputs_ = 0, snapshots_ = 0, records_ = 0, acts_ = 0;
  std::vector<std::string> faults_;
};

Result<std::unique_ptr<Source>> open_source(StoreUrl const& url) {
  return url.kind == StoreUrl::Kind::postgres ? postgres::open_source(url.place) : open_sqlite_source(url.place);
}

Result<std::unique_ptr<Target>> open_target(StoreUrl const& url) {
  return url.kind == StoreUrl::Kind::postgres ? postgres::open_target(url.place) : open_sqlite_target(url.place);
}

}  // namespace

Result<std::string> copy_store(StoreUrl const& from, StoreUrl const& to) {
  if (from.kind == to.kind && from.place == to.place)
    return refuse("bad_message", "a store cannot be copied to itself: name another one");
  auto const source = open_source(from);
  if (!source) return source.error();
  auto const target = open_target(to);
  if (!target) return target.error();
  auto const what = shown(from) + " to " + shown(to);
  try {
    if (!(*target)->is_empty())
      return refuse("bad_message", shown(to) + " is not empty: name a new one; nothing was changed");
    Copy copy(**source, **target);
    copy.run();
    auto done = "copied " + what + ": " + copy.summary();
    if (copy.faults().empty()) return done;
    return refuse("internal", done + "; but some of it is damaged and was left out: " + copy.faults());
  } catch (std::exception const& error) {
    return refuse("internal", "cannot copy " + what + " (" + error.what() + "): nothing was changed");
  }
}

}  // namespace engawa::server

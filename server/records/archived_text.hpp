// Texts that outlive rooms: records without their hashes, and data that is kept with a record under the record's id and
// a slash (`K7WMA2QX-1/analysis`). All of them expire with the record. They are stored in parts, each in a short task
// of the journal's thread. The calling thread waits, so it must not be a shard's. Throws if the store fails.
#pragma once
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "server/store/archive.hpp"
#include "server/store/journal.hpp"

namespace engawa::server {

// Runs `work(Archive&)` on the journal's thread; the calling thread waits for its value.
template <class Work>
auto on_journal(Journal& journal, Work work) {
  using Value = decltype(work(std::declval<Archive&>()));
  auto const value = std::make_shared<std::optional<Value>>();
  auto const stored = std::make_shared<std::promise<bool>>();
  journal.run([value, work](Store& store) { *value = work(store.archive()); },
              [stored](bool done) { stored->set_value(done); });
  if (!stored->get_future().get() || !*value) throw std::runtime_error("the store could not do it");
  return std::move(**value);
}

// Empty: there is none.
std::string read_archived(Journal& journal, std::string const& id);
// Replaces an existing text. `ended_at`: of the round.
void put_archived(Journal& journal, std::string const& id, std::int64_t ended_at, std::string const& text);

}  // namespace engawa::server

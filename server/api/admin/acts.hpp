// The operator's acts over HTTP: GET and POST /acts of the admin port; and the reports of guests, which are kept with them. Each act is in the store before it is
// acknowledged, and the acts there are the audit log. On shard 0, unless stated otherwise.
#pragma once
#include <cstdint>
#include <string>

#include "server/http/message.hpp"
#include "server/lobby/acts.hpp"
#include "server/shard/services.hpp"

namespace engawa::server {

class AdminActs {
 public:
  explicit AdminActs(Services& services) : services_(services) {}

  // All acts, and what of them holds now. `query`: empty, or after=NUMBER.
  void list(std::string const& query, Respond const& respond);
  // Carries out the act in the body.
  void take(HttpRequest const& request, Respond const& respond);
  // An act that has been carried out, whether it can be stored or not.
  void note(Act act);
  // Acts of other nodes of the cluster. Any thread.
  void learn(StoredActs const& acts, std::int64_t own = 0);

  // Stores an act, and lets it take effect. Answers 201 with it and its number.
  void keep(Act const& act, Respond const& respond);

 private:
  void in_room(Act const& act, Respond const& respond);
  void carry_out(Act const& act);
  void announce(Act const& act);

  Services& services_;
};

}  // namespace engawa::server

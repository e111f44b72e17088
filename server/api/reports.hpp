// POST /api/rooms/CODE/reports: a guest reports another one to the operator. On shard 0.
#pragma once
#include <string>

#include "server/api/admin/acts.hpp"
#include "server/http/message.hpp"
#include "server/shard/services.hpp"

namespace engawa::server {

// Names the guest, or one line of the chat, whose writer may have left. The report is stored with the nick of the reported guest and lines of the
// room's chat, which the server adds itself; the reported line is marked.
// REQUIRES: `acts` outlives the answer.
void report(Services& services, AdminActs& acts, HttpRequest const& request, std::string const& code,
            Respond const& respond);

}  // namespace engawa::server

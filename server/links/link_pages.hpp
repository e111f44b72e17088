// The web client's page as other sites read it: with tags that describe the target of a link, and the pictures named in
// the tags.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "server/http/resource.hpp"
#include "server/http/static_files.hpp"
#include "server/links/link_words.hpp"
#include "server/shard/room_slot.hpp"
#include "server/shard/services.hpp"
#include "server/shard/shard.hpp"

namespace engawa::server {

class LinkPages {
 public:
  // REQUIRES: both outlive it.
  LinkPages(Services& services, StaticFiles const& files) : services_(services), files_(files) {}

  // A file of the web client, or index.html. On shard 0.
  void show(HttpRequest const& request, Respond const& respond) const;
  // If no picture can be drawn now, the site's picture. The first on the room's shard, the second on any thread.
  void draw_room(HttpRequest const& request, Shard& shard, RoomSlot const& room, Respond const& respond) const;
  void draw_record(HttpRequest const& request, std::string lines, Respond const& respond) const;
  // A mistake of a finished round, by its analysis. Any thread.
  void draw_turning_point(HttpRequest const& request, std::string const& id,
                          std::shared_ptr<Resource const> const& lines, Respond const& respond) const;

 private:
  void show_room(HttpRequest const& request, std::string const& code, Respond const& respond) const;
  void show_record(HttpRequest const& request, std::string const& code, int round, Respond const& respond) const;
  void show_with(HttpRequest const& request, LinkWords const& words, std::string_view page, std::string_view picture,
                 Respond const& respond) const;
  void answer(HttpRequest request, std::shared_ptr<Resource const> const& picture, Respond const& respond) const;

  Services& services_;
  StaticFiles const& files_;
};

}  // namespace engawa::server

#include "server/visit/greeting.hpp"

#include <boost/asio/post.hpp>
#include <optional>
#include <utility>

#include "server/lobby/addresses.hpp"
#include "server/lobby/lobby.hpp"
#include "server/lobby/moderation.hpp"
#include "server/lobby/nicks.hpp"
#include "server/visit/streams.hpp"

namespace engawa::server {
namespace {

// Exists as long as it waits for an answer.
class Greeting final : public std::enable_shared_from_this<Greeting> {
 public:
  Greeting(std::shared_ptr<Visitor> visitor, Door door, protocol::Hello hello, std::string id)
      : visitor_(std::move(visitor)),
        door_(std::move(door)),
        services_(door_.services),
        hello_(std::move(hello)),
        id_(std::move(id)) {}

  void begin() {
    if (hello_.nick)
      if (auto const allowed = admit(*hello_.nick); !allowed) return refuse_hello(allowed.error());
    if (auto const ban = services_.moderation->ban_of({}, door_.address)) return turn_away(*ban);
    visitor_->wait();
    if (!hello_.token.empty()) return find_guest();
    if (door_.room.empty() && !door_.stream) return go_in({}, {});
    make_guest();
  }

 private:
  Result<void> admit(std::string const& nick) const {
    if (auto allowed = admit_nick(nick); !allowed) return allowed;
    return services_.moderation->admit(nick);
  }

  void turn_away(Moderation::Sentence const& ban) {
    visitor_->refuse_hello(id_, ban.refusal, ban.context);
    visitor_->hang_up(4009, "banned");
  }

  void find_guest() {
    auto& guests = *services_.guests;
    if (hello_.nick) guests.rename(hello_.token, *hello_.nick);
    auto const guest = guests.find(hello_.token);
    if (guest || !services_.clustered) return found(guest);
    guests.look_up(hello_.token, [self = shared_from_this()](Result<Guest> const& looked_up) {
      boost::asio::post(self->door_.io, [self, looked_up] {
        self->found(looked_up);
        self->visitor_->go_on();
      });
    });
  }

  void found(Result<Guest> const& guest) {
    if (guest) return go_in(*guest, {});
    refuse_hello(guest.error());
    if (guest.error().code == "unauthenticated") return visitor_->hang_up(4003, "bad token");
    visitor_->hang_up(1013, guest.error().code == "busy" ? "busy" : "store damaged");
  }

  void make_guest() {
    auto const now = services_.clock.now();
    if (auto const wait = services_.addresses->take(Addresses::Ration::guest, door_.address, now); wait > 0) {
      auto const after = std::to_string(wait);
      refuse_hello(refuse("rate_limited", "too many new guests; try again after " + after + " ms"), wait);
      return visitor_->hang_up(4101, "too many new guests");
    }
    services_.guests->create(hello_.nick.value_or(nameless(hello_.friendly, hello_.lang)), hello_.lang, now,
                             [self = shared_from_this()](std::optional<Guest> guest, std::string token) {
                               boost::asio::post(self->door_.io, [self, guest, token] { self->made(guest, token); });
                             });
  }

  void made(std::optional<Guest> const& guest, std::string const& token) {
    if (!guest) {
      refuse_hello(refuse("busy", "the server cannot store a guest now"));
      visitor_->hang_up(1013, "busy");
    } else {
      go_in(*guest, token);
    }
    visitor_->go_on();
  }

  void go_in(Guest guest, std::string const& token) {
    if (visitor_->ending()) return;
    if (auto const ban = services_.moderation->ban_of(guest.id, door_.address)) return turn_away(*ban);
    if (!services_.moderation->admit(guest.nick)) guest.nick = kNameless;
    if (door_.room.empty()) return visitor_->enter({hall(), guest, hello_, id_, token, {}});
    door_.rooms.with_room(door_.room, [self = shared_from_this(), guest, token](Result<RoomSlot*> room) {
      if (!self->visitor_->ending()) {
        if (room)
          self->go_into(**room, guest, token);
        else
          self->no_room(room.error());
      }
      self->visitor_->go_on();
    });
  }

  Channel& hall() const {
    if (door_.stream) return *door_.stream;
    return *services_.lobby;
  }

  void go_into(RoomSlot& room, Guest const& guest, std::string const& token) {
    using Storing = Addresses::Storing;
    // Again, because the ban may have come while the room was being read.
    if (auto const ban = services_.moderation->ban_of(guest.id, door_.address)) return turn_away(*ban);
    auto const now = services_.clock.now();
    auto& addresses = *services_.addresses;
    if (auto& payer = room.notes().payer; payer.empty()) payer = door_.address;
    StoringShares storing{addresses.storing(Storing::address, door_.address, now),
                          addresses.storing(Storing::guest, guest.id, now)};
    visitor_->enter({room, guest, hello_, id_, token, std::move(storing)});
  }

  void no_room(Refusal const& refusal) {
    refuse_hello(refusal);
    if (refusal.code == "not_found") {
      services_.addresses->charge(Addresses::Ration::unknown_room, door_.address, services_.clock.now());
      return visitor_->hang_up(4006, "no such room");
    }
    if (refusal.code == "internal") return visitor_->hang_up(4007, "the room is quarantined");
    visitor_->hang_up(1013, refusal.code);
  }

  void refuse_hello(Refusal const& refusal, std::int64_t wait_ms = 0) {
    protocol::ErrorContext context;
    if (wait_ms > 0) context.retry_ms = wait_ms;
    visitor_->refuse_hello(id_, refusal, context);
  }

  std::shared_ptr<Visitor> visitor_;
  Door door_;
  Services& services_;
  protocol::Hello hello_;
  std::string id_;
};

}  // namespace

void greet(std::shared_ptr<Visitor> visitor, Door door, protocol::Hello hello, std::string id) {
  std::make_shared<Greeting>(std::move(visitor), std::move(door), std::move(hello), std::move(id))->begin();
}

}  // namespace engawa::server

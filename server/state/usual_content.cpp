#include "server/state/usual_content.hpp"

#include "protocol/content.hpp"

namespace engawa::server {

std::uint32_t usual_content(Input const& input, std::uint32_t ply) {
  if (input.request.empty()) return 0;
  protocol::ContentSum sum;
  switch (input.kind) {
    case InputKind::move:
      return sum.text("type", "move").integer("ply", ply).object("move", input.move).content();
    case InputKind::say:
      return sum.text("type", "say").text("text", input.text).content();
    case InputKind::sit:
      return sum.text("type", "sit").integer("seat", input.seat).content();
    case InputKind::start:
      return sum.text("type", "start").content();
    case InputKind::stand:
      return sum.text("type", "stand").content();
    case InputKind::resign:
      return sum.text("type", "resign").content();
    default:
      return 0;
  }
}

}  // namespace engawa::server

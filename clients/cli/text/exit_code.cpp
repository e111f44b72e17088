#include "clients/cli/text/exit_code.hpp"

#include "clients/cli/text/error_texts.hpp"
#include "clients/cli/text/fields.hpp"

namespace engawa::cli {
namespace {

// What the operator says to the banned and the muted; the server's own sentence has it in English only. Empty: nothing.
std::string operator_says_ja(std::string_view code, Json const& error) {
  auto const until = time_text(error, "until"), reason = text_at(error, "reason");
  bool const stopped = code == "banned" || code == "muted";
  if (!stopped || (until.empty() && reason.empty())) return {};
  auto words = std::string(error_text(code, Lang::Ja));
  if (!until.empty()) words += "期限：" + until + "。";
  if (!reason.empty()) words += "理由：" + reason;
  return words;
}

}  // namespace

Exit exit_for_refusal(std::string_view code) {
  if (code == "unauthenticated" || code == "forbidden" || code == "banned") return Exit::Unauthorised;
  if (code == "not_found" || code == "room_full") return Exit::NoRoom;
  if (code == "unsupported_version") return Exit::Version;
  return Exit::Refused;
}

Failure failure_of(Json const& error) {
  auto const code = text_at(error, "code");
  return {exit_for_refusal(code), code, text_at(error, "message"), operator_says_ja(code, error)};
}

Exit exit_for_close(int code) {
  switch (code) {
    case 1000:
    case 1001:
      return Exit::Ok;
    case 1002:
    case 1003:
    case 1007:
    case 1008:
    case 1009:
      return Exit::Refused;
    case 4003:
    case 4009:
      return Exit::Unauthorised;
    case 4006:
    case 4008:
      return Exit::NoRoom;
    default:
      return comeback_after(code) == Comeback::Never ? Exit::Refused : Exit::Unreachable;
  }
}

Comeback comeback_after(int close_code) {
  switch (close_code) {
    case 1000:
    case 1002:
    case 1003:
    case 1007:
    case 1008:
    case 1009:
      return Comeback::Never;
    case 1012:
      return Comeback::Soon;
    default:
      break;
  }
  if (close_code >= 4000 && close_code < 4100) return Comeback::Never;
  return Comeback::BackOff;  // 1001, 1006, 1011, 1013, 41xx, and any code of a proxy
}

std::string_view close_meaning(int code) {
  switch (code) {
    case 1000:
      return "closed";
    case 1001:
      return "the server went away";
    case 1002:
      return "protocol error";
    case 1003:
      return "binary frames are not accepted";
    case 1006:
      return "the connection broke";
    case 1007:
      return "not valid UTF-8";
    case 1008:
      return "too many frames that are not messages";
    case 1009:
      return "the frame was too big";
    case 1011:
      return "the room failed and is rebuilt";
    case 1012:
      return "the server restarts";
    case 1013:
      return "the server asks to connect again";
    case 4002:
      return "no hello came first";
    case 4003:
      return "the server does not know this token";
    case 4004:
      return "replaced by a newer connection of the same guest";
    case 4006:
      return "there is no such room";
    case 4007:
      return "this room failed and is stopped until the operator has looked at it";
    case 4008:
      return "this room has been closed";
    case 4009:
      return "the operator of this server has banned you";
    case 4102:
      return "this connection was too slow";
    case 4103:
      return "no sign of life for too long";
    default:
      return "closed by the server";
  }
}

}  // namespace engawa::cli

#include "clients/cli/board/phrases.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "clients/cli/board/board.hpp"
#include "clients/cli/board/sentence.hpp"
#include "clients/cli/text/error_texts.hpp"
#include "clients/cli/text/fields.hpp"
#include "games/catalog.hpp"

namespace engawa::cli {
namespace {

games::Text const* find(std::span<texts::Sentence const> sentences, std::string_view id) {
  for (auto const& sentence : sentences)
    if (sentence.id == id) return &sentence.text;
  return nullptr;
}

// Whether the server's sentence says no more than the registry's: "it is not your turn", "It is not your turn."
bool same_words(std::string_view message, std::string_view sentence) {
  if (sentence.ends_with('.')) sentence.remove_suffix(1);
  return std::equal(message.begin(), message.end(), sentence.begin(), sentence.end(),
                    [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

}  // namespace

std::string Phrases::operator()(games::Text const& text, Json const& fields) const {
  return fill((*this)(text), fields);
}

std::vector<std::string> Phrases::all(std::span<games::Text const> texts) const {
  std::vector<std::string> lines;
  for (auto const& text : texts) lines.push_back((*this)(text));
  return lines;
}

std::string Phrases::color_name(Table const& table, int seat) const {
  auto const color = table.seats[static_cast<std::size_t>(seat)].color;
  for (auto const& piece : board_of(table.game).pieces)
    if (piece.letter == color) return (*this)(piece.name);
  return {};
}

std::string Phrases::game(Table const& table) const {
  auto const& say = *this;
  auto const title = table.game_title.en.empty() ? table.game : say(table.game_title);
  auto const variant = table.preset_title.en.empty() ? table.preset : say(table.preset_title);
  return variant.empty() ? title : say(texts::game_and_variant, {{"game", title}, {"variant", variant}});
}

std::string Phrases::name(SeatRow const& seat) const {
  auto title = seat.title.en.empty() ? seat.who : (*this)(seat.title);
  if (seat.kind != "bot" || seat.level == 0) return title;
  return (*this)(texts::bot_at_level, {{"bot", title}, {"level", seat.level}});
}

std::string Phrases::sitter(SeatRow const& seat) const {
  auto const& say = *this;
  if (seat.kind == "open") return say(texts::open_seat);
  if (seat.kind == "closed") return say(texts::closed_seat);
  if (seat.kind == "bot") return name(seat);
  Json fields{{"name", seat.who}};
  auto const* const state = seat.resigned         ? "out"
                            : seat.left           ? "left"
                            : seat.stand_in       ? "stand_in"
                            : seat.kind == "held" ? "held"
                            : !seat.online        ? "offline"
                                                  : "online";
  fields[state] = true;
  if (seat.program) fields["program"] = true;
  return say(texts::guest_sits, fields);
}

std::string Phrases::sitter(SeatRow const& seat, int columns) const {
  auto const whole = sitter(seat);
  if (seat.kind != "bot" || seat.title.en.empty() || width(whole) <= columns) return shorten(whole, columns);
  auto const title = (*this)(seat.title);
  int const room = columns - (width(whole) - width(title));
  return room < 2 ? shorten(whole, columns) : shorten(title, room) + whole.substr(title.size());
}

std::string Phrases::player(Table const& table, int seat, std::optional<int> me) const {
  auto const& say = *this;
  if (seat < 0 || static_cast<std::size_t>(seat) >= table.seats.size()) return say(texts::somebody);
  auto name = color_name(table, seat);
  if (name.empty()) name = say(texts::seat_n, {{"seat", seat_label(seat)}});
  if (me == seat) return say(texts::seat_of_name, {{"seat", say(texts::you)}, {"name", name}});
  auto const who = this->name(table.seats[static_cast<std::size_t>(seat)]);
  return who.empty() ? name : say(texts::seat_of_name, {{"seat", name}, {"name", who}});
}

bool Phrases::tells(Table const& table, Json const& event, std::optional<int> me) const {
  auto const* const entry = games::find_game(table.game);
  if (entry == nullptr || (!me && !in_sight_)) return true;
  auto const& many = entry->info().unlogged;
  if (std::find(many.begin(), many.end(), text(event, "kind")) == many.end()) return true;
  return !in_sight_ && seat_number(text(event, "seat")) == me;
}

std::vector<std::string> Phrases::events(Table const& table, Json const& list, std::optional<int> me) const {
  std::vector<std::string> sentences;
  Look const look{table, me, *this};
  for (auto const& event : list.is_array() ? list : Json::array()) {
    auto const kind = text(event, "kind");
    auto const* const own = find(look.board().events, kind);
    auto const* const sentence = own != nullptr ? own : find(texts::room_events, kind);
    if (sentence == nullptr || !tells(table, event, me)) continue;  // say: the document already shows the chat
    auto const lines = fill_lines(look, *sentence, event, {{"round", table.round}});
    sentences.insert(sentences.end(), lines.begin(), lines.end());
  }
  return sentences;
}

std::string Phrases::scores(Table const& table, std::optional<int> me) const {
  std::string line;
  for (std::size_t i = 0; i < table.seats.size(); ++i) {
    auto const& seat = table.seats[i];
    if (!line.empty()) line += (*this)(texts::list_separator);
    line += player(table, static_cast<int>(i), me);
    if (seat.score) line += " " + std::to_string(*seat.score);
  }
  return line;
}

std::vector<std::string> Phrases::lobby(Table const& table, std::optional<int> me) const {
  auto const& say = *this;
  std::vector<std::string> lines;
  lines.push_back(say(texts::lobby_room, {{"code", table.code}, {"game", game(table)}}));
  for (std::size_t i = 0; i < table.seats.size(); ++i) {
    auto const& seat = table.seats[i];
    auto const number = static_cast<int>(i);
    lines.push_back(say(texts::lobby_seat, {{"seat", seat_label(number)},
                                            {"name", sitter(seat)},
                                            {"you", me == number},
                                            {"host", !seat.guest.empty() && seat.guest == table.host}}));
  }
  return lines;
}

std::vector<std::string> Phrases::result(Table const& table, std::optional<int> me) const {
  std::vector<std::string> lines;
  if (!table.result) return lines;
  for (auto const& entry : table.result->ranking)
    lines.push_back("  " + std::to_string(entry.rank) + ". " + player(table, entry.seat, me) + "  " +
                    std::to_string(entry.score));
  if (auto const why = reason(table); !why.empty()) lines.push_back("  " + why);
  if (auto words = verdict(table, me); !words.empty()) lines.push_back(std::move(words));
  if (auto words = record(table); !words.empty()) lines.push_back(std::move(words));
  return lines;
}

std::string Phrases::record(Table const& table) const {
  if (!table.result || table.result->record.empty()) return {};
  return (*this)(texts::check_record, {{"record", table.result->record}});
}

std::string Phrases::reason(Table const& table) const {
  if (!table.result) return {};
  auto const* const common = find(texts::common_reasons, table.result->reason);
  auto const* const words = common != nullptr ? common : find(board_of(table.game).reasons, table.result->reason);
  return words == nullptr ? "" : (*this)(*words);
}

std::string Phrases::verdict(Table const& table, std::optional<int> me) const {
  if (!table.result || !me || table.result->ranking.size() < 2) return {};
  for (auto const& entry : table.result->ranking) {
    if (entry.seat != *me) continue;
    if (entry.rank == 1) return (*this)(table.result->draw ? texts::shared_first : texts::you_win);
    return (*this)(texts::your_place, {{"place", entry.rank}});
  }
  return {};
}

std::string Phrases::link(bool online, std::string_view why) const {
  return online ? (*this)(texts::connected_again) : (*this)(texts::connection_lost, {{"why", why}});
}

std::string Phrases::notice(Json const& notice) const {
  auto const kind = text(notice, "kind");
  if (kind == "draining") return (*this)(texts::draining);
  if (kind == "history") return (*this)(texts::other_history);
  if (kind != "operator") return {};
  auto const& both = at(notice, "text");
  auto words = text(both, say_.lang == Lang::Ja ? "ja" : "en");
  if (words.empty()) words = text(both, say_.lang == Lang::Ja ? "en" : "ja");
  return (*this)(texts::from_operator, {{"text", isolated(std::move(words))}});
}

std::string Phrases::failure(Failure const& failure) const {
  if (say_.lang == Lang::Ja && !failure.japanese.empty()) return harmless(failure.japanese);
  auto const words_for_code = error_text(failure.code, say_.lang);
  if (failure.message.empty()) return std::string(words_for_code);
  if (say_.lang != Lang::Ja || words_for_code.empty()) return harmless(failure.message);
  // The server's details are in English only.
  bool const said = same_words(failure.message, error_text(failure.code, Lang::En));
  return std::string(words_for_code) + (said ? "" : "（" + harmless(failure.message) + "）");
}

}  // namespace engawa::cli

#include "clients/cli/phrases.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "clients/cli/board.hpp"
#include "clients/cli/error_texts.hpp"
#include "clients/cli/fields.hpp"

namespace engawa::cli {
namespace {

struct ColorWord {
  char letter;
  std::string_view en;
  std::string_view ja;
};

constexpr std::array<ColorWord, 7> kColors{{
    {'B', "black", "黒"},
    {'W', "white", "白"},
    {'A', "ash", "灰"},
    {'C', "cyan", "シアン"},
    {'Y', "yamabuki", "山吹"},
    {'G', "green", "緑"},
    {'R', "red", "赤"},
}};

}  // namespace

std::string Phrases::color_name(char letter) const {
  for (auto const& color : kColors)
    if (color.letter == letter) return say_(color.en, color.ja);
  return {};
}

std::string Phrases::sitter(SeatRow const& seat) const {
  if (seat.kind == "open") return say_("open", "空席");
  if (seat.kind == "closed") return say_("closed", "閉じた席");
  if (seat.kind == "bot") return seat.who + " " + std::to_string(seat.level) + say_(" (bot)", "（ボット）");
  auto name = seat.who;
  if (seat.resigned) return name + say_(" (out, a bot plays)", "（失格・投了、ボット代打ち）");
  if (seat.left) return name + say_(" (left, a bot plays)", "（離席、ボット代打ち）");
  if (seat.stand_in) return name + say_(" (away, a bot plays)", "（離席中、ボット代打ち）");
  if (seat.kind == "held") return name + say_(" (on the way)", "（来る途中）");
  if (!seat.online) return name + say_(" (away)", "（離席中）");
  return name;
}

std::string Phrases::player(Table const& table, int seat, std::optional<int> me) const {
  auto const index = static_cast<std::size_t>(seat);
  if (seat < 0 || index >= table.seats.size()) return say_("somebody", "誰か");
  auto const& row = table.seats[index];
  auto color = color_name(row.color);
  if (color.empty()) color = say_("seat ", "席") + seat_label(seat);
  auto const who = me == seat ? say_("you", "あなた") : row.who;
  if (who.empty()) return color;
  return me == seat ? who + say_(" (", "（") + color + say_(")", "）")
                    : color + say_(" (", "（") + who + say_(")", "）");
}

std::vector<std::string> Phrases::events(Table const& table, Json const& list, std::optional<int> me) const {
  std::vector<std::string> sentences;
  if (!list.is_array()) return sentences;
  for (auto const& entry : list) {
    auto sentence = entry.is_object() ? event(table, entry, me) : std::string();
    if (!sentence.empty()) sentences.push_back(std::move(sentence));
  }
  return sentences;
}

std::string Phrases::event(Table const& table, Json const& event, std::optional<int> me) const {
  auto const kind = text(event, "kind");
  auto const seat = seat_number(text(event, "seat"));
  auto const who = player(table, seat.value_or(-1), me);
  if (auto sentence = board_of(table.game).event({table, me, *this}, event); !sentence.empty()) return sentence;
  struct Word {
    std::string_view kind, en, ja;
  };
  static constexpr std::array<Word, 14> words_of{{
      {"sit", " took a seat", "が着席"},
      {"stand", " left the seat", "が席を立った"},
      {"seat", ": the host changed this seat", "：ホストが席を変更"},
      {"host", " became the host", "がホストに"},
      {"offline", " lost the connection", "の接続が切れた"},
      {"online", " came back", "が戻った"},
      {"stand_in", " stayed away, a bot plays on", "は離席、ボットが代打ち"},
      {"hand_back", " came back and took over from the bot", "が戻り、ボットと交代"},
      {"timeout", " ran out of time, a bot made the move", "は時間切れ、ボットが着手"},
      {"resign", " resigned", "が投了"},
      {"flag", " ran out of time and is out", "は時間切れで負け"},
      {"forfeit", " stayed away too long and is out", "は戻らず失格"},
      {"rematch", " voted about a rematch", "が再戦に投票"},
      {"restart", "", ""},
  }};
  if (kind == "start") return say_("Round ", "第") + std::to_string(table.round) + say_(" begins", "ラウンド開始");
  if (kind == "over") return say_("The game is over", "終局");
  if (kind == "kick") return say_("The host removed ", "ホストが退席させた: ") + text(event, "nick");
  if (kind == "pardon") return say_("The host lets sit again: ", "ホストが再び着席を許可: ") + text(event, "nick");
  if (kind == "mute") return say_("The host muted ", "ホストが発言を止めた: ") + text(event, "nick");
  if (kind == "unmute") return say_("The host lets talk again: ", "ホストが再び発言を許可: ") + text(event, "nick");
  if (kind == "restart") return say_("The server is back", "サーバーが復帰");
  for (auto const& word : words_of)
    if (kind == word.kind) return who + say_(word.en, word.ja);
  return {};  // say: the chat is shown from the document
}

std::string Phrases::scores(Table const& table, std::optional<int> me) const {
  std::string line;
  for (std::size_t i = 0; i < table.seats.size(); ++i) {
    auto const& seat = table.seats[i];
    if (!line.empty()) line += say_(", ", "、");
    line += player(table, static_cast<int>(i), me);
    if (seat.score) line += " " + std::to_string(*seat.score);
  }
  return line;
}

std::vector<std::string> Phrases::lobby(Table const& table, std::optional<int> me) const {
  std::vector<std::string> lines;
  lines.push_back(say_("Room ", "部屋 ") + table.code + ": " + table.game +
                  (table.preset.empty() ? "" : " " + table.preset));
  for (std::size_t i = 0; i < table.seats.size(); ++i) {
    auto line = say_("  seat ", "  席") + seat_label(static_cast<int>(i)) + ": " + sitter(table.seats[i]);
    if (me == static_cast<int>(i)) line += say_(" - you", " - あなた");
    if (!table.seats[i].guest.empty() && table.seats[i].guest == table.host) line += say_(", host", "、ホスト");
    lines.push_back(std::move(line));
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
  return say_("Record: engawa verify ", "記録：engawa verify ") + table.result->record;
}

std::string Phrases::reason(Table const& table) const {
  if (!table.result) return {};
  struct Common {
    std::string_view id, en, ja;
  };
  static constexpr std::array<Common, 3> common{{{"resign", "(by resignation)", "（投了による）"},
                                                 {"time", "(out of time)", "（時間切れ）"},
                                                 {"absent", "(the others stayed away)", "（相手が戻らなかった）"}}};
  for (auto const& word : common)
    if (table.result->reason == word.id) return say_(word.en, word.ja);
  for (auto const& reason : board_of(table.game).reasons)
    if (table.result->reason == reason.id) return say_(reason.words.en, reason.words.ja);
  return {};
}

std::string Phrases::verdict(Table const& table, std::optional<int> me) const {
  if (!table.result || !me || table.result->ranking.size() < 2) return {};
  for (auto const& entry : table.result->ranking) {
    if (entry.seat != *me) continue;
    if (entry.rank == 1 && table.result->draw) return say_("You share the first place.", "同点1位です。");
    if (entry.rank == 1) return say_("You win!", "あなたの勝ちです！");
    return say_("You come in at place ", "あなたは") + std::to_string(entry.rank) + say_(".", "位です。");
  }
  return {};
}

std::string Phrases::link(bool online, std::string_view why) const {
  if (online) return say_("connected again", "再接続しました");
  return say_("connection lost, coming back: ", "接続が切れました。再接続中：") + std::string(why);
}

std::string Phrases::failure(Failure const& failure) const {
  auto const words_for_code = error_text(failure.code, say_.lang);
  if (say_.lang == Lang::Ja && !words_for_code.empty()) return std::string(words_for_code);
  return failure.message.empty() ? std::string(words_for_code) : harmless(failure.message);
}

}  // namespace engawa::cli

#include "clients/cli/phrases.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "clients/cli/error_texts.hpp"

namespace engawa::cli {
namespace {

struct ColorWord {
  char letter;
  std::string_view en;
  std::string_view ja;
  std::string_view ansi;  // letter on the disc's own colour, from the 256-colour palette
};

constexpr std::array<ColorWord, 7> kColors{{
    {'B', "black", "黒", "\033[38;5;231;48;5;16m"},
    {'W', "white", "白", "\033[38;5;16;48;5;231m"},
    {'A', "ash", "灰", "\033[38;5;231;48;5;245m"},
    {'C', "cyan", "シアン", "\033[38;5;16;48;5;39m"},
    {'Y', "yamabuki", "山吹", "\033[38;5;16;48;5;220m"},
    {'G', "green", "緑", "\033[38;5;231;48;5;22m"},
    {'R', "red", "赤", "\033[38;5;231;48;5;161m"},
}};

ColorWord const* color_of(char letter) {
  auto const found =
      std::find_if(kColors.begin(), kColors.end(), [&](ColorWord const& c) { return c.letter == letter; });
  return found == kColors.end() ? nullptr : &*found;
}

std::string text(Json const& object, char const* key) {
  auto const found = object.find(key);
  return found != object.end() && found->is_string() ? harmless(found->get_ref<std::string const&>()) : std::string();
}

}  // namespace

std::string Phrases::color_name(char letter) const {
  auto const* const color = color_of(letter);
  return color == nullptr ? std::string() : say_(color->en, color->ja);
}

std::string Phrases::piece(char letter) const {
  auto const* const color = color_of(letter);
  if (!color_ || color == nullptr) return std::string(1, letter);
  return std::string(color->ansi) + letter + "\033[0m";
}

std::string Phrases::sitter(SeatRow const& seat) const {
  if (seat.kind == "open") return say_("open", "空席");
  if (seat.kind == "closed") return say_("closed", "閉じた席");
  if (seat.kind == "bot") return seat.who + " " + std::to_string(seat.level) + say_(" (bot)", "（ボット）");
  auto name = seat.who;
  if (seat.resigned) return name + say_(" (resigned)", "（投了）");
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
  if (color.empty()) color = say_("seat ", "席") + std::to_string(seat);
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

std::string Phrases::put(Table const&, Json const& event, std::string const& who) const {
  int flips = 0;
  if (auto const lines = event.find("lines"); lines != event.end() && lines->is_array())
    for (auto const& line : *lines)
      if (line.is_object()) flips += static_cast<int>(words(text(line, "flip")).size());
  auto const boom = event.find("boom");
  bool const bomb = boom != event.end() && boom->is_boolean() && boom->get<bool>();
  auto const count = std::to_string(flips);
  auto const head = who + " " + text(event, "cell");
  if (bomb) return head + say_(": the bomb goes off, everything in its lines is gone", " 爆弾が爆発、挟んだ石は消滅");
  return say_.lang == Lang::Ja ? head + " " + count + "枚を反転" : head + ": flips " + count;
}

std::string Phrases::event(Table const& table, Json const& event, std::optional<int> me) const {
  auto const kind = text(event, "kind");
  auto const seat = seat_number(text(event, "seat"));
  auto const who = player(table, seat.value_or(-1), me);
  if (kind == "put") return put(table, event, who);
  struct Word {
    std::string_view kind, en, ja;
  };
  static constexpr std::array<Word, 14> words_of{{
      {"pass", " had no move and passed", " は置けないのでパス"},
      {"stuck", " could not use the cut-in", " は割り込めず"},
      {"sit", " took a seat", " が着席"},
      {"stand", " left the seat", " が席を立った"},
      {"seat", ": the host changed this seat", " ホストが席を変更"},
      {"host", " became the host", " がホストに"},
      {"offline", " lost the connection", " の接続が切れた"},
      {"online", " came back", " が戻った"},
      {"stand_in", " stayed away, a bot plays on", " は離席、ボットが代打ち"},
      {"hand_back", " came back and took over from the bot", " が戻り、ボットと交代"},
      {"timeout", " ran out of time, a bot made the move", " は時間切れ、ボットが着手"},
      {"resign", " resigned", " が投了"},
      {"rematch", " voted about a rematch", " が再戦に投票"},
      {"restart", "", ""},
  }};
  if (kind == "start") return say_("Round ", "第") + std::to_string(table.round) + say_(" begins", "ラウンド開始");
  if (kind == "over") return say_("The game is over", "終局");
  if (kind == "restart") return say_("The server is back", "サーバーが復帰");
  for (auto const& word : words_of)
    if (kind == word.kind) return who + say_(word.en, word.ja);
  return {};  // say: the chat is shown from the document
}

std::vector<std::string> Phrases::board(Table const& table, bool mark_legal) const {
  std::vector<std::string> lines;
  if (table.rows.empty()) {
    if (!table.view.empty()) lines.push_back(table.view);
    return lines;
  }
  std::string head = "    ";
  for (std::size_t column = 0; column < table.rows[0].size(); ++column)
    (head += static_cast<char>('a' + column)) += ' ';
  lines.push_back(head);
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    auto line = (row < 9 ? " " : "") + std::to_string(row + 1) + "  ";
    for (std::size_t column = 0; column < table.rows[row].size(); ++column) {
      char const letter = table.rows[row][column];
      bool const legal = mark_legal && table.is_legal(cell_name({static_cast<int>(column), static_cast<int>(row)}));
      line += letter == 'H' ? " " : letter == '.' ? (legal ? "*" : ".") : piece(letter);
      line += ' ';
    }
    lines.push_back(line + (row < 9 ? " " : "") + std::to_string(row + 1));
  }
  lines.push_back(head);
  return lines;
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
    auto line = say_("  seat ", "  席") + std::to_string(i) + ": " + sitter(table.seats[i]);
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
  if (table.result->reason == "resign") lines.push_back(say_("  (by resignation)", "  （投了による）"));
  if (auto words = verdict(table, me); !words.empty()) lines.push_back(std::move(words));
  return lines;
}

std::string Phrases::verdict(Table const& table, std::optional<int> me) const {
  if (!table.result || !me) return {};
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

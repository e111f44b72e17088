#include "server/links/link_words.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>

#include "games/catalog.hpp"
#include "games/record/draw_board.hpp"

namespace engawa::server {
namespace {

using record::member_at;
using record::Name;

Name name_of(games::Text const& text) { return {std::string(text.en), std::string(text.ja)}; }

games::Info const* info_of(Json const& shown) {
  auto const& id = member_at(shown, "game");
  auto const* const game = id.is_string() ? games::find_game(id.get_ref<std::string const&>()) : nullptr;
  return game ? &game->info() : nullptr;
}

Name invitation(Name const& game, Json const& summary) {
  auto const& host = member_at(summary, "host");
  auto const& open = member_at(summary, "seats/open");
  auto const count = open.is_number_integer() ? open.get<std::int64_t>() : 0;
  auto const number = std::to_string(count);
  auto const nick = host.is_string() ? host.get<std::string>() : std::string();
  Name words{nick.empty() ? "Come and play: " : nick + " invites you: ",
             nick.empty() ? "遊びませんか：" : nick + "さんからの招待："};
  words.en += game.en + (count == 0 ? ", no seat free" : ", " + number + (count == 1 ? " seat free" : " seats free"));
  words.ja += game.ja + (count == 0 ? "、満席" : "、空席" + number);
  return words;
}

// `winner`: a seat, or the winner of a summary; null: none. `score`: for example "38" and "15".
Name outcome(games::Info const& info, Json const& winner, bool draw, std::string const& most, std::string const& next) {
  auto const game = name_of(info.title);
  if (draw) return {"A draw: " + game.en, game.ja + "：引き分け"};
  if (winner.is_null()) return {"The game is over: " + game.en, game.ja + "：終局"};
  auto const who = record::name_of(info, winner);
  bool const scored = !most.empty() && !next.empty();
  return {who.en + " won" + (scored ? " " + most + " to " + next : "") + ": " + game.en,
          game.ja + "：" + who.ja + "の勝ち" + (scored ? "（" + most + "対" + next + "）" : "")};
}

std::string score_of(Json const& place) {
  auto const& score = member_at(place, "score");
  return score.is_number_integer() ? score.dump() : std::string();
}

// "1. Tanuki 38, 2. Hana 15"
Name standings(games::Info const& info, Json const& ranking, Json const& seats) {
  Name all;
  for (auto const& place : ranking) {
    auto const& seat = member_at(place, "seat");
    if (!seat.is_string()) continue;
    auto const who = record::name_of(info, member_at(seats, seat.get_ref<std::string const&>()));
    auto const score = score_of(place);
    auto const points = score.empty() ? score : " " + score;
    all.en += (all.en.empty() ? "" : ", ") + who.en + points;
    all.ja += (all.ja.empty() ? "" : "、") + who.ja + points;
  }
  return all;
}

Name board_of(games::Info const& info) {
  return {"The board: " + std::string(info.title.en), std::string(info.title.ja) + "の盤面"};
}

constexpr auto kNoAccount = "Opens in the browser, without an account.";
constexpr auto kNoAccountJa = "ブラウザーですぐに遊べます。登録は要りません。";

}  // namespace

LinkWords words_of_site() {
  return {{"縁側 Engawa: games with friends and bots", "縁側 Engawa：友だちやボットと遊べるゲーム"},
          {kNoAccount, kNoAccountJa},
          {"A veranda with a garden", "庭に面した縁側"}};
}

LinkWords words_of_room(std::string const& code) {
  auto words = words_of_site();
  words.title = {"Play with me: " + code, "いっしょに遊ぼう：" + code};
  return words;
}

LinkWords words_of_room(std::string const& code, Json const& summary) {
  auto const* const info = info_of(summary);
  if (!info) return words_of_room(code);
  auto const game = name_of(info->title);
  auto const phase = text_at(summary, "phase").value_or("");
  LinkWords words;
  if (phase == "over")
    words.title =
        outcome(*info, member_at(summary, "result/winner"), member_at(summary, "result/draw") == true, {}, {});
  else if (phase == "playing")
    words.title = {"Under way, come and watch: " + game.en, game.ja + "を対局中、観戦できます"};
  else
    words.title = invitation(game, summary);
  auto const variant = record::title_of(*info, member_at(summary, "options"));
  words.description = {std::string(variant.en) + ". " + kNoAccount, std::string(variant.ja) + "。" + kNoAccountJa};
  words.picture = board_of(*info);
  return words;
}

LinkWords words_of_record(std::string const& id) {
  auto words = words_of_site();
  words.title = {"Game record " + id, "棋譜 " + id};
  return words;
}

LinkWords words_of_record(std::string const& id, Json const& header, Json const& ending) {
  auto const* const info = info_of(header);
  auto const& result = member_at(ending, "result");
  if (!info || !result.is_object()) return words_of_record(id);
  auto const &ranking = member_at(result, "ranking"), &seats = member_at(header, "seats");
  auto const& winner = member_at(result, "winner");
  auto const place = [&](std::size_t i) {
    return ranking.is_array() && i < ranking.size() ? score_of(ranking[i]) : "";
  };
  LinkWords words;
  words.title = outcome(*info, winner.is_string() ? member_at(seats, winner.get_ref<std::string const&>()) : Json(),
                        result.contains("draw"), place(0), place(1));
  auto const order = standings(*info, ranking, seats);
  words.description = {order.en + ". Replay and analysis of every move.", order.ja + "。全手の再生と解析。"};
  words.picture = board_of(*info);
  return words;
}

}  // namespace engawa::server

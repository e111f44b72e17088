#include "clients/cli/screen/lines.hpp"

#include <nlohmann/json.hpp>

#include "clients/cli/room/command.hpp"

namespace engawa::cli {

StatusLine standing_status(Scene const& scene, Phrases const& say, bool move_waits) {
  auto const& table = scene.table;
  if (!scene.known) return {say(texts::connecting)};
  if (table.lobby() && scene.me && table.host == scene.guest) return {say(texts::host_presses_s)};
  if (table.lobby()) return {say(texts::wait_for_host)};
  if (move_waits) return {say(texts::move_waits)};
  if (table.my_turn(scene.me)) return {status(scene.look(say), scene.aim), {Ink::Good, true}};
  if (table.over()) {
    auto const verdict = say.verdict(table, scene.me);
    return {say(texts::game_is_over, {{"how", verdict.empty() ? say.reason(table) : verdict}}), {Ink::Accent, true}};
  }
  if (table.to_act.empty() || is_simultaneous(table)) return {};
  return {say(texts::is_to_move, {{"who", say.player(table, table.to_act[0], scene.me)}})};
}

std::string key_line(Scene const& scene, Phrases const& say) {
  if (!scene.me) return say(texts::spectator_keys);
  if (scene.table.lobby()) return say(texts::lobby_keys);
  return say(scene.table.over() ? texts::over_keys : board_of(scene.table.game).key_line);
}

std::vector<std::string> key_lines(Scene const& scene, Phrases const& say) {
  std::vector<std::string> lines;
  auto const add = [&](std::vector<std::string> const& more) { lines.insert(lines.end(), more.begin(), more.end()); };
  add(say.all(board_of(scene.table.game).keys));
  lines.emplace_back();
  add(say.all(texts::common_keys));
  add(table_command_help(say));
  return lines;
}

}  // namespace engawa::cli

// CLI11's own texts in --help, also in Japanese: its headings, the types of option values, and -h. One thread; for the
// files that declare options (the library takes seconds to compile).
//
// In English, CLI11's texts are kept. In Japanese, its labels would leave English words in the help, and it pads names
// by their length in bytes.
#pragma once
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/expect.hpp"
#include "base/language.hpp"

namespace engawa {

inline constexpr Words kVersionHelp{"Display program version information and exit", "バージョンを表示して終了する"};

class JapaneseHelp final : public CLI::Formatter {
 public:
  JapaneseHelp() {
    label("Usage", "使い方");
    label("OPTIONS", "オプション");
    label("SUBCOMMAND", "サブコマンド");
    label("Positionals", "引数");
    label("POSITIONALS", "引数");  // CLI11 2.5
  }

  std::string make_usage(CLI::App const* app, std::string name) const override {
    auto text = CLI::Formatter::make_usage(app, std::move(name));
    auto const mark = get_label("Usage") + ": ";
    return text.starts_with(mark) ? text.replace(0, mark.size(), get_label("Usage") + "：") : text;
  }

  std::string make_group(std::string group, bool positional, std::vector<CLI::Option const*> options) const override {
    bool const unnamed = group == "Options" || group == "OPTIONS";
    auto text = "\n" + (unnamed ? get_label("OPTIONS") : group) + "：\n";
    for (auto const* option : options) text += make_option(option, positional);
    return text;
  }

  std::string make_subcommands(CLI::App const* app, CLI::AppFormatMode /*mode*/) const override {
    std::string text;
    for (auto const* verb : app->get_subcommands({})) text += row("  " + verb->get_name(), verb->get_description());
    return text.empty() ? text : "\n" + get_label("SUBCOMMAND") + "：\n" + text;
  }

  std::string make_option(CLI::Option const* option, bool positional) const override {
    return row("  " + make_option_name(option, positional) + make_option_opts(option), make_option_desc(option));
  }

  std::string make_option_opts(CLI::Option const* option) const override {
    std::string text;
    if (option->get_type_size() != 0) {
      text += ' ' + values(option->get_type_name());
      if (!option->get_default_str().empty()) text += '=' + option->get_default_str();
      if (option->get_required()) text += "（必須）";
    }
    for (auto const* other : option->get_needs()) text += "（" + other->get_name() + "が必要）";
    for (auto const* other : option->get_excludes()) text += "（" + other->get_name() + "と併用不可）";
    return text;
  }

 private:
  // Translates CLI11's TEXT, INT, TEXT:{ja,en} or INT:INT in [0 - 15]; our own type names stay.
  static std::string values(std::string const& type) {
    constexpr std::string_view word = "TEXT:{", range = "INT:INT in [", dash = " - ";
    if (type == "TEXT") return "値";
    if (type == "INT") return "整数";
    if (type.starts_with(word)) return type.substr(word.size() - 1);
    auto const middle = type.find(dash);
    if (!type.starts_with(range) || !type.ends_with("]") || middle == type.npos) return type;
    auto const high = middle + dash.size();
    return "整数（" + type.substr(range.size(), middle - range.size()) + "〜" +
           type.substr(high, type.size() - 1 - high) + "）";
  }

  // Both columns; a left column that is too wide gets its own line.
  std::string row(std::string left, std::string const& right) const {
    auto const width = get_column_width(), used = columns(left);
    left += used < width ? std::string(width - used, ' ') : "\n" + std::string(width, ' ');
    return left + right + "\n";
  }

  // For our own texts only: ASCII takes one column of a terminal; all other characters are Japanese, with three bytes
  // and two columns.
  static std::size_t columns(std::string_view text) {
    std::size_t count = 0;
    for (char const c : text) {
      auto const byte = static_cast<unsigned char>(c);
      count += byte < 0x80 ? 1U : byte >= 0xC0 ? 2U : 0U;
    }
    return count;
  }
};

// For a new `app` that has no options (except --help) and no verbs yet: they inherit the texts from it.
inline void speak(CLI::App& app, Lang lang) {
  EXPECT(app.get_options().size() == 1 && app.get_subcommands({}).empty());
  if (lang != Lang::Ja) return;
  app.formatter(std::make_shared<JapaneseHelp>());
  app.set_help_flag("-h,--help", "この説明を表示して終了する");
}

}  // namespace engawa

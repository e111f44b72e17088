#include "server/store/input_columns.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <unordered_map>

#include "base/json_write.hpp"

namespace engawa::server {
namespace {

using Object = nlohmann::ordered_json;

constexpr std::array kColumns{"in",  "at",     "until",   "seat", "level", "lag",
                              "who", "number", "request", "nick", "text",  "move"};
constexpr std::size_t kMostDigits = 15;  // of a number at the end of a text
constexpr std::int64_t kLargest = 1LL << 53;

// The end of a request's id, and the part before it, unless the id is a number.
struct RequestId {
  std::optional<std::string> beginning;
  std::int64_t number = 0;
};

std::int64_t checked(std::int64_t number) {
  if (number < -kLargest || number > kLargest) throw std::out_of_range("a number in packed inputs");
  return number;
}

std::int64_t number_of(Object const& value) {
  if (!value.is_number_integer()) throw std::invalid_argument("no number in packed inputs");
  return checked(value.get<std::int64_t>());
}

std::optional<RequestId> split(Object const& id) {
  if (id.is_number_integer()) return RequestId{std::nullopt, number_of(id)};
  if (!id.is_string()) return std::nullopt;
  auto const& text = id.get_ref<std::string const&>();
  auto begin = text.find_last_not_of("0123456789") + 1;
  begin = std::max(begin, text.size() - std::min(text.size(), kMostDigits));
  while (begin + 1 < text.size() && text[begin] == '0') ++begin;
  RequestId split{text.substr(0, begin), 0};
  auto const* const end = text.data() + text.size();
  if (std::from_chars(text.data() + begin, end, split.number).ptr != end || begin == text.size()) return std::nullopt;
  return split;
}

class Columns {
 public:
  void add(Object input) {
    since_the_one_before(input);
    if (input.contains("guest")) name_by_number(input);
    for (auto const& [key, value] : input.items()) {
      auto& column = columns_[key];
      while (column.size() < count_) column.push_back(nullptr);
      column.push_back(value);
    }
    ++count_;
  }

  std::string text() const {
    auto ordered = Object::object();
    ordered["people"] = people_;
    for (auto const* key : kColumns)
      if (auto const column = columns_.find(key); column != columns_.end()) ordered[key] = *column;
    return ordered.dump();
  }

 private:
  void since_the_one_before(Object& input) {
    auto const at = number_of(input.at("at"));
    input["at"] = at - at_;
    if (input.contains("until")) input["until"] = number_of(input["until"]) - at;
    at_ = at;
  }

  void name_by_number(Object& input) {
    auto person = Object::array();
    person.push_back(input["guest"]);
    auto const id = input.contains("request") ? split(input["request"]) : std::nullopt;
    if (id && id->beginning) person.push_back(*id->beginning);
    auto const who = index_of(person);
    if (id) {
      input["number"] = id->number - numbers_[who];
      numbers_[who] = id->number;
      input.erase("request");
    }
    input.erase("guest");
    input["who"] = who;
  }

  std::size_t index_of(Object const& person) {
    auto const [found, is_new] = indexes_.emplace(person.dump(), numbers_.size());
    if (is_new) {
      people_.push_back(person);
      numbers_.push_back(0);
    }
    return found->second;
  }

  std::size_t count_ = 0;
  std::int64_t at_ = 0;
  Object columns_ = Object::object(), people_ = Object::array();
  std::unordered_map<std::string, std::size_t> indexes_;  // index in people_, by its text
  std::vector<std::int64_t> numbers_;                     // the last number of each entry of people_
};

// Writes inputs one after another.
class Lines {
 public:
  explicit Lines(Object const& columns) : columns_(columns), numbers_(columns.at("people").size()) {}

  std::string next() {
    out_ = "{";
    if (auto const* const in = value("in")) write("in", *in);
    at_ = checked(at_ + number_of(columns_.at("at").at(row_)));
    write("at", at_);
    if (auto const* const until = value("until")) write("until", at_ + number_of(*until));
    for (auto const* key : {"seat", "level", "lag"}) copy(key);
    write_guest();
    for (auto const* key : {"request", "nick", "text", "move"}) copy(key);
    ++row_;
    return out_ += '}';
  }

 private:
  Object const* value(char const* key) const {
    auto const column = columns_.find(key);
    if (column == columns_.end() || row_ >= column->size()) return nullptr;
    auto const& value = column->at(row_);
    return value.is_null() ? nullptr : &value;
  }

  void copy(char const* key) {
    if (auto const* const found = value(key)) write(key, *found);
  }

  void write_guest() {
    auto const* const who = value("who");
    if (!who) return;
    auto const person_number = who->get<std::size_t>();
    auto const& person = columns_.at("people").at(person_number);
    write("guest", person.at(0));
    auto const* const number = value("number");
    if (!number) return;
    auto const sum = numbers_[person_number] = checked(numbers_.at(person_number) + number_of(*number));
    if (person.size() == 1)
      write("request", sum);
    else
      write("request", person.at(1).get<std::string>() + std::to_string(sum));
  }

  void write(char const* key, Object const& value) {
    if (out_.size() > 1) out_ += ',';
    out_ += '"';
    out_ += key;
    out_ += "\":";
    if (value.is_string())
      json_write::string(out_, value.get_ref<std::string const&>());
    else
      out_ += value.dump();
  }

  Object const& columns_;
  std::size_t row_ = 0;
  std::int64_t at_ = 0;
  std::vector<std::int64_t> numbers_;  // the last number of each entry of `people`
  std::string out_;
};

}  // namespace

// A text that is not an input, or is written in another way, is found by reading the columns again.
std::string columns_of(std::vector<std::string> const& inputs) try {
  Columns columns;
  for (auto const& input : inputs) columns.add(Object::parse(input));
  auto text = columns.text();
  return inputs_of(Object::parse(text)) == inputs ? text : std::string();
} catch (std::exception const&) {
  return {};
}

std::vector<std::string> inputs_of(Object const& columns) {
  std::vector<std::string> inputs(columns.at("at").size());
  Lines lines(columns);
  for (auto& input : inputs) input = lines.next();
  return inputs;
}

}  // namespace engawa::server

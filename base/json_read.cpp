#include "base/json_read.hpp"

#include <nlohmann/json.hpp>
#include <vector>

#include "base/expect.hpp"

namespace engawa {
namespace {

// Builds a tree and checks the bounds that nlohmann's own parser does not check: depth, duplicate keys, U+0000.
class StrictBuilder : public nlohmann::json_sax<Json> {
 public:
  explicit StrictBuilder(Json& root) : root_(root) {}

  std::string fault;
  char const* code = "bad_json";

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, string_t const&) override { return put(value); }
  bool string(string_t& value) override {
    if (value.find('\0') != string_t::npos) return fail("a string contains U+0000", "bad_message");
    return put(std::move(value));
  }
  bool binary(binary_t&) override { return fail("binary values are not JSON"); }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (name.find('\0') != string_t::npos) return fail("a key contains U+0000", "bad_message");
    auto const [slot, fresh] = open_.back()->get_ref<Json::object_t&>().emplace(std::move(name), nullptr);
    slot_ = &slot->second;
    return fresh || fail("an object has the key \"" + slot->first + "\" twice");
  }
  bool parse_error(std::size_t position, std::string const&, nlohmann::detail::exception const&) override {
    return fail("not JSON at byte " + std::to_string(position));
  }

 private:
  bool fail(std::string why, char const* with = "bad_json") {
    if (!fault.empty()) return false;
    fault = std::move(why);
    code = with;
    return false;
  }
  Json* place(Json&& value) {
    if (open_.empty()) return &(root_ = std::move(value));
    if (!open_.back()->is_array()) return &(*slot_ = std::move(value));
    open_.back()->push_back(std::move(value));
    return &open_.back()->back();
  }
  bool put(Json value) {
    place(std::move(value));
    return true;
  }
  bool open(Json container) {
    if (open_.size() == kMaxJsonDepth) return fail("nested deeper than " + std::to_string(kMaxJsonDepth));
    open_.push_back(place(std::move(container)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  Json& root_;
  std::vector<Json*> open_;  // the containers around the value being read, outermost first
  Json* slot_ = nullptr;     // where the value of the last key goes
};

// In code points. REQUIRES: UTF-8.
bool is_longer(std::string_view text, std::size_t most) {
  if (text.size() <= most) return false;
  std::size_t points = 0;
  for (char const c : text) points += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  return points > most;
}

}  // namespace

Result<Json> parse_json(std::string_view text) {
  Json root;
  StrictBuilder builder(root);
  if (Json::sax_parse(text, &builder)) return root;
  return refuse(builder.code, builder.fault.empty() ? "not JSON" : builder.fault);
}

Refusal not_in_range(char const* key, std::int64_t low, std::int64_t high) {
  return refuse("bad_message",
                std::string(key) + " must be an integer from " + std::to_string(low) + " to " + std::to_string(high));
}

Result<std::optional<std::int64_t>> read_int(Json const& object, char const* key, std::int64_t low, std::int64_t high) {
  EXPECT(object.is_object());
  auto const found = object.find(key);
  if (found == object.end()) return std::optional<std::int64_t>{};
  if (!found->is_number_integer()) return not_in_range(key, low, high);
  bool const huge = found->is_number_unsigned() && found->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX);
  auto const value = huge ? INT64_MAX : found->get<std::int64_t>();
  if (huge || value < low || value > high) return not_in_range(key, low, high);
  return std::optional<std::int64_t>{value};
}

Result<std::optional<std::string>> read_string(Json const& object, char const* key, std::size_t most) {
  EXPECT(object.is_object());
  auto const found = object.find(key);
  if (found == object.end()) return std::optional<std::string>{};
  if (!found->is_string() || is_longer(found->get_ref<std::string const&>(), most))
    return refuse("bad_message",
                  std::string(key) + " must be a string of at most " + std::to_string(most) + " characters");
  return std::optional<std::string>{found->get<std::string>()};
}

Result<std::optional<bool>> read_bool(Json const& object, char const* key) {
  auto const value = object.find(key);
  if (value == object.end()) return std::optional<bool>();
  if (!value->is_boolean()) return refuse("bad_message", std::string(key) + " must be true or false");
  return std::optional(value->get<bool>());
}

std::optional<std::string_view> text_at(Json const& object, char const* key) {
  EXPECT(object.is_object());
  auto const found = object.find(key);
  if (found == object.end() || !found->is_string()) return std::nullopt;
  return found->get_ref<std::string const&>();
}

}  // namespace engawa

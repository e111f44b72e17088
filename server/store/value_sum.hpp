// The checksum of a row: a CRC-32 of its values, each with its kind and size, so that nothing can move from one value
// to the next. The same in every store. A value; any thread.
#pragma once
#include <zlib.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace engawa::server {

class ValueSum {
 public:
  ValueSum& number(std::int64_t value) { return add('i', value); }
  ValueSum& null() { return add('n', 0); }
  ValueSum& text(void const* bytes, std::size_t size) {
    add('t', static_cast<std::int64_t>(size));
    if (size > 0) crc_ = crc32_z(crc_, static_cast<Bytef const*>(bytes), size);
    return *this;
  }
  ValueSum& text(std::string_view value) { return text(value.data(), value.size()); }
  ValueSum& maybe(std::optional<std::string> const& value) { return value ? text(*value) : null(); }
  std::int64_t value() const { return static_cast<std::int64_t>(crc_); }

  static constexpr std::size_t kTagged = 9;  // bytes of a tag and a number
  static void write(unsigned char* bytes, char tag, std::int64_t number) {
    bytes[0] = static_cast<unsigned char>(tag);
    for (int i = 0; i < 8; ++i)
      bytes[i + 1] = static_cast<unsigned char>(static_cast<std::uint64_t>(number) >> (8 * i));
  }

 private:
  ValueSum& add(char tag, std::int64_t number) {
    unsigned char bytes[kTagged];
    write(bytes, tag, number);
    crc_ = crc32(crc_, bytes, sizeof bytes);
    return *this;
  }

  uLong crc_ = 0;
};

}  // namespace engawa::server

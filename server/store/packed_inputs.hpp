// Many inputs of one room as one value: JSON, compressed by zlib. It is an array of the texts, or an object of columns
// (input_columns.hpp). It can be unpacked with SQL alone (server/store/sqlite/plain_rows.sql). Values; any thread.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace engawa::server {

struct PackedInputs {
  std::size_t size = 0;  // bytes of the JSON
  std::string bytes;     // compressed
};

// `quick` writes the array, which takes a fifth of the time.
enum class Packing { quick, small };
// Throws if an input is not UTF-8.
PackedInputs pack_inputs(std::vector<std::string> const& inputs, Packing packing);
// Throws std::runtime_error if the bytes do not come from pack_inputs.
std::vector<std::string> unpack_inputs(std::string_view bytes, std::size_t size);

}  // namespace engawa::server

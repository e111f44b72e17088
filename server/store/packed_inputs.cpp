#include "server/store/packed_inputs.hpp"

#include <zlib.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "server/store/input_columns.hpp"

namespace engawa::server {
namespace {

constexpr std::size_t kMaxBytes = 1 << 28;  // limit for a damaged size

}  // namespace

PackedInputs pack_inputs(std::vector<std::string> const& inputs, Packing packing) {
  auto plain = packing == Packing::small ? columns_of(inputs) : std::string();
  if (plain.empty()) plain = nlohmann::json(inputs).dump();
  auto size = compressBound(plain.size());
  PackedInputs packed{plain.size(), std::string(size, '\0')};
  if (compress2(reinterpret_cast<Bytef*>(packed.bytes.data()), &size, reinterpret_cast<Bytef const*>(plain.data()),
                plain.size(), packing == Packing::quick ? Z_BEST_SPEED : Z_DEFAULT_COMPRESSION) != Z_OK)
    throw std::runtime_error("inputs cannot be packed");
  packed.bytes.resize(size);
  return packed;
}

std::vector<std::string> unpack_inputs(std::string_view bytes, std::size_t size) {
  if (size > kMaxBytes) throw std::runtime_error("packed inputs of an impossible size");
  std::string plain(size, '\0');
  uLongf made = size;
  if (uncompress(reinterpret_cast<Bytef*>(plain.data()), &made, reinterpret_cast<Bytef const*>(bytes.data()),
                 bytes.size()) != Z_OK ||
      made != size)
    throw std::runtime_error("packed inputs cannot be unpacked");
  try {
    auto const parsed = nlohmann::ordered_json::parse(plain);
    return parsed.is_object() ? inputs_of(parsed) : parsed.get<std::vector<std::string>>();
  } catch (std::exception const& error) {
    throw std::runtime_error(error.what());
  }
}

}  // namespace engawa::server

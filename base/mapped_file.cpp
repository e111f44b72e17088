#include "base/mapped_file.hpp"

#include <sys/mman.h>

#include <boost/interprocess/file_mapping.hpp>
#include <boost/interprocess/mapped_region.hpp>

namespace engawa {

std::optional<MappedFile> MappedFile::open(std::filesystem::path const& path) try {
  using namespace boost::interprocess;
  file_mapping const file(path.c_str(), read_only);
  auto const region = std::make_shared<mapped_region const>(file, read_only);
  MappedFile mapped;
  mapped.bytes_ = {static_cast<char const*>(region->get_address()), region->get_size()};
  mapped.region_ = region;
  return mapped;
} catch (boost::interprocess::interprocess_exception const&) {
  return std::nullopt;
}

// The mapping begins with the file, at the start of a page.
void MappedFile::unload() const { ::madvise(const_cast<char*>(bytes_.data()), bytes_.size(), MADV_DONTNEED); }

}  // namespace engawa

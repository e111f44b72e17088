// Flushing to the disk.
#pragma once
#include <string>

namespace engawa::server {

// Of a file its contents, of a folder its entries. Throws std::runtime_error with a sentence. Any thread; blocks.
void flush_to_disk(std::string const& path);

}  // namespace engawa::server

#include "server/static_files.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace engawa::server {
namespace {

namespace fs = std::filesystem;

std::string type_of(fs::path const& path) {
  static std::unordered_map<std::string, std::string> const types{{".html", "text/html; charset=utf-8"},
                                                                  {".js", "text/javascript; charset=utf-8"},
                                                                  {".css", "text/css; charset=utf-8"},
                                                                  {".svg", "image/svg+xml"},
                                                                  {".png", "image/png"},
                                                                  {".ico", "image/x-icon"},
                                                                  {".json", "application/json"},
                                                                  {".webmanifest", "application/manifest+json"},
                                                                  {".txt", "text/plain; charset=utf-8"}};
  auto const type = types.find(path.extension().string());
  return type == types.end() ? "application/octet-stream" : type->second;
}

std::string read_whole(fs::path const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

Result<StaticFiles> StaticFiles::read(std::string const& folder) {
  StaticFiles files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (!entry->is_regular_file()) continue;
    auto path = entry->path();
    bool const packed = path.extension() == ".gz";
    auto const content = read_whole(path);
    if (packed) path.replace_extension();
    auto& file = files.files_["/" + path.lexically_relative(folder).generic_string()];
    file.type = type_of(path);
    (packed ? file.gzip : file.content) = content;
  }
  if (!files.files_.contains("/index.html"))
    return refuse("not_found",
                  "the folder " + folder +
                      " has no index.html: build the page first (./serve --build-only), or leave --web-root out");
  return files;
}

HttpResponse StaticFiles::get(std::string_view path, bool accepts_gzip) const {
  bool const page = path == "/" || path.substr(0, 3) == "/r/";
  auto const found = files_.find(page ? "/index.html" : std::string(path));
  if (found == files_.end()) return http_error(refuse("not_found", "there is nothing at this address"));
  auto const& file = found->second;
  HttpResponse response;
  response.type = file.type;
  bool const packed = accepts_gzip && !file.gzip.empty();
  response.body = packed ? file.gzip : file.content;
  if (packed) response.headers.emplace_back("Content-Encoding", "gzip");
  bool const hashed = path.substr(0, 8) == "/assets/";
  response.headers.emplace_back("Cache-Control", hashed ? "public, max-age=31536000, immutable" : "no-store");
  response.headers.emplace_back("Vary", "Accept-Encoding");
  return response;
}

}  // namespace engawa::server

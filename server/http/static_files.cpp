#include "server/http/static_files.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

namespace engawa::server {
namespace {

namespace fs = std::filesystem;

std::string const kPage = "/index.html";
constexpr std::string_view kHashed = "/assets/";  // names that contain a hash of the content

std::string type_of(fs::path const& path) {
  static std::unordered_map<std::string, std::string> const types{{".html", "text/html; charset=utf-8"},
                                                                  {".js", "text/javascript; charset=utf-8"},
                                                                  {".css", "text/css; charset=utf-8"},
                                                                  {".svg", "image/svg+xml"},
                                                                  {".wasm", "application/wasm"},
                                                                  {".png", "image/png"},
                                                                  {".ico", "image/x-icon"},
                                                                  {".json", "application/json"},
                                                                  {".yaml", "application/yaml"},
                                                                  {".webmanifest", "application/manifest+json"},
                                                                  {".txt", "text/plain; charset=utf-8"}};
  auto const type = types.find(path.extension().string());
  return type == types.end() ? "application/octet-stream" : type->second;
}

// Empty: no such file.
std::string read_whole(fs::path const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool is_packed(fs::path const& path) { return path.extension() == ".gz" || path.extension() == ".br"; }

// The tags are in the language of the request.
HttpResponse tagged(std::string html, std::string const& tags, HttpRequest const& request) {
  html.insert(std::min(html.find("</head>"), html.size()), tags);
  auto packed = gzip(html);
  auto response = Resource(type_of(kPage), "no-cache", std::move(html), std::move(packed)).answer(request);
  for (auto& [name, value] : response.headers)
    if (name == "Vary") value += ", Accept-Language";
  return response;
}

// Puts `base` before the addresses of files. The page's scripts find it themselves.
Resource page_below(std::string const& base, fs::path const& path, std::string const& caching) {
  auto html = read_whole(path);
  for (std::string_view const address : {" href=\"/", " src=\"/"})
    for (auto at = html.find(address); at != html.npos; at = html.find(address, at + address.size() + base.size()))
      html.insert(at + address.size() - 1, base);
  auto packed = gzip(html);
  return {type_of(path), caching, std::move(html), std::move(packed)};
}

fs::path with(fs::path path, char const* ending) { return path += ending; }

}  // namespace

Result<StaticFiles> StaticFiles::read(std::string const& folder, std::string const& base) {
  StaticFiles files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    auto const& path = entry->path();
    if (!entry->is_regular_file() || is_packed(path)) continue;
    auto const name = "/" + path.lexically_relative(folder).generic_string();
    bool const hashed = name.compare(0, kHashed.size(), kHashed) == 0;
    std::string const caching = hashed ? "public, max-age=31536000, immutable" : "no-cache";
    files.files_.emplace(name, path.extension() == ".html" && !base.empty()
                                   ? page_below(base, path, caching)
                                   : Resource(type_of(path), caching, read_whole(path), read_whole(with(path, ".gz")),
                                              read_whole(with(path, ".br"))));
  }
  if (!files.files_.contains(kPage))
    return refuse("not_found",
                  "the folder " + folder +
                      " has no index.html: build the page first (./serve --build-only), or leave --web-root out");
  return files;
}

HttpResponse StaticFiles::get(HttpRequest const& request, std::string const& tags) const {
  bool const page = request.path == "/" || request.path == "/dev" || request.path.compare(0, 3, "/r/") == 0 ||
                    request.path.compare(0, 3, "/g/") == 0;
  if (auto const found = files_.find(page ? kPage : request.path); found != files_.end())
    return page && !tags.empty() ? tagged(found->second.plain(), tags, request) : found->second.answer(request);
  auto const index = files_.find(kPage);
  bool const reads = request.accept.find("text/html") != request.accept.npos;
  if (index == files_.end() || !reads) return http_error(refuse("not_found", "there is nothing at this address"));
  auto anew = request;
  anew.if_none_match.clear();
  auto response = index->second.answer(anew);
  response.status = 404;
  return response;
}

}  // namespace engawa::server

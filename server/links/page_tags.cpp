#include "server/links/page_tags.hpp"

#include "base/xml_escape.hpp"
#include "games/record/preview.hpp"
#include "server/http/header_text.hpp"

namespace engawa::server {
namespace {

void tag(std::string& out, std::string_view property, std::string_view content) {
  out.append("<meta property=\"").append(property).append("\" content=\"").append(xml_escape(content)).append("\">\n");
}

enum class Language { english, japanese, both };

bool is_language(std::string_view range, std::string_view language) {
  return same_word(range.substr(0, range.find('-')), language);
}

Language language_of(std::string_view accepted) {
  int english = 0, japanese = 0;
  while (!accepted.empty()) {
    auto entry = cut(accepted, ',');
    auto const range = cut(entry, ';');
    auto const weight = entry.empty() ? kMostWeight : weight_of(entry);
    // Of two equally preferred languages, the first.
    if (is_language(range, "en") && weight > japanese) english = std::max(english, weight);
    if (is_language(range, "ja") && weight > english) japanese = std::max(japanese, weight);
  }
  if (english == japanese) return Language::both;
  return english > japanese ? Language::english : Language::japanese;
}

std::string in(Language language, record::Name const& words) {
  if (language == Language::both) return words.ja + " / " + words.en;
  return language == Language::english ? words.en : words.ja;
}

}  // namespace

std::string page_tags(Config const& config, HttpRequest const& request, LinkWords const& words, std::string_view page,
                      std::string_view picture) {
  auto const origin =
      config.public_url.empty() ? (request.secure ? "https://" : "http://") + request.host : config.public_url;
  auto const site = origin + config.base_path;
  auto const language = language_of(request.accept_language);
  std::string out;
  tag(out, "og:type", "website");
  tag(out, "og:site_name", "縁側 Engawa");
  tag(out, "og:url", site + std::string(page));
  tag(out, "og:title", in(language, words.title));
  tag(out, "og:description", in(language, words.description));
  tag(out, "og:image", site + std::string(picture));
  tag(out, "og:image:type", "image/png");
  tag(out, "og:image:width", std::to_string(record::kPreviewWidth));
  tag(out, "og:image:height", std::to_string(record::kPreviewHeight));
  tag(out, "og:image:alt", in(language, words.picture));
  tag(out, "twitter:card", "summary_large_image");
  return out;
}

}  // namespace engawa::server

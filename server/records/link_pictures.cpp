#include "server/records/link_pictures.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json_read.hpp"
#include "base/sha256.hpp"
#include "games/record/end_of_record.hpp"
#include "games/record/paint.hpp"
#include "games/record/preview.hpp"
#include "games/record/turning_point.hpp"
#include "server/http/png.hpp"
#include "server/ops/fail_point.hpp"
#include "server/ops/priority.hpp"

namespace engawa::server {
namespace {

constexpr auto kPng = "image/png";
constexpr auto kFinished = "public, max-age=31536000, immutable";
constexpr auto kUnderWay = "public, max-age=60";  // the game continues

}  // namespace

LinkPictures::LinkPictures() : thread_([this](std::stop_token stop) { work(stop); }) {}

LinkPictures::~LinkPictures() {
  thread_.request_stop();
  thread_.join();
  for (auto const& work : works_)
    for (auto const& done : work.waiting) done(nullptr);
}

void LinkPictures::draw_room(std::string glimpse, Done done) { draw(std::move(glimpse), Kind::room, std::move(done)); }
void LinkPictures::draw_record(std::string lines, Done done) { draw(std::move(lines), Kind::record, std::move(done)); }
void LinkPictures::draw_turning_point(std::string const& moment, std::string const& lines, Done done) {
  draw(moment + '\n' + lines, Kind::turning_point, std::move(done));
}

std::optional<record::Drawing> LinkPictures::drawing_of(Work const& work) {
  std::string_view const text = work.text;
  if (work.kind == Kind::record) {
    auto const shown = record::end_of_record(text);
    return shown ? record::preview(*shown) : std::nullopt;
  }
  auto const line = text.substr(0, work.kind == Kind::turning_point ? text.find('\n') : text.npos);
  auto const shown = parse_json(line);
  if (!shown) return std::nullopt;
  return work.kind == Kind::room ? record::preview(*shown)
                                 : record::turning_point(text.substr(line.size() + 1), *shown);
}

void LinkPictures::draw(std::string text, Kind kind, Done done) {
  if (text.size() > kMostText) return done(nullptr);
  auto key = sha256_hex(text);
  std::shared_ptr<Resource const> known;
  {
    std::lock_guard const lock(mutex_);
    known = kept_.find(key);
    auto const same = std::find_if(works_.begin(), works_.end(), [&](Work const& work) { return work.key == key; });
    if (!known && same != works_.end()) return same->waiting.push_back(std::move(done));
    if (!known && works_.size() < kMostWaiting) {
      works_.push_back({std::move(key), std::move(text), kind, {std::move(done)}});
      return changed_.notify_one();
    }
  }
  done(std::move(known));
}

void LinkPictures::work(std::stop_token stop) {
  background_priority();
  for (;;) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait(lock, stop, [this] { return !works_.empty(); })) return;
    if (stop.stop_requested()) return;
    auto const& next = works_.front();  // safe: other threads only append, and only this thread removes
    lock.unlock();
    auto picture = made(next);
    lock.lock();
    auto const waiting = std::move(works_.front().waiting);
    if (picture) kept_.keep(works_.front().key, picture);
    works_.pop_front();
    lock.unlock();
    for (auto const& done : waiting) done(picture);
  }
}

std::shared_ptr<Resource const> LinkPictures::made(Work const& work) try {
  fail_point::hit("picture.draw");
  auto const drawing = drawing_of(work);
  if (!drawing) return nullptr;
  auto const pixels = record::paint(*drawing, record::kPreviewWidth, record::kPreviewHeight);
  return std::make_shared<Resource>(kPng, work.kind == Kind::room ? kUnderWay : kFinished,
                                    png(pixels.rgb, record::kPreviewWidth, record::kPreviewHeight));
} catch (std::exception const& error) {
  spdlog::error("the picture of a link could not be drawn: {}", error.what());
  return nullptr;
}

}  // namespace engawa::server

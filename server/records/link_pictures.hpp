// The pictures that chats show for links, as PNG, drawn on its own thread at the lowest priority. A picture takes about
// 20 ms of it for any room, because the drawn data is limited in size. Finished pictures are kept while there is room;
// if more than a few wait, further ones are not drawn at all.
#pragma once
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "games/record/drawing.hpp"
#include "server/http/resource.hpp"
#include "server/records/kept_records.hpp"

namespace engawa::server {

class LinkPictures {
 public:
  // nullptr: there is none, or not now. Called on the thread of pictures, or inside the request.
  using Done = std::function<void(std::shared_ptr<Resource const> picture)>;

  static constexpr std::size_t kMostWaiting = 32;
  static constexpr std::size_t kMostText = 1 << 20;  // bytes of the drawn data

  LinkPictures();
  ~LinkPictures();  // answers waiting requests with nullptr
  LinkPictures(LinkPictures const&) = delete;
  LinkPictures& operator=(LinkPictures const&) = delete;

  // Any thread; never waits. A room as RoomState::glimpse() returns it, or the lines of a finished round.
  void draw_room(std::string glimpse, Done done);
  void draw_record(std::string lines, Done done);
  // A mistake in that round. `moment`: as for record::turning_point(), in one line.
  void draw_turning_point(std::string const& moment, std::string const& lines, Done done);

 private:
  enum class Kind { room, record, turning_point };
  struct Work {
    std::string key, text;
    Kind kind = Kind::room;
    std::vector<Done> waiting;
  };

  void draw(std::string text, Kind kind, Done done);
  static std::optional<record::Drawing> drawing_of(Work const& work);
  void work(std::stop_token stop);
  std::shared_ptr<Resource const> made(Work const& work);

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Work> works_;  // the first one is in progress, if any
  KeptRecords kept_;
  std::jthread thread_;
};

}  // namespace engawa::server

// The pictures that chats show of links, as PNG, on a thread of its own at the lowest priority: about 20 ms of it for a picture,
// however a room was made, since what is drawn has a greatest size. Finished ones are kept while there is room; more
// than a few that wait are not drawn at all.
#pragma once
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "server/http/resource.hpp"
#include "server/records/kept_records.hpp"

namespace engawa::server {

class LinkPictures {
 public:
  // nullptr: there is none, or not now. On the thread of pictures, or inside the request.
  using Done = std::function<void(std::shared_ptr<Resource const> picture)>;

  static constexpr std::size_t kMostWaiting = 32;
  static constexpr std::size_t kMostText = 1 << 20;  // bytes, of what is drawn

  LinkPictures();
  ~LinkPictures();  // answers those who wait with none
  LinkPictures(LinkPictures const&) = delete;
  LinkPictures& operator=(LinkPictures const&) = delete;

  // Any thread; never waits. A room as RoomState::glimpse() tells it, or the lines of a finished round.
  void draw_room(std::string glimpse, Done done);
  void draw_record(std::string lines, Done done);

 private:
  struct Work {
    std::string key, text;
    bool is_record = false;
    std::vector<Done> waiting;
  };

  void draw(std::string text, bool is_record, Done done);
  void work(std::stop_token stop);
  std::shared_ptr<Resource const> made(Work const& work);

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Work> works_;  // the first is under way, if anything is
  KeptRecords kept_;
  std::jthread thread_;
};

}  // namespace engawa::server

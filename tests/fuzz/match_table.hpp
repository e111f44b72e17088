// A match under attack, and its document as a client has it: after every input the laws of matches are checked.
//
// Laws: a refusal leaves the hash unchanged and writes nothing; the patch of an accepted input merges into exactly the
// next document; a copy that gets the move's shortest form reaches the same state.
#pragma once
#include <algorithm>
#include <memory>
#include <string>

#include "games/catalog.hpp"
#include "tests/fuzz/check.hpp"

namespace engawa::fuzz {

inline std::string take_line(std::string_view& bytes) {
  auto const end = bytes.find('\n');
  std::string line(bytes.substr(0, end));
  bytes.remove_prefix(end == bytes.npos ? bytes.size() : end + 1);
  return line;
}

inline Json document_of(games::Match const& match) {
  std::string text = "{";
  match.write_document(text);
  return reread(text += '}', "a document is JSON");
}

class MatchTable {
 public:
  explicit MatchTable(std::unique_ptr<games::Match> match) : match_(std::move(match)), document_(document_of(*match_)) {
    check_end();
  }

  games::Match const& match() const { return *match_; }
  bool is_over() const { return match_->to_act().empty(); }

  // `must`: a refusal breaks a law.
  void play(games::Seat seat, Json const& move, bool must, games::GameTime at = 0) {
    auto const hash = match_->hash();
    auto const ply = match_->ply();
    auto const copy = match_->clone();
    std::string set, events;
    check_text(seat, move, at);
    auto const played = match_->play(seat, move, set, events, at);
    if (!played) {
      check(!must, "a legal move is accepted", played.error().message);
      check(match_->hash() == hash && set.empty() && events.empty(), "a refusal changes nothing", played.error().code);
      check(document_of(*match_) == document_, "a refusal leaves the document");
      return;
    }
    check(match_->ply() == ply + 1, "a move is one ply");
    check(copy->hash() == hash, "a clone lives by itself");
    std::string again_set, again_events;
    check(copy->play(seat, reread(*played, "a move is JSON"), again_set, again_events, at).has_value() &&
              copy->hash() == match_->hash(),
          "a move's shortest form is the same move", *played);
    take(set, events);
  }

  // REQUIRES: something is due by `at`.
  void elapse(games::GameTime at) {
    std::string set, events;
    match_->elapse(at, set, events);
    take(set, events);
  }

 private:
  // A move as text is the same move.
  void check_text(games::Seat seat, Json const& move, games::GameTime at) const {
    auto const by_tree = match_->clone(), by_text = match_->clone();
    std::string set, text_set, events, text_events;
    auto const one = by_tree->play(seat, move, set, events, at);
    auto const other = by_text->play_text(seat, move.dump(), text_set, text_events, at);
    check(one.has_value() == other.has_value() && set == text_set && events == text_events &&
              by_tree->hash() == by_text->hash(),
          "a move as text is the same move", move.dump());
    check(one ? *one == *other : one.error().message == other.error().message, "and is answered in the same way",
          move.dump());
  }

  void take(std::string const& set, std::string const& events) {
    document_.merge_patch(reread("{" + set + "}", "set is JSON"));
    check(document_ == document_of(*match_), "set merges into the next document", set);
    (void)reread("[" + events + "]", "events are JSON");
    check_end();
  }

  void check_end() const {
    check(match_->outcome().has_value() == is_over(), "the outcome is there when nobody is to act");
    check(!match_->standing().places.empty(), "somebody competes");
  }

  std::unique_ptr<games::Match> match_;
  Json document_;
};

// The match that these options start; nullptr when they are refused.
inline std::unique_ptr<games::Match> start_match(games::GameEntry const& game, Json const& json) {
  auto const options = game.normalise(json);
  if (!options) {
    check(options.error().code == "bad_message", "bad options are a bad message", options.error().code);
    return nullptr;
  }
  auto const again = game.normalise(*options);
  check(again.has_value() && *again == *options, "normal options stay as they are", options->dump());
  auto const seats = game.seats(*options);
  check(seats >= game.info().min_seats && seats <= game.info().max_seats, "seats are in bounds");
  check(game.table(*options).size() == static_cast<std::size_t>(seats), "the table has a chair for each seat");
  auto match = game.start(*options, 1);
  check(match.has_value() && (*match)->seats() == seats, "normal options start a game");
  return std::move(*match);
}

}  // namespace engawa::fuzz

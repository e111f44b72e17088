// The certificate of the public port and its key, in two PEM files. Connections that begin after the files have changed
// use the new pair; while the new files do not fit together, the old pair goes on. Hides OpenSSL.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "base/result.hpp"

namespace boost::asio::ssl {
class context;
}

namespace engawa::server {

class Certificate {
 public:
  using Context = std::shared_ptr<boost::asio::ssl::context>;

  // Refuses with a sentence for the operator that names the file. Both names are empty: nullptr.
  static Result<std::unique_ptr<Certificate>> read(std::string const& certificate, std::string const& key);

  // The rest on one thread. What new connections use.
  Context const& context() const { return pair_.context; }
  // Reads the files again; if they are no good, warns.
  void read_again();
  // The same if a file has changed since the last time.
  void look();

  // When the certificate ends, in seconds of Unix time. Any thread.
  std::int64_t ends_at() const { return ends_at_.load(std::memory_order_relaxed); }

 private:
  struct Pair {
    Context context;
    std::int64_t ends_at = 0;
  };
  // Of both files: what changes with their content.
  using Marks = std::array<std::int64_t, 8>;

  Certificate(std::string certificate, std::string key)
      : certificate_(std::move(certificate)), key_(std::move(key)), marks_(marks()) {}
  static Result<Pair> load(std::string const& certificate, std::string const& key);
  Marks marks() const;
  void use(Pair pair);

  std::string certificate_, key_;
  Marks marks_;
  Pair pair_;
  std::atomic<std::int64_t> ends_at_{0};
};

}  // namespace engawa::server

// engawad as a whole: creates the services, rebuilds the rooms, listens, and stops cleanly.
#pragma once
#include <chrono>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "server/ops/config.hpp"
#include "server/store/store_wait.hpp"

namespace engawa::server {

class Server {
 public:
  // Opens the store, rebuilds every open room from its journal and listens. A refusal's message is a sentence for the
  // operator. `open_store` opens the store instead of open_store(), once everything else that was requested is ready.
  // `socket` listens already, in place of server.unix_socket, server.bind and server.port; -1: none.
  static Result<std::unique_ptr<Server>> start(Config const& config, OpenStore const& open_store = {}, int socket = -1);
  ~Server();

  int port() const;          // 0: it listens on a Unix socket
  int admin_port() const;    // -1: none
  std::string path() const;  // of the Unix socket; empty: none
  // Whether every shard carries out a task within this time. Any thread but a shard's, before stop().
  bool answers(std::chrono::milliseconds within) const;
  // Reads the files of the certificate again. Any thread, before stop().
  void read_certificate_again();
  // Notifies all clients, stores pending inputs, closes all connections. From any thread, once. A refusal names the
  // inputs that were not stored in a place where they will be found again.
  Result<void> stop();

 private:
  struct Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace engawa::server

#include "server/ops/certificate.hpp"

#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/ssl/context.hpp>
#include <cerrno>
#include <cstring>
#include <ctime>

namespace engawa::server {
namespace {

namespace ssl = boost::asio::ssl;
using boost::system::error_code;

// Why the system does not let this process read a file, or empty.
std::string unreadable(std::string const& path) {
  int const descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return std::strerror(errno);
  struct stat found{};
  bool const is_file = ::fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode);
  ::close(descriptor);
  return is_file ? "" : "it is not a file";
}

Refusal no_good(char const* setting, std::string const& path, std::string const& why) {
  ::ERR_clear_error();
  return refuse("bad_message", std::string(setting) + ": " + path + ' ' + why);
}

std::int64_t end_of(SSL_CTX* context) {
  std::tm end{};
  if (::ASN1_TIME_to_tm(::X509_get0_notAfter(::SSL_CTX_get0_certificate(context)), &end) != 1) return 0;
  return ::timegm(&end);
}

std::string day_of(std::int64_t time) {
  std::time_t const seconds = time;
  std::tm day{};
  char text[16] = {};
  ::gmtime_r(&seconds, &day);
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d", &day)};
}

void doubt(std::string const& key, std::int64_t ends_at) {
  struct stat found{};
  if (::stat(key.c_str(), &found) == 0 && (found.st_mode & S_IROTH) != 0)
    spdlog::warn("tls.key: everybody on this machine may read {}: chmod o= it", key);
  if (ends_at < std::time(nullptr)) spdlog::warn("tls.cert: the certificate ended on {}", day_of(ends_at));
}

}  // namespace

Result<Certificate::Pair> Certificate::load(std::string const& certificate, std::string const& key) {
  for (auto const& [setting, path] : {std::pair{"tls.cert", certificate}, std::pair{"tls.key", key}})
    if (auto const why = unreadable(path); !why.empty()) return no_good(setting, path, "cannot be read (" + why + ')');
  auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
  auto* const native = context->native_handle();
  ::SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
  ::SSL_CTX_set_options(native, SSL_OP_NO_RENEGOTIATION);
  error_code error;
  // Otherwise OpenSSL asks for it on the terminal.
  context->set_password_callback([](std::size_t, ssl::context::password_purpose) { return std::string(); }, error);
  if (context->use_certificate_chain_file(certificate, error); error)
    return no_good("tls.cert", certificate, "has no certificate in PEM");
  ::ERR_clear_error();
  context->use_private_key_file(key, ssl::context::pem, error);
  bool const foreign = error && ERR_GET_REASON(static_cast<unsigned long>(error.value())) == X509_R_KEY_VALUES_MISMATCH;
  if (foreign || (!error && ::SSL_CTX_check_private_key(native) != 1))
    return no_good("tls.key", key, "is not the key of the certificate in " + certificate);
  if (error) return no_good("tls.key", key, "has no private key in PEM without a password");
  return Pair{context, end_of(native)};
}

Result<std::unique_ptr<Certificate>> Certificate::read(std::string const& certificate, std::string const& key) {
  if (certificate.empty() && key.empty()) return std::unique_ptr<Certificate>();
  if (certificate.empty() || key.empty())
    return refuse("bad_message", "tls.cert and tls.key belong together: set both, or none");
  std::unique_ptr<Certificate> read(new Certificate(certificate, key));
  auto pair = load(certificate, key);
  if (!pair) return pair.error();
  read->use(std::move(*pair));
  return read;
}

void Certificate::use(Pair pair) {
  doubt(key_, pair.ends_at);
  ends_at_ = pair.ends_at;
  pair_ = std::move(pair);
}

Certificate::Marks Certificate::marks() const {
  Marks marks{};
  auto mark = marks.begin();
  for (auto const* path : {&certificate_, &key_}) {
    struct stat found{};
    if (::stat(path->c_str(), &found) == 0) {
      mark[0] = static_cast<std::int64_t>(found.st_ino);
      mark[1] = found.st_size;
      mark[2] = found.st_mtim.tv_sec;
      mark[3] = found.st_mtim.tv_nsec;
    }
    mark += 4;
  }
  return marks;
}

void Certificate::read_again() {
  marks_ = marks();  // before the files are read, so that a later change is seen
  auto pair = load(certificate_, key_);
  if (!pair) return spdlog::warn("the certificate in use goes on: {}", pair.error().message);
  use(std::move(*pair));
  spdlog::info("new connections use the certificate in {}, which ends on {}", certificate_, day_of(ends_at()));
}

void Certificate::look() {
  if (marks() != marks_) read_again();
}

}  // namespace engawa::server

#include "clients/cli/net/stream.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/error.hpp>
#include <nlohmann/json.hpp>

#include "clients/cli/board/sentence.hpp"
#include "clients/cli/text/texts.hpp"

namespace engawa::cli {

namespace asio = boost::asio;
namespace ssl = asio::ssl;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

// The trusted certificates of this machine: OpenSSL's default, or SSL_CERT_FILE and SSL_CERT_DIR.
ssl::context& trust() {
  static ssl::context context = [] {
    ssl::context made(ssl::context::tls_client);
    SSL_CTX_set_min_proto_version(made.native_handle(), TLS1_2_VERSION);
    error_code ignored;  // then no certificate is trusted, and the handshake's failure says so
    made.set_default_verify_paths(ignored);
    return made;
  }();
  return context;
}

// The certificate must be for this host. The name is also sent, for servers with several names.
void expect(ssl_st* native, Address const& address) {
  error_code no_number;
  asio::ip::make_address(address.host, no_number);
  if (!no_number) {
    X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(native), address.host.c_str());
    return;
  }
  SSL_set_tlsext_host_name(native, address.host.c_str());
  SSL_set1_host(native, address.host.c_str());
}

games::Text const& words_for(long verdict) {
  switch (verdict) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return texts::certificate_expired;
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return texts::certificate_early;
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
      return texts::certificate_of_another;
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
      return texts::certificate_self_signed;
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      return texts::certificate_of_stranger;
    default:
      return texts::certificate_bad;
  }
}

Failure untold(Address const& address, std::string code, games::Text const& text, std::string const& why) {
  Json const fields{{"server", address.authority()}, {"why", why}};
  return {Exit::Unreachable, std::move(code), fill(text.en, fields), fill(text.ja, fields)};
}

Failure tls_failure(Address const& address, error_code error, ssl_st* native) {
  auto const verdict = SSL_get_verify_result(native);
  if (!address.insecure && verdict != X509_V_OK)
    return untold(address, "certificate", words_for(verdict), X509_verify_cert_error_string(verdict));
  bool const no_tls = error.category() == asio::error::get_ssl_category() &&
                      ERR_GET_REASON(static_cast<unsigned long>(error.value())) == SSL_R_WRONG_VERSION_NUMBER;
  return untold(address, "cannot_connect", no_tls ? texts::speaks_no_tls : texts::no_secure_connection,
                error.message());
}

}  // namespace

void Stream::open(Address const& address, Millis limit, Done done) {
  resolver_.async_resolve(
      address.host, address.port,
      [this, address, limit, done = std::move(done)](error_code error, tcp::resolver::results_type const& found) {
        if (error) return done({error, {}});
        for (auto const& entry : found) addresses_.push_back(entry.endpoint().address().to_string());
        expires_after(limit);
        asio::async_connect(socket_, found, [this, address, limit, done](error_code failed, tcp::endpoint const&) {
          if (failed) return done({timed_out_ ? error_code(asio::error::timed_out) : failed, {}});
          connected_ = true;
          error_code ignored;
          socket_.set_option(tcp::no_delay(true), ignored);
          if (address.tls) return secure(address, limit, done);
          expires_never();
          done({});
        });
      });
}

std::optional<int> Stream::certificate_days() {
  if (!tls_) return std::nullopt;
  std::unique_ptr<X509, decltype(&X509_free)> const certificate(SSL_get1_peer_certificate(tls_->native_handle()),
                                                                X509_free);
  int days = 0, seconds = 0;
  if (!certificate || ASN1_TIME_diff(&days, &seconds, nullptr, X509_get0_notAfter(certificate.get())) != 1)
    return std::nullopt;
  return days;
}

void Stream::secure(Address const& address, Millis limit, Done const& done) {
  tls_.emplace(socket_, trust());
  tls_->set_verify_mode(address.insecure ? ssl::verify_none : ssl::verify_peer);
  expect(tls_->native_handle(), address);
  expires_after(limit);
  tls_->async_handshake(ssl::stream_base::client, [this, address, done](error_code error) {
    expires_never();
    if (!error) return done({});
    if (timed_out_) return done({asio::error::timed_out, {}});
    done({error, tls_failure(address, error, tls_->native_handle())});
  });
}

void Stream::expires_after(Millis limit) {
  timer_.expires_after(limit);
  timer_.async_wait([this, mine = ++limits_, alive = std::weak_ptr<bool>(alive_)](error_code error) {
    if (error || alive.expired() || mine != limits_) return;
    timed_out_ = true;
    close();
  });
}

void Stream::expires_never() {
  ++limits_;
  timer_.cancel();
}

void Stream::close() {
  error_code ignored;
  resolver_.cancel();
  expires_never();
  socket_.close(ignored);
}

}  // namespace engawa::cli

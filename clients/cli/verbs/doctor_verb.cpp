// `doctor`: goes the way of a browser to a server step by step, and says at the first step that fails what to do about it.
#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/json_read.hpp"
#include "clients/cli/net/http.hpp"
#include "clients/cli/net/websocket.hpp"
#include "clients/cli/room/entry.hpp"
#include "clients/cli/text/fields.hpp"
#include "clients/cli/verbs/verbs.hpp"

namespace engawa::cli {
namespace {

using games::Text;

constexpr int kSoonDays = 14;  // Let's Encrypt's programs renew 30 days before the end
constexpr std::int64_t kClockMs = 5000;
constexpr std::int64_t kFarMs = 300;  // people notice

namespace findings {
constexpr Text address{"<host> is <addresses>", "<host>のアドレスは<addresses>です"};
constexpr Text no_address{"there is no address for the name <host>", "名前<host>のアドレスが見つかりません"};
constexpr Text no_connection{"<why>", "<server>に接続できません（<why>）"};
constexpr Text set_up_tls{"use http:// for this port, or let the proxy speak TLS on it",
                          "このポートにはhttp://で接続するか、プロキシでTLSを有効にしてください"};
constexpr Text set_up_dns{
    "check the name, and set up DNS so that it leads to the machine of the server or of its proxy",
    "名前を確かめ、サーバーかプロキシのマシンを指すようにDNSを設定してください"};
constexpr Text start_it{
    "start the server, or the proxy in front of it; open the port in the firewall; a server that others reach listens "
    "with "
    "--bind 0.0.0.0",
    "サーバーか、その前のプロキシを起動し、ファイアウォールでポートを開けてください。"
    "ほかのマシンから接続するサーバーには--bind 0.0.0.0を付けます"};
constexpr Text certificate{"the certificate is valid for <days> more days", "証明書はあと<days>日有効です"};
constexpr Text renew{"renew it: the program that made it has stopped doing so",
                     "更新してください。自動更新が止まっています"};
constexpr Text mend_certificate{"give the proxy a certificate for this name, with the whole chain (fullchain.pem)",
                                "この名前の証明書を、中間証明書を含めて（fullchain.pem）プロキシに設定してください"};
constexpr Text no_tls{"the connection is not encrypted", "接続は暗号化されていません"};
constexpr Text use_tls{"on the internet, put a proxy with a certificate in front of the server",
                       "インターネットで公開するときは、証明書のあるプロキシを前に置いてください"};
constexpr Text leads{"<server> leads to <location>", "<server>は<location>に転送します"};
constexpr Text name_that{"name that address, here and in server.public_url",
                         "転送先のアドレスを、ここでもserver.public_urlでも使ってください"};
constexpr Text gateway{"the proxy answers, but not the server: HTTP status <status>",
                       "プロキシは応答しますが、サーバーが応答しません（HTTPステータス<status>）"};
constexpr Text mend_gateway{"start the server, and compare its address and port with those in the proxy's settings",
                            "サーバーを起動し、プロキシに設定したアドレスとポートを確かめてください"};
constexpr Text stranger{"there is no Engawa server at <server>: HTTP status <status>",
                        "<server>にEngawaのサーバーはありません（HTTPステータス<status>）"};
constexpr Text name_another{
    "check the address, and the path in it; the proxy must pass on every path below it",
    "アドレスと、その中のパスを確かめてください。プロキシは、その下のすべてのパスを転送する必要があります"};
constexpr Text server{"a server of Engawa answers", "Engawaのサーバーが応答しました"};
constexpr Text refused{"the server refuses: <why>", "サーバーが拒否しました：<why>"};
constexpr Text pass_host{"the proxy must pass on Host unchanged, and server.hosts, if it is set, must list this name",
                         "プロキシはHostをそのまま渡してください。server.hostsを設定しているなら、この名前が必要です"};
constexpr Text links{"links in chats lead to <url>", "チャットに貼るリンクは<url>になります"};
constexpr Text name_itself{
    "the proxy must pass on Host and X-Forwarded-Proto, and server.trusted_proxies must list the proxy's address; or "
    "set "
    "server.public_url",
    "プロキシがHostとX-Forwarded-Protoを渡し、server.trusted_proxiesにプロキシのアドレスがあれば正しくなります。"
    "server.public_urlでも指定できます"};
constexpr Text set_path{
    "server.base_path must be the path of the address that people open: pages look for their files there",
    "server.base_pathは、開くアドレスのパスと同じにしてください。ページはそこからファイルを読み込みます"};
constexpr Text no_websocket{"no WebSocket is opened: <why>", "WebSocketを開けません：<why>"};
constexpr Text pass_upgrades{
    "the proxy must pass on WebSockets: Upgrade and Connection, with HTTP/1.1 to the server",
    "プロキシは、サーバーへのHTTP/1.1でUpgradeとConnectionを渡し、WebSocketを転送する必要があります"};
constexpr Text websocket{"a page of <origin> may open a WebSocket, and <server> answers on it",
                         "<origin>のページはWebSocketを開け、<server>が応答しました"};
constexpr Text clock{"the server's clock is <seconds> s [ahead of<?ahead>][behind<!ahead>] this machine's",
                     "サーバーの時計は、このマシンより<seconds>秒[進んで<?ahead>][遅れて<!ahead>]います"};
constexpr Text same_clock{"both clocks agree", "時計は合っています"};
constexpr Text set_clock{"let NTP set the clock of both machines", "両方のマシンの時計を、NTPで合わせてください"};
constexpr Text round_trip{"an answer takes <ms> ms", "応答までの時間は<ms>ミリ秒です"};
constexpr Text far{"players far away notice this; a server nearer to them would be quicker",
                   "遠くのプレイヤーには遅れが感じられます。近くにサーバーを置くと速くなります"};
constexpr Text well{"Everything is well.", "問題はありません。"};
}  // namespace findings

enum class State { ok, warning, fault };
constexpr char const* kStates[] = {"ok", "warning", "fault"};

bool is_loopback(std::string const& host) { return host == "localhost" || host == "::1" || host.starts_with("127."); }

std::int64_t local_ms() {
  using std::chrono::system_clock;
  return std::chrono::duration_cast<Millis>(system_clock::now().time_since_epoch()).count();
}

std::string joined(std::vector<std::string> const& parts) {
  std::string all;
  for (auto const& part : parts) all += (all.empty() ? "" : ", ") + part;
  return all;
}

class Doctor {
 public:
  Doctor(Options const& options, Output const& output, Address address)
      : output_(output), say_(output.phrases()), address_(std::move(address)), limit_(answer_limit(options)) {}

  int run() {
    if (visit()) {
      look_at_links();
      open();
    }
    if (!faulty_ && !output_.json()) output_.line(say_(findings::well));
    return faulty_ ? static_cast<int>(Exit::Other) : 0;
  }

 private:
  void tell(char const* check, State state, std::string const& said, Text const* advice = nullptr) {
    faulty_ |= state == State::fault;
    auto const todo = advice && state != State::ok ? say_(*advice) : std::string();
    if (output_.json()) {
      Json line{{"check", check}, {"state", kStates[static_cast<int>(state)]}, {"message", harmless(said)}};
      if (!todo.empty()) line["advice"] = todo;
      return output_.data(line.dump());
    }
    output_.line(std::string(kStates[static_cast<int>(state)]) + ": " + harmless(said));
    if (!todo.empty()) output_.line("  " + todo);
  }

  void tell(char const* check, State state, Text const& said, Json const& fields, Text const* advice = nullptr) {
    tell(check, state, say_(said, fields), advice);
  }

  bool visit() {
    auto const found = http_visit(address_, "/api/games", limit_);
    if (!found) return unreached(found.error());
    if (found->addresses != std::vector{address_.host})
      tell("name", State::ok, findings::address, {{"host", address_.host}, {"addresses", joined(found->addresses)}});
    if (auto const days = found->certificate_days)
      tell("certificate", *days < kSoonDays ? State::warning : State::ok, findings::certificate, {{"days", *days}},
           &findings::renew);
    else if (!is_loopback(address_.host))
      tell("certificate", State::warning, findings::no_tls, Json::object(), &findings::use_tls);
    return answered(*found);
  }

  bool unreached(Failure const& failure) {
    Json const fields{{"server", address_.authority()}, {"host", address_.host}, {"why", failure.message}};
    if (failure.code == "no_address")
      tell("name", State::fault, findings::no_address, fields, &findings::set_up_dns);
    else if (failure.code == "certificate")
      tell("certificate", State::fault, say_.failure(failure), &findings::mend_certificate);
    else if (!failure.japanese.empty())  // the port is open, but TLS fails there
      tell("certificate", State::fault, say_.failure(failure), &findings::set_up_tls);
    else
      tell("connection", State::fault, findings::no_connection, fields, &findings::start_it);
    return false;
  }

  bool answered(Visit const& found) {
    Json const fields{{"server", address_.place()}, {"status", found.status}, {"location", found.location}};
    if (found.status >= 300 && found.status < 400) {
      tell("server", State::fault, findings::leads, fields, &findings::name_that);
    } else if (found.status >= 502 && found.status <= 504) {
      tell("server", State::fault, findings::gateway, fields, &findings::mend_gateway);
    } else if (auto const json = parse_json(found.body); !json || !json->is_object()) {
      tell("server", State::fault, findings::stranger, fields, &findings::name_another);
    } else if (found.status != 200 && found.status != 404 && !text(*json, "code").empty()) {
      tell("server", State::fault, findings::refused, {{"why", text(*json, "message")}}, &findings::pass_host);
    } else if (!json->contains("games")) {
      tell("server", State::fault, findings::stranger, fields, &findings::name_another);
    } else {
      tell("server", State::ok, findings::server, Json::object());
      return true;
    }
    return false;
  }

  // What the server takes for its own address. A server without a page has no links.
  void look_at_links() {
    constexpr std::string_view mark = R"(property="og:url" content=")";
    auto const page = http_visit(address_, "/", limit_);
    auto const at = page ? page->body.find(mark) : std::string::npos;
    if (at == std::string::npos) return;
    auto const from = at + mark.size();
    auto const url = page->body.substr(from, page->body.find('"', from) - from);
    auto const shown = parse_address(url);
    bool const elsewhere = shown && shown->path != address_.path;
    auto const wrong = elsewhere && !address_.path.empty() ? State::fault : State::warning;
    tell("links", url == address_.url() + '/' ? State::ok : wrong, findings::links, {{"url", url}},
         elsewhere ? &findings::set_path : &findings::name_itself);
  }

  // As a page of this server does.
  void open() {
    WebSocket::Handlers handlers;
    handlers.on_open = [this] {
      socket_->send(R"({"type":"hello","id":"doctor-1","client":"engawa-doctor/)" ENGAWA_VERSION R"("})");
    };
    handlers.on_frame = [this](std::string_view frame) { take(frame); };
    handlers.on_end = [this](SocketEnd const& how) { ended(how); };
    socket_ = std::make_unique<WebSocket>(loop_, std::move(handlers));
    socket_->open(address_, "/lobby/ws", limit_, address_.origin());
    patience_.start(limit_, [this] { ended({.timed_out = true, .failure = {}, .detail = "timeout"}); });
    loop_.run();
    socket_.reset();
  }

  void take(std::string_view frame) {
    auto const json = parse_json(frame);
    if (!json || !json->is_object()) return;
    auto const type = text(*json, "type");
    if (type == "welcome") {
      tell("websocket", State::ok, findings::websocket,
           {{"origin", address_.origin()}, {"server", text(*json, "server")}});
      sent_ms_ = local_ms();
      socket_->send(R"({"type":"ping","id":"doctor-2"})");
    } else if (type == "pong") {
      measure(number(*json, "server_ms"));
      loop_.stop(0);
    }
  }

  void measure(std::int64_t server_ms) {
    auto const now = local_ms();
    auto const ahead = server_ms - (sent_ms_ + now) / 2;
    if (std::abs(ahead) < kClockMs)
      tell("clock", State::ok, findings::same_clock, Json::object());
    else
      tell("clock", State::warning, findings::clock, {{"seconds", std::abs(ahead) / 1000}, {"ahead", ahead > 0}},
           &findings::set_clock);
    auto const took = now - sent_ms_;
    tell("round_trip", took > kFarMs ? State::warning : State::ok, findings::round_trip, {{"ms", took}},
         &findings::far);
  }

  void ended(SocketEnd const& how) {
    auto const refusal = http_refusal(address_, how.status, how.detail);
    bool const by_server = how.status != 0 && refusal.code == "forbidden" && parse_json(how.detail).has_value();
    if (by_server)
      tell("websocket", State::fault, findings::refused, {{"why", refusal.message}}, &findings::pass_host);
    else
      tell("websocket", State::fault, findings::no_websocket,
           {{"why", how.status != 0 ? "HTTP " + std::to_string(how.status) : how.detail}}, &findings::pass_upgrades);
    loop_.stop(0);
  }

  Output const& output_;
  Phrases const& say_;
  Address const address_;
  Millis const limit_;
  Loop loop_;
  Timer patience_{loop_};
  std::unique_ptr<WebSocket> socket_;
  std::int64_t sent_ms_ = 0;
  bool faulty_ = false;
};

}  // namespace

int doctor(Options const& options, Output const& output) {
  auto const address = server_address(options, options.server);
  if (!address) return output.fail(address.error());
  return Doctor(options, output, *address).run();
}

}  // namespace engawa::cli

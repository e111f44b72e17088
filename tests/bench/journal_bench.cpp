// The cost of a stored input: processor time of the journal's thread for each input of 150 bytes, 200 rooms in turn,
// in batches of 50 and of 5. For the candidate layouts in plain SQLite, and for the store as it is.
//
//   journal_bench [INPUTS] [FOLDER]     200000 inputs of each; a folder on the disk to measure
#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/resource.h>
#include <zlib.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iomanip>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "base/standard_streams.hpp"
#include "server/store/store.hpp"

namespace {

using namespace engawa::server;

constexpr int kRooms = 200;
constexpr int kCheckpointEvery = 20000;  // inputs: corresponds to the server's checkpoints at some speed

// Of RUSAGE_THREAD or RUSAGE_SELF.
double micros_of(int who) {
  rusage used{};
  getrusage(who, &used);
  return 1e6 * static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

struct Input {
  int room = 0;
  std::int64_t seq = 0;
  std::string text;
};

std::string text_of(int number) {
  std::string text = R"({"in":"move","at":)" + std::to_string(1795294077000 + number) +
                     R"(,"seat":0,"guest":"g_NP62PD6C3FGH","request":)" + std::to_string(number) +
                     R"(,"move":{"cell":"d3"}})";
  text.resize(150, ' ');
  return text;
}

// Stores a batch in one transaction.
using Write = std::function<void(std::vector<Input> const&)>;

double micros_per_input(int inputs, int batch, Write const& write, std::function<void()> const& checkpoint) {
  std::vector<std::int64_t> seqs(kRooms, 0);
  std::vector<Input> pending;
  double micros = 0;
  for (int i = 0; i < inputs; ++i) {
    int const room = i % kRooms;
    pending.push_back({room, ++seqs[static_cast<std::size_t>(room)], text_of(i)});
    if (static_cast<int>(pending.size()) == batch) {
      double const before = micros_of(RUSAGE_THREAD);
      write(pending);
      micros += micros_of(RUSAGE_THREAD) - before;
      pending.clear();
    }
    if (i % kCheckpointEvery == kCheckpointEvery - 1) checkpoint();
  }
  return micros / inputs;
}

std::string code_of(int room) { return "R" + std::to_string(1000000 + room); }

struct Layout {
  char const* name;
  char const* tables;
  std::function<void(SQLite::Database&, SQLite::Statement&, std::vector<Input> const&)> write;
  char const* insert;
};

void bind_rows(SQLite::Database&, SQLite::Statement& insert, std::vector<Input> const& batch) {
  for (auto const& input : batch) {
    insert.bind(1, input.room + 1);
    insert.bind(2, input.seq);
    insert.bindNoCopy(3, input.text);
    insert.exec();
    insert.reset();
  }
}

void bind_codes(SQLite::Database&, SQLite::Statement& insert, std::vector<Input> const& batch) {
  for (auto const& input : batch) {
    auto const code = code_of(input.room);
    insert.bindNoCopy(1, code);
    insert.bind(2, input.seq);
    insert.bindNoCopy(3, input.text);
    insert.exec();
    insert.reset();
  }
}

void bind_batch(SQLite::Database&, SQLite::Statement& insert, std::vector<Input> const& batch) {
  std::string bytes;
  for (auto const& input : batch) {
    std::uint32_t const head[] = {static_cast<std::uint32_t>(input.room + 1), static_cast<std::uint32_t>(input.seq),
                                  static_cast<std::uint32_t>(input.text.size())};
    auto const sum = crc32_z(0, reinterpret_cast<Bytef const*>(input.text.data()), input.text.size());
    bytes.append(reinterpret_cast<char const*>(head), sizeof head);
    bytes.append(reinterpret_cast<char const*>(&sum), 4).append(input.text);
  }
  insert.bindNoCopy(1, bytes.data(), static_cast<int>(bytes.size()));
  insert.exec();
  insert.reset();
}

Layout const kLayouts[] = {
    {"an index on room and number", "CREATE TABLE journal(room INTEGER, seq INTEGER, input TEXT, UNIQUE(room, seq));",
     bind_codes,
     "INSERT INTO journal SELECT id, ?2, ?3 FROM rooms WHERE code = ?1 AND epoch = 1 AND ?2 = 1 + COALESCE((SELECT "
     "MAX(seq) FROM journal WHERE room = rooms.id), 0)"},
    {"clustered by room and number",
     "CREATE TABLE journal(room INTEGER, seq INTEGER, input TEXT, PRIMARY KEY(room, seq)) WITHOUT ROWID;", bind_rows,
     "INSERT INTO journal VALUES(?1, ?2, ?3)"},
    {"rows without an index", "CREATE TABLE journal(room INTEGER, seq INTEGER, input TEXT);", bind_rows,
     "INSERT INTO journal VALUES(?1, ?2, ?3)"},
    {"a row for each batch, with checksums", "CREATE TABLE journal(id INTEGER PRIMARY KEY, inputs BLOB);", bind_batch,
     "INSERT INTO journal(inputs) VALUES(?1)"},
};

double measure(Layout const& layout, std::string const& folder, int inputs, int batch) {
  auto const file = folder + "/bench.db";
  for (auto const* part : {"", "-wal", "-shm"}) std::filesystem::remove(file + part);
  SQLite::Database database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  for (auto const* setting : {"journal_mode = WAL", "synchronous = NORMAL", "wal_autocheckpoint = 0"})
    database.exec(std::string("PRAGMA ") + setting);
  database.exec("CREATE TABLE rooms(id INTEGER PRIMARY KEY, code TEXT UNIQUE, epoch INTEGER)");
  for (int room = 0; room < kRooms; ++room)
    database.exec("INSERT INTO rooms(code, epoch) VALUES('" + code_of(room) + "', 1)");
  database.exec(layout.tables);
  SQLite::Statement begin(database, "BEGIN IMMEDIATE"), commit(database, "COMMIT"), insert(database, layout.insert);
  auto const write = [&](std::vector<Input> const& pending) {
    begin.exec();
    begin.reset();
    layout.write(database, insert, pending);
    commit.exec();
    commit.reset();
  };
  return micros_per_input(inputs, batch, write, [&] { database.exec("PRAGMA wal_checkpoint(RESTART)"); });
}

struct Cost {
  double thread = 0, process = 0;  // us for each input
};

// Its own thread makes the checkpoints, once a second, and packs old inputs.
Cost measure_store(std::string const& folder, int inputs, int batch) {
  auto const data = folder + "/bench-store";
  std::filesystem::remove_all(data);
  Cost cost;
  {
    auto const store = Store::open(data, Durability::process).value();
    store->begin();
    for (int room = 0; room < kRooms; ++room) store->create_room(code_of(room), "{}", 1);
    store->commit();
    auto const write = [&](std::vector<Input> const& pending) {
      store->begin();
      for (auto const& input : pending)
        if (!store->append(code_of(input.room), 1, static_cast<std::uint64_t>(input.seq), input.text)) std::abort();
      store->commit();
    };
    double const before = micros_of(RUSAGE_SELF);
    cost.thread = micros_per_input(inputs, batch, write, [] {});
    cost.process = (micros_of(RUSAGE_SELF) - before) / inputs;
  }
  std::filesystem::remove_all(data);
  return cost;
}

}  // namespace

int main(int argc, char** argv) {
  engawa::open_standard_streams();
  int const inputs = argc > 1 ? std::atoi(argv[1]) : 200000;
  std::string const folder = argc > 2 ? argv[2] : std::filesystem::temp_directory_path().string();
  std::cout << std::fixed << std::setprecision(2) << "us for each input, in batches of 50 and of 5\n";
  for (auto const& layout : kLayouts)
    std::cout << std::setw(8) << measure(layout, folder, inputs, 50) << std::setw(8)
              << measure(layout, folder, inputs / 4, 5) << "  " << layout.name << std::endl;
  auto const big = measure_store(folder, inputs, 50), small = measure_store(folder, inputs, 5);
  std::cout << std::setw(8) << big.thread << std::setw(8) << small.thread << "  the store\n"
            << std::setw(8) << big.process << std::setw(8) << small.process << "  the same with its other threads"
            << std::endl;
  for (auto const* part : {"", "-wal", "-shm"}) std::filesystem::remove(folder + "/bench.db" + part);
  return 0;
}

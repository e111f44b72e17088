// How a module and the page exchange texts. They go in through the buffer of reserve(), several one after the other; a call
// returns the size of its answer, which lies at answer(). An answer is a JSON object; a refusal is
// {"error":{"code","message"}}. One thread.
#pragma once
#include <cstdint>
#include <string>

#include "base/result.hpp"

#define EXPORT(name) extern "C" __attribute__((export_name(#name), used))

namespace engawa::rules {

// What the page has put in.
std::string& input();

// Makes the text, or the refusal, the answer; returns its size.
std::uint32_t tell(std::string text);
std::uint32_t tell(Refusal const& refusal);

}  // namespace engawa::rules

// How a module and the page exchange texts. Inputs are written into the buffer of reserve(), several in a row; a call
// returns the size of its answer, which is at answer(). An answer is a JSON object; a refusal is
// {"error":{"code","message"}}. One thread.
#pragma once
#include <cstdint>
#include <string>

#include "base/result.hpp"

#define EXPORT(name) extern "C" __attribute__((export_name(#name), used))

namespace engawa::rules {

// The input from the page.
std::string& input();

// Stores the text, or the refusal, as the answer; returns its size.
std::uint32_t tell(std::string text);
std::uint32_t tell(Refusal const& refusal);

}  // namespace engawa::rules

// Pixels as PNG (RFC 2083): eight bits per channel, no transparency. Pure function; any thread.
#pragma once
#include <cstdint>
#include <span>
#include <string>

namespace engawa::server {

// REQUIRES: three bytes per pixel, row by row.
std::string png(std::span<std::uint8_t const> rgb, std::uint32_t width, std::uint32_t height);

}  // namespace engawa::server

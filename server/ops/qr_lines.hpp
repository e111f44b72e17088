// A QR code as text for a terminal. Any thread.
#pragma once
#include <string>

namespace engawa::server {

// Lines of half blocks, black on white independently of the terminal's colours, with the margin of four modules that
// cameras need (ISO/IEC 18004). Empty if the text is too long for a code (about 2,000 bytes).
std::string qr_lines(std::string const& text);

}  // namespace engawa::server

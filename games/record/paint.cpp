#include "games/record/paint.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/expect.hpp"
#include "games/record/digits.hpp"

namespace engawa::record {
namespace {

using Colour = std::array<double, 3>;

constexpr std::string_view kRim = "#2a241c";  // of a circle, as in SVG
constexpr double kRimOpacity = 0.55;

int digit_of(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

Colour colour_of(std::string_view text) {
  EXPECT(text.size() == 7, text);
  Colour colour{};
  for (std::size_t i = 0; i < 3; ++i) colour[i] = 16 * digit_of(text[1 + 2 * i]) + digit_of(text[2 + 2 * i]);
  return colour;
}

// How much of a pixel is inside, from the distance of its centre to the edge (negative: inside).
double covered(double distance) { return std::clamp(0.5 - distance, 0.0, 1.0); }

double distance_to(Rectangle const& shape, double x, double y) {
  double const half_width = shape.box.width / 2, half_height = shape.box.height / 2;
  double const round = std::min({shape.round, half_width, half_height});
  double const across = std::abs(x - shape.box.x - half_width) - half_width + round;
  double const down = std::abs(y - shape.box.y - half_height) - half_height + round;
  if (across <= 0 || down <= 0) return std::max(across, down) - round;
  return std::hypot(across, down) - round;
}

double distance_to(Circle const& shape, double x, double y) {
  return std::hypot(x - shape.x, y - shape.y) - shape.radius;
}

double distance_to(Line const& shape, double x, double y) {
  double const dx = shape.x2 - shape.x1, dy = shape.y2 - shape.y1;
  double const length = dx * dx + dy * dy;
  double const at = length == 0 ? 0 : std::clamp(((x - shape.x1) * dx + (y - shape.y1) * dy) / length, 0.0, 1.0);
  return std::hypot(x - shape.x1 - at * dx, y - shape.y1 - at * dy) - shape.width / 2;
}

class Painter {
 public:
  Painter(int width, int height) {
    pixels_.width = width;
    pixels_.height = height;
    pixels_.rgb.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3, 255);
  }

  void operator()(Rectangle const& shape) {
    auto const& [x, y, width, height] = shape.box;
    double const edge = shape.stroke.empty() ? 0 : shape.stroke_width / 2;
    fill(shape, {x - edge, y - edge, width + 2 * edge, height + 2 * edge}, shape.fill, shape.stroke, edge, 1);
  }
  void operator()(Circle const& shape) {
    double const reach = shape.radius + 1;
    fill(shape, {shape.x - reach, shape.y - reach, 2 * reach, 2 * reach}, shape.fill, kRim, 0.5, kRimOpacity);
  }
  void operator()(Line const& shape) {
    double const reach = shape.width / 2;
    Box const box{std::min(shape.x1, shape.x2) - reach, std::min(shape.y1, shape.y2) - reach,
                  std::abs(shape.x1 - shape.x2) + 2 * reach, std::abs(shape.y1 - shape.y2) + 2 * reach};
    fill(shape, box, shape.stroke, {}, 0, 1);
  }
  void operator()(Words const& words) {
    Drawing strokes;
    draw_digits(strokes, words);
    for (auto const& stroke : strokes) std::visit(*this, stroke);
  }
  void operator()(Inset const&) {}

  Pixels take() { return std::move(pixels_); }

 private:
  // `edge`: half the width of the stroke.
  template <class Form>
  void fill(Form const& form, Box const& box, std::string_view inner, std::string_view stroke, double edge,
            double stroke_opacity) {
    auto const colour = colour_of(inner), rim = stroke.empty() ? Colour{} : colour_of(stroke);
    auto const first = [](double at, int most) {
      return static_cast<int>(std::clamp(std::floor(at) - 1, 0.0, 1.0 * most));
    };
    auto const last = [](double at, int most) {
      return static_cast<int>(std::clamp(std::ceil(at) + 1, 0.0, 1.0 * most));
    };
    int const left = first(box.x, pixels_.width), right = last(box.x + box.width, pixels_.width);
    for (int y = first(box.y, pixels_.height); y < last(box.y + box.height, pixels_.height); ++y)
      for (int x = left; x < right; ++x) {
        double const distance = distance_to(form, x + 0.5, y + 0.5);
        blend(x, y, colour, covered(distance));
        if (!stroke.empty()) blend(x, y, rim, stroke_opacity * covered(std::abs(distance) - edge));
      }
  }

  void blend(int x, int y, Colour const& colour, double share) {
    if (share <= 0) return;
    auto* const pixel = &pixels_.rgb[3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(pixels_.width) +
                                          static_cast<std::size_t>(x))];
    for (std::size_t i = 0; i < 3; ++i)
      pixel[i] = static_cast<std::uint8_t>(std::lround(pixel[i] + (colour[i] - pixel[i]) * share));
  }

  Pixels pixels_;
};

}  // namespace

Pixels paint(Drawing const& drawing, int width, int height) {
  Painter painter(width, height);
  for (auto const& shape : drawing) std::visit(painter, shape);
  return painter.take();
}

}  // namespace engawa::record

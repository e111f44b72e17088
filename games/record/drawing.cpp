#include "games/record/drawing.hpp"

#include <charconv>
#include <cmath>

#include "base/xml_escape.hpp"

namespace engawa::record {
namespace {

// 12.5, without superfluous digits.
std::string units(double value) {
  char text[32];
  auto const rounded = std::round(value * 10) / 10;
  auto const end = std::to_chars(text, text + sizeof text, rounded).ptr;
  return {text, end};
}

class Writer {
 public:
  void operator()(Rectangle const& shape) {
    open("rect");
    box(shape.box);
    number("rx", shape.round);
    word("fill", shape.fill);
    if (!shape.stroke.empty()) word("stroke", shape.stroke);
    if (shape.stroke_width != 1) number("stroke-width", shape.stroke_width);
    out_ += "/>";
  }
  void operator()(Circle const& shape) {
    open("circle");
    number("cx", shape.x);
    number("cy", shape.y);
    number("r", shape.radius);
    word("fill", shape.fill);
    out_ += R"( stroke="#2a241c" stroke-opacity=".55"/>)";
  }
  void operator()(Line const& shape) {
    open("path");
    word("d", "M" + units(shape.x1) + ' ' + units(shape.y1) + 'L' + units(shape.x2) + ' ' + units(shape.y2));
    word("stroke", shape.stroke);
    number("stroke-width", shape.width);
    out_ += R"( stroke-linecap="round"/>)";
  }
  void operator()(Words const& shape) {
    open("text");
    number("x", shape.x);
    number("y", shape.y);
    number("font-size", shape.size);
    if (shape.bold) word("font-weight", "700");
    if (shape.anchor != Words::Anchor::start)
      word("text-anchor", shape.anchor == Words::Anchor::end ? "end" : "middle");
    word("fill", shape.fill);
    if (shape.own_direction) word("unicode-bidi", "plaintext");
    out_ += '>' + xml_escape(shape.text) + "</text>";
  }
  void operator()(Inset const& shape) {
    open("svg");
    box(shape.box);
    out_.append(">").append(shape.svg).append("</svg>");
  }

  std::string take() { return std::move(out_); }

 private:
  void open(std::string_view element) { out_.append("<").append(element); }
  void word(std::string_view name, std::string_view value) {
    out_.append(" ").append(name).append("=\"").append(value).append("\"");
  }
  void number(std::string_view name, double value) { word(name, units(value)); }
  void box(Box const& box) {
    number("x", box.x);
    number("y", box.y);
    number("width", box.width);
    number("height", box.height);
  }

  std::string out_;
};

}  // namespace

std::string to_svg(Drawing const& drawing) {
  Writer writer;
  for (auto const& shape : drawing) std::visit(writer, shape);
  return writer.take();
}

}  // namespace engawa::record

// SVG elements, for icons and the small pictures of boards.

type Attributes = Record<string, string | number>;

export function svg(tag: string, attributes: Attributes, ...children: SVGElement[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

// A picture of that many units; its text is next to it.
export function drawing(width: number, height: number, ...children: SVGElement[]): SVGElement {
  return svg('svg', { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true', focusable: 'false' }, ...children);
}

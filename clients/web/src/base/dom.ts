// Creates elements. Text is inserted as text nodes only; there is no way to pass markup.
import { inside } from './site';

export type Child = Node | string | number | false | null | undefined;
type Properties = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

const ADDRESSES = ['href', 'src', 'action'];

// h('button', { class: 'primary', disabled: true, onclick: f }, 'Text'). `false` and undefined leave an attribute out; paths
// such as '/r/CODE' lead to this server, wherever it lives.
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? '' : ADDRESSES.includes(name) ? inside(String(value)) : String(value));
  }
  element.append(...textNodes(children));
  return element;
}

// Text that a person has written (a name, a line of chat), in whichever direction it runs, without an effect on the text
// around it.
export function named(text: string): HTMLElement {
  return h('bdi', {}, text);
}

function textNodes(children: Child[]): (Node | string)[] {
  const shown: (Node | string)[] = [];
  for (const child of children) {
    if (child === false || child === null || child === undefined) continue;
    shown.push(typeof child === 'number' ? String(child) : child);
  }
  return shown;
}

// Sets text only if it differs, so that screen readers and selections are not disturbed. The existing node is kept, so the
// browser creates nothing.
export function setText(element: Element, text: string): void {
  if (element.textContent === text) return;
  if (element.firstChild instanceof Text && element.firstChild === element.lastChild) element.firstChild.data = text;
  else element.textContent = text;
}

// Rebuilds the content of `host` if `key` has changed, and returns whether it has; the focus stays on the element with
// the same `data-focus`.
const keys = new WeakMap<Element, string>();
export function redraw(host: Element, key: string, build: () => Child[]): boolean {
  if (keys.get(host) === key) return false;
  keys.set(host, key);
  const active = document.activeElement;
  const focused = active && host.contains(active) ? active.getAttribute('data-focus') : null;
  host.replaceChildren(...textNodes(build()));
  if (focused) host.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
  return true;
}

// After the next frame, to split long work into several tasks.
export function afterPicture(act: () => void): void {
  if (document.hidden) setTimeout(act);
  else requestAnimationFrame(() => setTimeout(act));
}

// Runs `act` after the next picture, once for all calls until then.
export function oncePerPicture(act: () => void): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    afterPicture(() => {
      asked = false;
      act();
    });
  };
}

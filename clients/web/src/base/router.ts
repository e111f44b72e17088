// The pages `/`, `/r/CODE`, `/g/RECORD` (`/g/`: a record from a file) and `/dev`, one for all other addresses, and navigation between them
// without a reload.
import { inside, ownPath } from './site';

export interface Page {
  element: HTMLElement;
  // Redraws itself in the current language.
  relabel(): void;
  destroy(): void;
}

// `id` of a record: empty for one from a file.
export type Route =
  | { page: 'lobby' }
  | { page: 'room'; code: string }
  | { page: 'record'; id: string }
  | { page: 'dev' }
  | { page: 'missing' };

// What programs append to an address in a text: a full stop, a closing bracket, or several such characters.
const AROUND = /^[^0-9A-Z]+|[^0-9A-Z]+$/gi;

export function plainPath(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFKC');
  } catch {
    return path; // not UTF-8
  }
}

// Of the path of an address.
export function routeOf(address: string): Route {
  const path = ownPath(address);
  const [, folder, rest = ''] = /^\/([rg])\/(.*)$/.exec(plainPath(path)) ?? [];
  const name = /\/./.test(rest) ? '' : rest.replace(AROUND, '');
  if (folder === 'r' && /^[0-9A-Z -]{1,24}$/i.test(name)) return { page: 'room', code: lettersOf(name) };
  const record = /^([0-9A-Z]{8})(-[1-9][0-9]{0,6})$/i.exec(name);
  if (folder === 'g' && rest === '') return { page: 'record', id: '' };
  if (folder === 'g' && record) return { page: 'record', id: lettersOf(record[1] ?? '') + record[2] };
  if (path === '/dev') return { page: 'dev' };
  return { page: path === '/' || path === '/index.html' ? 'lobby' : 'missing' };
}

// Letters that a code never contains are read as the digits that they look like, as the server does.
export function lettersOf(text: string): string {
  return text.toUpperCase().replace(/[ -]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
}

// Whether it is a code, given letters as lettersOf() returns them.
export function isCode(text: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(text);
}

let show: (route: Route) => void = () => {};

// `path`: of this server, also with a hash.
export function go(path: string): void {
  history.pushState(null, '', inside(path));
  show(routeOf(location.pathname));
  scrollTo(0, 0);
}

export function startRouter(onRoute: (route: Route) => void): void {
  show = onRoute;
  addEventListener('popstate', () => show(routeOf(location.pathname)));
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-link]');
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(ownPath(link.pathname));
  });
  // The address that is shared.
  const route = routeOf(location.pathname);
  if (route.page === 'room') tidy(`/r/${route.code}`);
  if (route.page === 'record') tidy(`/g/${route.id}`);
  show(route);
}

function tidy(path: string): void {
  const address = inside(path);
  if (location.pathname !== address) history.replaceState(history.state, '', address + location.search + location.hash);
}

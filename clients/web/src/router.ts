// Three pages, `/`, `/r/CODE` and `/g/RECORD` (`/g/`: a record from a file), one for all other addresses, and navigation between them without a reload.

export interface Page {
  element: HTMLElement;
  // Redraws itself in the current language.
  relabel(): void;
  destroy(): void;
}

// `id` of a record: empty for one from a file.
export type Route = { page: 'lobby' } | { page: 'room'; code: string } | { page: 'record'; id: string } | { page: 'missing' };

export function routeOf(path: string): Route {
  const room = /^\/r\/([0-9A-Za-z]{1,16})\/?$/.exec(path);
  if (room?.[1]) return { page: 'room', code: room[1].toUpperCase() };
  const record = /^\/g\/(?:([0-9A-Za-z]{8}-[1-9][0-9]{0,6})\/?)?$/.exec(path);
  if (record) return { page: 'record', id: (record[1] ?? '').toUpperCase() };
  return { page: path === '/' || path === '/index.html' ? 'lobby' : 'missing' };
}

// Codes as people type them: full-width letters and spaces are accepted. Undefined: not a code.
export function readCode(text: string): string | undefined {
  const code = text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(code) ? code : undefined;
}

let show: (route: Route) => void = () => {};

export function go(path: string): void {
  history.pushState(null, '', path);
  show(routeOf(path));
  scrollTo(0, 0);
}

export function startRouter(onRoute: (route: Route) => void): void {
  show = onRoute;
  addEventListener('popstate', () => show(routeOf(location.pathname)));
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-link]');
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(link.pathname);
  });
  show(routeOf(location.pathname));
}

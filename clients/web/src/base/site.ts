// Where the page stands: a server has an address of its own, or lives below a path of another site (server.base_path).

// "" or a path such as "/engawa". Every script is in its folder assets/.
export const SITE = new URL('..', import.meta.url).pathname.slice(0, -1);

// The address of a path of this server, such as "/r/CODE"; other addresses stay as they are.
export function inside(path: string): string {
  return /^\/(?!\/)/.test(path) ? SITE + path : path;
}

// The way back: the server's own path at the path of an address. The server also answers without the base path, so a
// page may have been opened there.
export function ownPath(path: string): string {
  return path.startsWith(`${SITE}/`) ? path.slice(SITE.length) : path;
}

// The names of what this server's workers keep. Servers of one origin share its caches, each below a path of its own.
declare const self: ServiceWorkerGlobalScope;

// Of the worker's scope, such as "/" or "/engawa/".
export const ROOT = new URL(self.registration.scope).pathname;

// A path has no space, so no name of one server begins as another one's. At the root it is the name of the first builds.
const PREFIX = ROOT === '/' ? 'engawa-' : `engawa ${ROOT} `;

export const cacheOf = (build: string): string => PREFIX + build;

export async function cachesHere(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}

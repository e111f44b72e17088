// Builds of the page as an operator puts them on a server one after the other: copies of the built page, each in its own folder.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeApp } from '../../../clients/web/app.mjs';
import { builtPage, root } from './engawad.mjs';

const here = join(root, 'clients/web');
const HASHED = /-[0-9A-Z]{8}\.(?=\w+$)/;
const TEXT = /\.(?:html|js|css|webmanifest)$/;

function copy() {
  const folder = mkdtempSync(join(tmpdir(), 'engawa-page-'));
  cpSync(builtPage, folder, { recursive: true });
  return folder;
}

// The built page, unchanged.
export const thisBuild = copy;

// The page as if every file had changed: no file keeps its name. Its <html> has data-build="next".
export async function nextBuild() {
  const folder = copy();
  const assets = join(folder, 'assets');
  const names = new Map();
  for (const name of readdirSync(assets)) {
    rmSync(join(assets, name));
    if (/\.(?:br|gz)$|^index-/.test(name)) continue;
    names.set(name, name.replace(HASHED, (hash) => `-${hash[1] === 'N' ? 'M' : 'N'}${hash.slice(2)}`));
  }
  const renamed = (text) => [...names].reduce((now, [before, after]) => now.replaceAll(before, after), text);
  for (const [before, after] of names) {
    const content = readFileSync(join(builtPage, 'assets', before));
    writeFileSync(join(assets, after), TEXT.test(before) ? renamed(content.toString()) : content);
  }
  const index = renamed(readFileSync(join(folder, 'index.html'), 'utf8')).replace('<html', '<html data-build="next"');
  writeFileSync(join(folder, 'index.html'), index);
  for (const form of ['br', 'gz']) rmSync(join(folder, `index.html.${form}`), { force: true });
  const icon = (kind) => `/assets/${[...names.values()].find((name) => name.startsWith(kind))}`;
  await writeApp(here, folder, { icons: { any: icon('favicon'), maskable: icon('maskable') }, target: 'es2022' });
  return folder;
}

// The image's bill of materials, CycloneDX 1.5 as JSON, on stdout: node sbom.mjs INSTALLED COMPILED-IN PACKAGE-LOCK
// INSTALLED and COMPILED-IN: what `dpkg-query -W -f '${Package} ${Version} ${Architecture} ${source:Package}\n'` says of the packages in
// the image, and of those whose code is in its programs without being installed there (libraries of headers, static ones).
// PACKAGE-LOCK: the page's package-lock.json; without what only its tests need.
import { readFileSync } from 'node:fs';

const [installed, compiledIn, lock] = process.argv.slice(2).map((file) => readFileSync(file, 'utf8'));

function debian(text, scope) {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [name, version, architecture, source] = line.split(' ');
      const query = new URLSearchParams({ arch: architecture, distro: 'trixie' });
      const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?${query}`;
      const properties = [{ name: 'debian:source', value: source }, { name: 'engawa:in', value: scope }];
      return { type: 'library', 'bom-ref': `${scope} ${purl}`, name, version, purl, properties };
    });
}

function npm(text) {
  return Object.entries(JSON.parse(text).packages)
    .filter(([path, { dev, optional }]) => path !== '' && !dev && !optional)
    .map(([path, { version, license, integrity }]) => {
      const name = path.replace(/^.*node_modules\//, '');
      const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
      const [, content] = /^sha512-(.*)$/.exec(integrity);
      const hashes = [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }];
      const properties = [{ name: 'engawa:in', value: 'page' }];
      return { type: 'library', 'bom-ref': purl, name, version, purl, hashes, licenses: [{ license: { id: license } }], properties };
    });
}

const components = [...debian(installed, 'image'), ...debian(compiledIn, 'programs'), ...npm(lock)];
const metadata = { component: { type: 'container', 'bom-ref': 'engawa', name: 'engawa' } };
console.log(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata, components }, null, 1));

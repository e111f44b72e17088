// Codes and links that people type or paste.
import { isCode, lettersOf, plainPath } from '../base/router';

// A code as people type, say and paste it: in full-width letters, with spaces, hyphens and brackets, after a word such as "Code:",
// or in a link. Undefined: it contains none.
export function readCode(text: string): string | undefined {
  const plain = text.normalize('NFKC').replace(/\p{Cf}/gu, '');
  const linked = /\/r\/([^/?#]*)/.exec(plain)?.[1];
  const codes = plainPath(linked ?? plain)
    .split(/[^0-9A-Z\s\p{Pd}_]+/iu)
    .flatMap(candidates)
    .filter((code) => isCode(lettersOf(code)));
  // A word of eight letters may be an ordinary word.
  const code = codes.find((one) => /\d/.test(one)) ?? codes[0];
  return code && lettersOf(code);
}

// The words whose length fits a code, the last first, because a label such as "Code:" comes before it.
function candidates(part: string): string[] {
  const words = part.split(/[\s\p{Pd}_]+/u).filter((word) => word !== '');
  const whole = words.filter((word) => word.length === 8);
  const made: string[] = [];
  for (let end = words.length; end > 0; end -= 1)
    for (let start = end - 1; start >= 0; start -= 1) made.push(words.slice(start, end).join(''));
  return [...whole, ...made.filter((code) => code.length === 8)];
}

// The server of a link to another one, as host and path; undefined: it is not one. `own`: that of this page.
export function otherServer(text: string, own: string): string | undefined {
  const [, host = '', path = ''] =
    /((?:\[[0-9a-f:.]+\]|[^\s/<>()[\]{}"'「」『』【】〈〉《》、。,:]+)(?::\d+)?)((?:\/[\w.~%-]+)*?)\/[rg]\//u.exec(
      text.normalize('NFKC'),
    ) ?? [];
  const server = host.toLowerCase() + path;
  return server === '' || server === own ? undefined : server;
}

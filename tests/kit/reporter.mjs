// A reporter for `node --test`: names each test as it ends, prints errors, and closes with `N passed, N failed`.
const wrong = (error) => {
  const cause = error?.cause ?? error;
  return String(cause?.stack ?? cause?.message ?? cause).replace(/^/gm, '    ');
};

export default async function* report(events) {
  let passed = 0, failed = 0, skipped = 0;
  for await (const { type, data } of events) {
    const suite = data?.details?.type === 'suite';
    if (type === 'test:pass' && !suite) {
      if (data.skip !== undefined) {
        ++skipped;
        yield `skipped: ${data.name} ${data.skip === true ? '' : data.skip}\n`;
      } else {
        ++passed;
        yield `ok: ${data.name} (${Math.round(data.details.duration_ms)} ms)\n`;
      }
    } else if (type === 'test:fail') {
      // A suite fails if a test in it fails, and the tests are counted; it fails alone if a hook fails.
      if (suite && data.details.error?.failureType === 'subtestsFailed') continue;
      ++failed;
      yield `FAILED: ${data.name}\n${wrong(data.details.error)}\n`;
    } else if (type === 'test:diagnostic' && /^(Error|Warning):/.test(data.message)) {
      yield `${data.message}\n`;
    } else if (type === 'test:stderr' || type === 'test:stdout') {
      yield data.message;
    }
  }
  yield `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`;
}

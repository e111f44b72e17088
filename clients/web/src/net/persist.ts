// A phone that changes its network breaks whatever it is loading at that moment; soon after, the same request comes through.
const PAUSES_MS = [300, 1200];

// Loads again after a failure, twice. For what changes nothing on the server: code, styles, GET.
export async function persist<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const pause of PAUSES_MS) {
    try {
      return await load();
    } catch {
      await new Promise((done) => setTimeout(done, pause));
    }
  }
  return load();
}

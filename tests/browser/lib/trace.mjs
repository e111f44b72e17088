// Reads Chromium's traces: the tasks that blocked a page's main thread for long, and the work in them.

export const LONG_MS = 50;
const CATEGORIES = ['toplevel', '__metadata', 'devtools.timeline'];
const SAMPLES = ['disabled-by-default-v8.cpu_profiler'];

// The long tasks while `act` runs, longest first, measured in the thread's own time, so that other work of the machine does not count.
// With `functions` the stack is sampled, too, which costs time itself: use its figures to find causes, not to compare.
export async function tasksWhile(browser, page, act, { functions = false } = {}) {
  await browser.startTracing(page, { categories: functions ? [...CATEGORIES, ...SAMPLES] : CATEGORIES });
  await act();
  return longTasks(JSON.parse((await browser.stopTracing()).toString()).traceEvents);
}

const thread = ({ pid, tid }) => `${pid} ${tid}`;
const time = ({ tdur, dur = 0 }) => (tdur ?? dur) / 1000;

function longTasks(events) {
  const main = new Set(events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(thread));
  const here = events.filter((event) => event.ph === 'X' && main.has(thread(event))).sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const tasks = here.filter((event) => /RunTask/.test(event.name) && time(event) > LONG_MS);
  const samples = samplesOf(events);
  return tasks.map((task) => ({ ms: time(task), parts: partsOf(task, here), functions: functionsOf(task, samples) })).sort((a, b) => b.ms - a.ms);
}

// The name and the time of each kind of work in a task, without nested work, longest first.
function partsOf(task, events) {
  const end = task.ts + task.dur;
  const open = [];
  const parts = new Map();
  const add = (name, ms) => parts.set(name, (parts.get(name) ?? 0) + ms);
  for (const event of events) {
    if (event === task || thread(event) !== thread(task) || event.ts < task.ts || event.ts + event.dur > end) continue;
    while (open.length > 0 && open.at(-1).end <= event.ts) open.pop();
    if (open.length > 0) add(open.at(-1).name, -time(event));
    const name = nameOf(event);
    add(name, time(event));
    open.push({ name, end: event.ts + event.dur });
  }
  return sorted(parts);
}

function nameOf({ name, args }) {
  if (name === 'UpdateLayoutTree') return `style of ${args.elementCount ?? '?'}`;
  if (name === 'Layout') return `layout of ${args.beginData?.dirtyObjects ?? '?'}`;
  if (name === 'FunctionCall') return `call ${args.data?.functionName || 'a function'}`;
  if (name === 'TimerFire' || name === 'FireAnimationFrame' || name === 'EventDispatch') return args.data?.type ? `${name} ${args.data.type}` : name;
  return name;
}

const sorted = (sums) => [...sums].filter(([, ms]) => ms >= 1).sort((a, b) => b[1] - a[1]);

// [time, function] of every sample of the stack.
function samplesOf(events) {
  const profiles = new Map();
  const samples = [];
  for (const { name, id, pid, args } of events) {
    const key = `${pid} ${id}`;
    if (name === 'Profile') profiles.set(key, { at: args.data.startTime, names: new Map() });
    const profile = profiles.get(key);
    if (name !== 'ProfileChunk' || !profile) continue;
    const { cpuProfile, timeDeltas = [] } = args.data;
    for (const node of cpuProfile?.nodes ?? []) profile.names.set(node.id, node.callFrame.functionName || '(no name)');
    (cpuProfile?.samples ?? []).forEach((node, i) => {
      profile.at += timeDeltas[i] ?? 0;
      samples.push([profile.at, profile.names.get(node), timeDeltas[i] ?? 0]);
    });
  }
  return samples;
}

function functionsOf(task, samples) {
  const sums = new Map();
  for (const [at, name, delta] of samples) if (at >= task.ts && at <= task.ts + task.dur) sums.set(name, (sums.get(name) ?? 0) + delta / 1000);
  return sorted(sums);
}

// "76 ms: layout of 41 20, call onmessage 18, ..."
export function told({ ms, parts, functions }, most = 8) {
  const list = (all) => all.slice(0, most).map(([name, part]) => `${name} ${part.toFixed(0)}`).join(', ');
  return `${ms.toFixed(0)} ms: ${list(parts)}${functions.length > 0 ? `; functions: ${list(functions)}` : ''}`;
}

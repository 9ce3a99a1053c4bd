const EVENTS = [
  'INFO  request {d} done in {d} ms',
  'INFO  worker {d} is idle',
  'DEBUG cache holds {d} entries',
  'WARN  slow answer from node-{d}',
  'INFO  {d} files copied',
  'INFO  session {d} closed',
  'ERROR timeout after {d} s, trying again',
  'INFO  sensor {d} reads {d}.{d}',
  'GET /index.html 200 {d}',
  'GET /favicon.ico 404 {d}',
];

/** So many lines of a log, with some lines at places of their own among them. */
export function logLines(random, count, lines = []) {
  const line = () => random.pick(EVENTS).replaceAll('{d}', () => String(random.below(500)));
  const all = Array.from({ length: count }, line);
  for (const text of lines) all.splice(random.below(all.length), 0, text);
  const two = (value) => String(value).padStart(2, '0');
  let seconds = random.below(3000);
  return all
    .map((text) => {
      seconds += random.below(600);
      return `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)} ${text}\n`;
    })
    .join('');
}

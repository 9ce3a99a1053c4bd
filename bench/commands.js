import { spawn, spawnSync } from 'node:child_process';

/** Runs a program to its end; gives the elapsed milliseconds and how many lines it wrote. */
export function timedCommand(command, args, { mayFindNothing = false } = {}) {
  const started = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let lines = 0;
  let complaints = '';
  child.stdout.on('data', (chunk) => {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    complaints = (complaints + chunk).slice(-2000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      const ms = performance.now() - started;
      if (code === 0 || (code === 1 && mayFindNothing && complaints === '')) resolve({ ms, lines });
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}\n${complaints}`));
    });
  });
}

/** The first of these names that is a program here; none when none is. */
export function programNamed(...names) {
  return names.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0);
}

import type { ChildProcess } from 'node:child_process';

export interface Outcome {
  readonly output: string;
  readonly code: number | null;
}

/** Only for what never ends: it is stopped then, and the test fails. */
const LONGEST_MS = 60_000;

/** What a process has said when it is over, the log aside. */
export async function ended(child: ChildProcess): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const timer = setTimeout(() => void stop(child), LONGEST_MS);
  const code = await new Promise<number | null>((done, failed) => child.once('close', done).once('error', failed));
  clearTimeout(timer);
  const output = withoutLog(`${stdout}${stderr}`);
  return { output: output === '' || output.endsWith('\n') ? output : `${output}\n`, code };
}

/** What a server says until it tells its address, or until its end. */
export async function addressed(child: ChildProcess): Promise<Outcome & { readonly address: string | undefined }> {
  let output = '';
  const timer = setTimeout(() => void stop(child), LONGEST_MS);
  const address = await new Promise<string | undefined>((resolve) => {
    const onText = (text: string) => {
      output += text;
      const found = /http:\/\/127\.0\.0\.1:\d+(?=.*\n)/.exec(withoutLog(output))?.[0];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.setEncoding('utf8').on('data', onText);
    child.stderr?.setEncoding('utf8').on('data', onText);
    child.once('close', () => resolve(undefined));
  });
  clearTimeout(timer);
  return { output: withoutLog(output), code: address === undefined ? child.exitCode : 0, address };
}

/** Stops a process with all that it has started. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const closed = new Promise((done) => child.once('close', done));
  process.kill(-child.pid);
  await closed;
}

function withoutLog(output: string): string {
  return output.replace(/^\{"level".*\n/gm, '');
}

// The small S3 as a process of its own: `process.js LATENCY_MS [FOLDER]`. Holds the files of the folder, and prints where it is, what a
// library needs in its environment, and a signed address of each file. Each line that it is sent is a fault to come, or {} for none.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { presigned } from '../../../src/engines/library/storage/s3/presign.ts';
import type { Fault, Operation } from './faults.ts';
import { s3Environment } from './running.ts';
import { S3Server } from './server.ts';

const [, , latency = '0', folder = ''] = process.argv;
const server = await S3Server.start({ latencyMs: Number(latency) });
const { endpoint, keys } = server;
const settings = {
  kind: 's3',
  bucket: server.bucketName,
  prefix: '',
  region: 'auto',
  endpoint,
  pathStyle: true,
} as const;
const urls: string[] = [];
for (const entry of folder === '' ? [] : readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const file = join(entry.parentPath ?? entry.path, entry.name);
  const key = relative(folder, file);
  server.bucket.put(key, readFileSync(file), {});
  urls.push(presigned({ ...settings, ...keys }, key, 86_400, new Date()));
}
process.stdout.write(`${JSON.stringify({ environment: s3Environment(server), urls })}\n`);

createInterface(process.stdin).on('line', (line) => {
  const { fault, operation, times } = JSON.parse(line) as { fault?: Fault; operation: Operation; times: number };
  if (fault === undefined) server.faults.clear();
  else server.faults.add(fault, operation, times);
});
// Whoever started it is gone.
process.stdin.once('end', () => process.exit());

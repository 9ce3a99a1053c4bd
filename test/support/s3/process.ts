// The small S3 as a process of its own: `process.js LATENCY_MS FOLDER`. Holds the files of the folder, and prints where it is and a
// signed address of each.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { presigned } from '../../../src/toolsets/books/storage/s3-presign.ts';
import { S3Server } from './server.ts';

const [, , latency = '0', folder = '.'] = process.argv;
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
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const file = join(entry.parentPath ?? entry.path, entry.name);
  const key = relative(folder, file);
  server.bucket.put(key, readFileSync(file), {});
  urls.push(presigned({ ...settings, ...keys }, key, 86_400, new Date()));
}
process.stdout.write(`${JSON.stringify({ endpoint, bucket: server.bucketName, ...keys, urls })}\n`);

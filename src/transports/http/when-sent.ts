/** Calls `done` when a response has been sent to its end, which for a stream may be much later. */
export function whenSent(response: Response, done: () => void): Response {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!isStream || response.body === null) {
    done();
    return response;
  }
  const reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done: ended, value } = await reader.read();
      if (!ended) return controller.enqueue(value);
      done();
      controller.close();
    },
    cancel: async (reason) => {
      done();
      await reader.cancel(reason);
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}

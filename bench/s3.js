import { once } from 'node:events';
import { Agent, get } from 'node:http';

/** Reads all objects, one after another, on one connection; gives the bytes. */
export async function readOneAfterAnother(urls) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let bytes = 0;
  for (const url of urls) {
    const [answer] = await once(get(url, { agent }), 'response');
    if (answer.statusCode !== 200) throw new Error(`the object storage says ${answer.statusCode}`);
    for await (const chunk of answer) bytes += chunk.length;
  }
  agent.destroy();
  return bytes;
}

import { WebSocketClient } from './websocket.js';

/** Started with this, a Node program opens a port for its inspector once it is asked to, and is as always until then. */
export const INSPECTABLE = '--inspect-port=127.0.0.1:0';

/** Asks the threads of a running Node program through its inspector. */
export class Inspector {
  #socket;
  #waiting = new Map();
  #nextId = 1;
  #workers = [];

  static async open(program) {
    const inspector = new Inspector();
    inspector.#socket = await WebSocketClient.open(await addressOf(program), (text) => inspector.#hear(text));
    inspector.#socket.closed.then(() => inspector.#fail());
    await inspector.#ask('NodeWorker.enable', { waitForDebuggerOnStart: false });
    return inspector;
  }

  /** Calls a method in the main thread and in every worker; gives their answers in this order. */
  inAllThreads(method, params) {
    return Promise.all([
      this.#ask(method, params),
      ...this.#workers.map((sessionId) => this.#ask(method, params, sessionId)),
    ]);
  }

  /** The value of an expression in every thread. */
  async evaluateInAllThreads(expression) {
    const answers = await this.inAllThreads('Runtime.evaluate', { expression, returnByValue: true });
    return answers.map(({ result, exceptionDetails }) => {
      if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.text}`);
      return result.value;
    });
  }

  close() {
    this.#socket.close();
  }

  #fail() {
    for (const { reject } of this.#waiting.values()) reject(new Error('The inspector has ended.'));
    this.#waiting.clear();
  }

  #ask(method, params, sessionId) {
    const id = this.#nextId++;
    const message = JSON.stringify({ id, method, params });
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      if (sessionId === undefined) this.#socket.send(message);
      else this.#ask('NodeWorker.sendMessageToWorker', { sessionId, message }).catch(reject);
    });
  }

  #hear(text) {
    const { id, method, params, result, error } = JSON.parse(text);
    if (method === 'NodeWorker.attachedToWorker') this.#workers.push(params.sessionId);
    if (method === 'NodeWorker.receivedMessageFromWorker') this.#hear(params.message);
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) asked?.reject(new Error(error.message));
    else asked?.resolve(result);
  }
}

/** The program itself tells the port, once the signal has reached it. */
function addressOf(program) {
  return new Promise((resolve, reject) => {
    let told = '';
    const end = (settle, value) => {
      program.stderr.off('data', listen);
      program.off('close', fail);
      settle(value);
    };
    const fail = () => end(reject, new Error(`The program ended before it could be inspected.\n${told}`));
    const listen = (chunk) => {
      told += chunk;
      const address = /ws:\S+(?=\s)/.exec(told)?.[0];
      if (address !== undefined) end(resolve, address);
    };
    program.stderr.on('data', listen);
    program.once('close', fail);
    program.kill('SIGUSR1');
  });
}

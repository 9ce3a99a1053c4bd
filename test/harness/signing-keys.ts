import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, type JWK } from 'jose';

/** An authorization server's keys, on loopback. */
export class SigningKeys {
  readonly #server: Server;
  published: JWK[] = [];
  fetched = 0;

  constructor() {
    this.#server = createServer((_, response) => {
      this.fetched++;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: this.published }));
    }).listen(0, '127.0.0.1');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/jwks`;
  }

  async add(kid: string): Promise<KeyObject> {
    if (!this.#server.listening) await once(this.#server, 'listening');
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.published.push({ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' });
    return privateKey;
  }

  close(): void {
    this.#server.close();
  }
}

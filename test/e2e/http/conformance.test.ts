import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpServer } from '../../../src/transports/http/serve.ts';
import { serveFixture } from '../../mcp-conformance/fixture.ts';
import { conformance, installSuite } from '../../mcp-conformance/suite.ts';

beforeAll(() => installSuite(), 300_000);

describe('a server with everything, on our transport', () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await serveFixture();
  });
  afterAll(() => server.stop());

  it.each([
    ['conformance', '--suite', 'all'],
    ['conformance-next', '--requirements', '2025-11-25'],
    ['conformance-next', '--requirements', '2026-07-28'],
  ] as const)(
    '%s %s %s passes',
    async (release, ...args) => {
      const { code, report } = await conformance(release, `${server.url}/mcp`, ...args);
      expect(code, report.slice(-6000)).toBe(0);
    },
    180_000,
  );
});

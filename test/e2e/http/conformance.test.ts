import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOLSET_IDS } from '../../../src/cli/toolsets.ts';
import type { HttpServer } from '../../../src/transports/http/serve.ts';
import { serveFixture } from '../../conformance/mcp/fixture.ts';
import { conformance, installSuite } from '../../conformance/mcp/suite.ts';
import { ServeProcess } from '../../harness/http-server.ts';
import { JudgeServer } from '../../harness/oj/judge-server.ts';

const IS_LONG = process.env.QUARTET_TEST_LENGTH === 'long';

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

describe('the real servers', () => {
  let judge: JudgeServer;
  let server: ServeProcess;
  beforeAll(async () => {
    judge = await JudgeServer.start();
    server = await ServeProcess.start(['--base-url', judge.origin, '--log-level', 'warn']);
  });
  afterAll(async () => {
    await server.stop();
    await judge.close();
  });

  const baseline = (name: string) =>
    fileURLToPath(new URL(`../../conformance/mcp/baseline-${name}.yml`, import.meta.url));

  const EVERYTHING = '/mcp';
  const RUNS = [
    ['conformance', '--suite', 'all', 'stable'],
    ['conformance-next', '--requirements', '2025-11-25', '2025-11-25'],
    ['conformance-next', '--requirements', '2026-07-28', '2026-07-28'],
  ] as const;

  // Every tool is at the first address, in all revisions; the others share its code, and show it by the last one.
  // The baseline names what needs a tool, a prompt or a resource of the fixture; anything else that fails, or no longer fails, shows.
  describe.each([EVERYTHING, ...TOOLSET_IDS.map((id) => `/mcp/${id}`)])('%s', (path) => {
    it.each(path === EVERYTHING || IS_LONG ? RUNS : RUNS.slice(-1))(
      '%s %s %s fails in nothing but its baseline',
      async (release, option, value, name) => {
        const args = [option, value, '--expected-failures', baseline(name)];
        const { code, report } = await conformance(release, `${server.url}${path}`, ...args);
        expect(code, report.slice(-6000)).toBe(0);
      },
      180_000,
    );
  });
});

import { expect, it } from 'vitest';
import type { Toolset } from '../kernel/toolset.ts';
import { identityOf, introduced } from './server.ts';

it('the instructions are those of what was opened', () => {
  const toolset = (id: string, own?: Partial<Toolset>): Toolset => ({
    id,
    server: { name: id, title: id },
    instructions: `about ${id}`,
    tools: [],
    open: () => undefined,
    ...own,
  });
  const plain = toolset('plain');
  const asking = toolset('asking', { instructionsFor: (world) => `allowed: ${String(world)}` });
  const identity = identityOf('all', [plain, asking]);
  const opened = [
    { toolset: plain, world: undefined },
    { toolset: asking, world: '/a' },
  ];
  expect(introduced(identity, opened)).toEqual({ ...identity, instructions: 'about plain\n\nallowed: /a' });
});

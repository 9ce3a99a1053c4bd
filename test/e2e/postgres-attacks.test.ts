import { expect, it } from 'vitest';
import { POSTGRES_ATTACKS, runAttack } from '../soak/attacks/all.ts';

it.each(POSTGRES_ATTACKS.map((attack) => [attack.rule, attack] as const))('%s', async (rule, attack) => {
  expect(await runAttack(attack, { strength: 0.1, maxPingMs: 500 })).toMatchObject({ rule });
});

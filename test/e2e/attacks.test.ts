import { describe, expect, it } from 'vitest';
import { ATTACKS, runAttack } from '../soak/attacks/all.ts';

/** Other tests run beside these; the limit of 200 ms is for `test/soak/attacks.js` alone. */
const HOW = { strength: 0.1, maxPingMs: 2000 };

describe.each(ATTACKS.map((attack) => [attack.rule, attack] as const))('%s', (rule, attack) => {
  it.skipIf(attack.impossible?.())('holds', { timeout: 180_000 }, async () => {
    expect(await runAttack(attack, HOW)).toMatchObject({ rule });
  });
});

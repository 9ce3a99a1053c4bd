import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EventReader } from './events.ts';

it('events come out whole, however the text was cut', () => {
  const anyText = fc.string({ unit: fc.constantFrom('\u2028', '\u2029', '\r', '\n', '\u0085', 'data: ', 'x') });
  const anyData = fc.oneof(fc.jsonValue(), fc.record({ client: anyText }));
  const events = fc.array(fc.record({ event: fc.constantFrom('call', 'state'), data: anyData }));
  fc.assert(
    fc.property(events, fc.integer({ min: 1, max: 7 }), (wanted, step) => {
      const text = wanted.map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');
      const reader = new EventReader();
      const seen = [];
      for (let at = 0; at < text.length; at += step) seen.push(...reader.read(text.slice(at, at + step)));
      expect(JSON.stringify(seen)).toBe(JSON.stringify(wanted));
    }),
  );
});

it('comments that keep the connection open are no events', () => {
  expect(new EventReader().read(': still here\n\nevent: call\ndata: 1\n\n')).toEqual([{ event: 'call', data: 1 }]);
});

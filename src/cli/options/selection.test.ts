import { describe, expect, it } from 'vitest';
import { sampleTool, sampleToolset, textOutput } from '../../kernel/testing/toolsets.ts';
import { pure } from '../../kernel/tool.ts';
import { UsageError } from '../terminal/usage.ts';
import { toolFilter } from './selection.ts';
import type { Settings } from './settings.ts';

const writes = { annotations: { ...pure, readOnlyHint: false } };
const toolsets = [
  sampleToolset([
    sampleTool('read_book', () => textOutput('')),
    sampleTool('write_book', () => textOutput(''), writes),
  ]),
  sampleToolset(
    [
      sampleTool('add', () => textOutput('')),
      sampleTool('history', () => textOutput(''), { extra: true }),
      sampleTool('forget', () => textOutput(''), { ...writes, extra: true }),
    ],
    { id: 'other' },
  ),
];

/** The tools that these settings leave. */
function left(settings: Partial<Settings>): string[] {
  const filter = toolFilter(toolsets, { excludeTools: [], readOnly: false, extras: false, ...settings });
  return toolsets.flatMap((toolset) => toolset.tools.filter(filter).map((tool) => tool.name));
}

describe('toolFilter', () => {
  it('leaves everything but the extra tools when nothing is said', () => {
    expect(left({})).toEqual(['read_book', 'write_book', 'add']);
  });

  it('leaves only what is named', () => {
    expect(left({ tools: ['add', 'read_book'] })).toEqual(['read_book', 'add']);
  });

  it('excluding wins over naming', () => {
    expect(left({ excludeTools: ['add'] })).toEqual(['read_book', 'write_book']);
    expect(left({ tools: ['add', 'read_book'], excludeTools: ['add'] })).toEqual(['read_book']);
  });

  it('read-only wins over both', () => {
    expect(left({ readOnly: true })).toEqual(['read_book', 'add']);
    expect(left({ readOnly: true, tools: ['write_book', 'add'] })).toEqual(['add']);
  });

  it('leaves extra tools when they are wanted or named', () => {
    expect(left({ extras: true })).toEqual(['read_book', 'write_book', 'add', 'history', 'forget']);
    expect(left({ tools: ['add', 'history'] })).toEqual(['add', 'history']);
  });

  it('what is named alone is alone, wanted or not', () => {
    expect(left({ extras: true, tools: ['add'] })).toEqual(['add']);
  });

  it('excluding and read-only win over extra tools too', () => {
    expect(left({ extras: true, excludeTools: ['history', 'write_book'] })).toEqual(['read_book', 'add', 'forget']);
    expect(left({ extras: true, readOnly: true })).toEqual(['read_book', 'add', 'history']);
    expect(left({ readOnly: true, tools: ['history', 'forget'] })).toEqual(['history']);
  });

  it.each([{ tools: ['ad'] }, { excludeTools: ['ad'] }])('refuses a tool nobody has: %j', (settings) => {
    expect(() => left(settings)).toThrow(new UsageError("unknown tool 'ad'. Did you mean add?"));
  });
});

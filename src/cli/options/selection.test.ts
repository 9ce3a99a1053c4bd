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
  sampleToolset([sampleTool('add', () => textOutput(''))], { id: 'other' }),
];

/** The tools that these settings leave. */
function left(settings: Partial<Settings>): string[] {
  const filter = toolFilter(toolsets, { excludeTools: [], readOnly: false, ...settings });
  return toolsets.flatMap((toolset) => toolset.tools.filter(filter).map((tool) => tool.name));
}

describe('toolFilter', () => {
  it('leaves everything when nothing is said', () => {
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

  it.each([{ tools: ['ad'] }, { excludeTools: ['ad'] }])('refuses a tool nobody has: %j', (settings) => {
    expect(() => left(settings)).toThrow(new UsageError("unknown tool 'ad'. Did you mean add?"));
  });
});

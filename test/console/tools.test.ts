import { describe, expect, it } from 'vitest';
import { TOOLSET_IDS, TOOLSETS } from '../../src/cli/toolsets.ts';
import { EXAMPLES } from '../../src/common/examples.ts';
import { fieldsOf } from '../../src/console/pages/tools/fields.ts';
import { formValues, readForm } from '../../src/console/pages/tools/form-values.ts';
import { scopesFor } from '../../src/console/pages/tools/scopes.ts';
import { validateArguments } from '../../src/kernel/dispatch.ts';
import { listingOf } from '../../src/kernel/schema.ts';

const toolsets = await Promise.all(TOOLSET_IDS.map((id) => TOOLSETS[id].load()));
const tools = toolsets.flatMap((toolset) => toolset.tools.map((tool) => ({ name: tool.name, tool, toolset })));
const place = {
  directory: '/home/ada',
  book: 'quartet-tour',
  lesson: 'content/01-Start/01-Welcome/01-what-quartet-is.md',
  asset: { asset_type: 'img', filename: 'rooms.png' },
  scratchHash: 'a'.repeat(64),
};

describe.each(tools)('in the console, the tool $name', ({ name, tool, toolset }) => {
  const fields = fieldsOf(listingOf(tool).inputSchema);

  it('has an example that its schema accepts, and that goes through the form unchanged', () => {
    const example = EXAMPLES[name]?.(place) ?? {};
    expect(EXAMPLES).toHaveProperty(name);
    expect(() => validateArguments(tool, example)).not.toThrow();
    expect(readForm(fields, formValues(fields, example))).toEqual({ args: example, problems: {} });
  });

  it('has a field of its own kind for every argument', () => {
    expect(fields.map((field) => field.name).sort()).toEqual(
      Object.keys(listingOf(tool).inputSchema.properties ?? {}).sort(),
    );
    // A list of changes has none: it is typed as it is sent.
    const asJson = fields.filter(({ kind }) => kind === 'JSON').map((field) => field.name);
    expect(asJson).toEqual(tool.name === 'write_many' ? ['changes'] : []);
  });

  it.each([{}, { user_id: 'ada' }, { user_id: 'eve' }, { all_books: true }])(
    'asks for the scope that the server wants for %j',
    (args) => {
      const wanted = toolset.scopes?.({ deleteScope: 'fs:write' }, tool, args, 'ada') ?? ['tools:call'];
      expect(scopesFor(toolset.id, listingOf(tool), args, 'ada')).toEqual(wanted);
    },
  );
});

import type { Fact } from '../../kernel/toolset.ts';
import type { SpotlightWorld } from './spotlight-tool.ts';

/** What a person who runs the server wants to know. */
export async function spotlightFacts({ engine, allowedRoots }: SpotlightWorld): Promise<Fact[]> {
  const { names } = allowedRoots;
  const indexed = await engine.indexed();
  const index = indexed && `${indexed.files} files, ${(indexed.bytes / 1e6).toFixed(1)} MB of memory`;
  return [
    { label: 'Engine', value: engine.name },
    names === ''
      ? { label: 'Allowed', value: 'no directory: start the server with --allow DIRECTORY', state: 'warning' }
      : { label: 'Allowed', value: names },
    ...(index === undefined ? [] : [{ label: 'Index', value: index }]),
  ];
}

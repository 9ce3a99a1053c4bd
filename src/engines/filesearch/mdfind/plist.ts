import { walkXml } from '../documents/xml.ts';
import type { MetadataValue } from '../metadata/metadata.ts';

const MAX_DEPTH = 100;

interface Container {
  readonly kind: 'dict' | 'array';
  readonly entries: Record<string, MetadataValue>;
  readonly items: MetadataValue[];
  key: string;
  /** Something in it cannot be shown, so it is left out whole. */
  spoiled: boolean;
}

/** The dictionary of an XML property list, as attributes: dates as text, truth as 0 or 1, without what cannot be shown. */
export function parsePlist(xml: string): Record<string, MetadataValue> {
  const root = container('array');
  const open = [root];
  let text = '';
  const put = (value: MetadataValue | undefined) => add(open.at(-1) ?? root, value, open.length <= 2);
  walkXml(xml, {
    open(name) {
      text = '';
      if (name !== 'dict' && name !== 'array') return;
      if (open.length > MAX_DEPTH) throw new Error('The property list is nested too deeply.');
      open.push(container(name));
    },
    text(part) {
      text += part;
    },
    close(name) {
      if (name === 'key') (open.at(-1) ?? root).key = text;
      else if (name === 'dict' || name === 'array') {
        const done = open.length > 1 ? open.pop() : undefined;
        if (done) put(done.spoiled ? undefined : done.kind === 'dict' ? done.entries : done.items);
      } else if (name !== 'plist') put(scalar(name, text));
      text = '';
    },
  });
  const [first] = root.items;
  if (open.length > 1 || typeof first !== 'object' || Array.isArray(first)) throw new Error('No property list.');
  return first as Record<string, MetadataValue>;
}

function container(kind: 'dict' | 'array'): Container {
  return { kind, entries: Object.create(null) as Record<string, MetadataValue>, items: [], key: '', spoiled: false };
}

/** At the top an attribute that cannot be shown is left out alone. */
function add(into: Container, value: MetadataValue | undefined, top: boolean): void {
  if (value === undefined) into.spoiled ||= !top;
  else if (into.kind === 'array') into.items.push(value);
  else into.entries[into.key] = value;
}

function scalar(name: string, text: string): MetadataValue | undefined {
  if (name === 'string') return text;
  if (name === 'date') return text.trim();
  if (name === 'true') return 1;
  if (name === 'false') return 0;
  const number = name === 'integer' || name === 'real' ? Number(text.trim() || Number.NaN) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

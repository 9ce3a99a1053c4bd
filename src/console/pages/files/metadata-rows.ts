import { bytes } from '../../ui/format.ts';

const LABELS: Readonly<Record<string, string>> = {
  kMDItemFSName: 'Name',
  kMDItemKind: 'Kind',
  kMDItemFSSize: 'Size',
  kMDItemContentModificationDate: 'Changed',
  kMDItemContentCreationDate: 'Created',
  kMDItemAcquisitionMake: 'Camera make',
  kMDItemAcquisitionModel: 'Camera model',
  kMDItemDurationSeconds: 'Duration',
  kMDItemNumberOfPages: 'Pages',
  kMDItemPixelHeight: 'Height',
  kMDItemPixelWidth: 'Width',
  kMDItemUserTags: 'Tags',
  kMDItemFSNodeCount: 'Entries',
  kMDItemPhysicalSize: 'Size on disk',
  kMDItemContentType: 'Type',
  kMDItemContentTypeTree: 'Type tree',
  kMDItemFSInvisible: 'Hidden',
  kMDItemFSOwnerUserID: 'Owner',
  kMDItemFSOwnerGroupID: 'Group',
};

const FIRST = Object.keys(LABELS).slice(0, 5);
const LAST = Object.keys(LABELS).slice(-6);

/** Said by another row too. */
const TWICE = new Set([
  'kMDItemDisplayName',
  'kMDItemFSContentChangeDate',
  'kMDItemFSCreationDate',
  'kMDItemLogicalSize',
  'kMDItemPath',
]);
const LONGEST_VALUE = 2000;

/** What is known of a file as labels and values: the usual ones, what the file says of itself, then what few ask for. */
export function metadataRows(data: Readonly<Record<string, unknown>>): [label: string, value: string][] {
  const keys = Object.keys(data).filter((key) => !TWICE.has(key));
  const placeOf = (key: string) =>
    FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length + (LAST.includes(key) ? 1 + LAST.indexOf(key) : 0);
  return keys
    .toSorted((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
    .map((key) => [LABELS[key] ?? labelOf(key), valueOf(key, data[key])]);
}

/** kMDItemPixelHeight → Pixel height */
function labelOf(key: string): string {
  const words = key
    .replace(/^_?kMDItem(FS)?/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(' ');
  return words.map((word, at) => (at === 0 || /^[A-Z]{2,}/.test(word) ? word : word.toLowerCase())).join(' ') || key;
}

function valueOf(key: string, value: unknown): string {
  if (typeof value === 'number' && key.endsWith('Size')) return `${bytes(value)} (${value.toLocaleString('en')} bytes)`;
  if (typeof value === 'number' && key === 'kMDItemFSInvisible') return value === 1 ? 'yes' : 'no';
  if (typeof value === 'number' && /Pixel(Height|Width)$/.test(key)) return `${value.toLocaleString('en')} pixels`;
  if (typeof value === 'number' && key === 'kMDItemDurationSeconds') return `${value.toLocaleString('en')} s`;
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value))
    return new Date(value).toLocaleString();
  const text = Array.isArray(value) ? value.map(simple).join(', ') : simple(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

function simple(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

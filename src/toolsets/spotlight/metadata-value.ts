/** What an attribute of a file may hold: JSON without null and without booleans. */
export type MetadataValue = string | number | readonly MetadataValue[] | { readonly [key: string]: MetadataValue };

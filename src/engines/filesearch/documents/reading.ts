import type { Stamp } from '../index/entries.ts';
import type { MetadataValue } from '../metadata/metadata.ts';
import type { DocumentFormat } from '../types/content-type.ts';

export type Metadata = Record<string, MetadataValue>;

/** What a thread that reads documents is asked: the text of a file, or what it says about itself. */
export type Question =
  | {
      readonly about: 'text';
      readonly path: string;
      readonly format: DocumentFormat;
      /** Documents in an archive are left out. */
      readonly isWithoutDocuments?: boolean;
    }
  | { readonly about: 'metadata'; readonly path: string; readonly contentType: string };

/** What it answers. A text comes as UTF-16 that all threads can see, so that it is not copied from one to the next; the stamp is that of the file before it was read. */
export type Reading =
  | { readonly text: SharedArrayBuffer; readonly stamp?: Stamp }
  | { readonly metadata: Metadata }
  | 'unreadable'
  | 'gone'
  /** It took too much time or memory, or ended the thread. */
  | 'overrun';

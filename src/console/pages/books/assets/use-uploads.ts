import { useEffect, useRef, useState } from 'preact/hooks';
import { useServer } from '../../../server.tsx';
import type { AssetType } from '../model/paths.ts';
import { typeFor, upload } from './upload.ts';

/** A file on its way. */
export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly type: AssetType | undefined;
  readonly filename: string;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed' | 'exists' | 'skipped' | 'untyped';
  readonly error?: unknown;
}

let lastId = 0;

interface UploadOptions {
  readonly bookId: string;
  /** Whether there is an asset of this name. */
  readonly exists: (type: AssetType, filename: string) => boolean;
  readonly onUploaded: () => void;
}

/** Sends files one after the other. One that fails, or would replace something, does not keep the others. */
export function useUploads({ bookId, exists, onUploaded }: UploadOptions) {
  const { client } = useServer();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => {
    const stopping = new AbortController();
    stop.current = stopping;
    return () => stopping.abort();
  }, []);

  const change = (id: number, fields: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...fields } : one)));

  const next = uploads.find(({ state }) => state === 'sending')
    ? undefined
    : uploads.find(({ state }) => state === 'waiting');
  useEffect(() => {
    const signal = stop.current?.signal;
    if (next?.type === undefined || signal === undefined) return;
    const { id, file, type, filename } = next;
    change(id, { state: 'sending' });
    upload(client, { bookId, type, filename }, file, signal).then(
      () => {
        change(id, { state: 'done' });
        onUploaded();
      },
      (error: unknown) => signal.aborted || change(id, { state: 'failed', error }),
    );
  }, [next?.id]);

  /** Takes files in; of a kind that nobody has told, their own kind is found out. */
  const add = (files: Iterable<File>, wanted: AssetType | undefined, folder: string) => {
    const fresh = Array.from(files, (file): Upload => {
      const type = wanted ?? typeFor(file);
      const filename = folder === '' ? file.name : `${folder}/${file.name}`;
      const state = type === undefined ? 'untyped' : exists(type, filename) ? 'exists' : 'waiting';
      return { id: ++lastId, file, type, filename, state };
    });
    setUploads((all) => [...all.filter(({ state }) => state !== 'done' && state !== 'skipped'), ...fresh]);
  };
  return { uploads, add, change };
}

import { createHash, randomUUID } from 'node:crypto';

export interface StoredThing {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly modifiedAt: Date;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Upload {
  readonly key: string;
  readonly startedAt: Date;
  readonly headers: Readonly<Record<string, string>>;
  readonly parts: Map<number, { readonly bytes: Buffer; readonly etag: string }>;
}

/** What S3 refuses with a code and a status. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
  ) {
    super(code);
  }
}

export interface Conditions {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** The objects of a bucket, as S3 keeps them: replaced whole, with an ETag from their bytes. */
export class Bucket {
  readonly objects = new Map<string, StoredThing>();
  readonly uploads = new Map<string, Upload>();

  put(
    key: string,
    bytes: Buffer,
    headers: StoredThing['headers'],
    conditions: Conditions = {},
    etag = md5(bytes),
  ): StoredThing {
    this.#check(key, conditions);
    const thing = { bytes, etag: `"${etag}"`, modifiedAt: new Date(), headers };
    this.objects.set(key, thing);
    return thing;
  }

  get(key: string): StoredThing {
    const thing = this.objects.get(key);
    if (thing === undefined) throw new Refused('NoSuchKey', 404);
    return thing;
  }

  remove(key: string, conditions: Conditions): void {
    this.#check(key, conditions);
    this.objects.delete(key);
  }

  begin(key: string, headers: StoredThing['headers']): string {
    const id = randomUUID();
    this.uploads.set(id, { key, startedAt: new Date(), headers, parts: new Map() });
    return id;
  }

  addPart(id: string, number: number, bytes: Buffer): string {
    const etag = `"${md5(bytes)}"`;
    this.#upload(id).parts.set(number, { bytes, etag });
    return etag;
  }

  complete(id: string, wanted: readonly { number: number; etag: string }[], conditions: Conditions): StoredThing {
    const upload = this.#upload(id);
    const parts = wanted.map(({ number, etag }) => {
      const part = upload.parts.get(number);
      if (part?.etag !== etag) throw new Refused('InvalidPart', 400);
      return part;
    });
    if (parts.slice(0, -1).some(({ bytes }) => bytes.length < 5 * 1024 * 1024))
      throw new Refused('EntityTooSmall', 400);
    const digests = parts.map(({ etag }) => Buffer.from(etag.slice(1, -1), 'hex'));
    const etag = `${md5(Buffer.concat(digests))}-${parts.length}`;
    const thing = this.put(
      upload.key,
      Buffer.concat(parts.map(({ bytes }) => bytes)),
      upload.headers,
      conditions,
      etag,
    );
    this.uploads.delete(id);
    return thing;
  }

  #upload(id: string): Upload {
    const upload = this.uploads.get(id);
    if (upload === undefined) throw new Refused('NoSuchUpload', 404);
    return upload;
  }

  #check(key: string, { ifMatch, ifNoneMatch }: Conditions): void {
    const etag = this.objects.get(key)?.etag;
    if (ifNoneMatch === '*' && etag !== undefined) throw new Refused('PreconditionFailed', 412);
    if (ifMatch === undefined) return;
    if (etag === undefined) throw new Refused('NoSuchKey', 404);
    if (ifMatch.replaceAll('"', '') !== etag.replaceAll('"', '')) throw new Refused('PreconditionFailed', 412);
  }
}

function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex');
}

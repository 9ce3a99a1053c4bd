import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { abortable } from '../streams.ts';
import { collected, ID, type S3Body, type S3Object, seenIn } from './answers.ts';
import { S3Connection } from './connection.ts';
import { isMissing } from './errors.ts';
import { PATIENCE, type Patience } from './retry.ts';
import { encoded, type S3Settings } from './settings.ts';

/** What an object is given besides its bytes. */
export interface Label {
  /** A name for this very publication, kept in the object's metadata. */
  readonly id?: string | undefined;
  readonly type?: string | undefined;
}

/** The object that must be at a key for a change to happen: an ETag, or null for none. */
export type Expected = string | null | undefined;

/** A page of a listing; keys without the bucket's prefix. */
interface ListingPage {
  readonly objects: readonly S3Object[];
  readonly folders: readonly string[];
  readonly next: string | undefined;
}

interface PageOptions {
  readonly delimiter?: string | undefined;
  readonly most?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface UploadedPart {
  readonly number: number;
  readonly etag: string;
}

/** The requests that the library makes of a bucket; each is repeated as long as it is safe and may help. */
export class S3Bucket {
  readonly #connection: S3Connection;

  constructor(
    readonly settings: S3Settings,
    readonly patience: Patience = PATIENCE,
  ) {
    this.#connection = new S3Connection(settings, patience);
  }

  /** What the server's clock last said; 0 before its first answer. */
  get serverTime(): number {
    return this.#connection.serverTime;
  }

  async head(key: string, signal?: AbortSignal): Promise<S3Object | undefined> {
    return unlessMissing(async () => {
      const command = new HeadObjectCommand(this.#at(key));
      const answer = await this.#connection.ask(({ client, options }) => client.send(command, options), signal);
      return seenIn(key, answer, this.serverTime);
    });
  }

  get(key: string, signal?: AbortSignal): Promise<{ seen: S3Object; bytes: Buffer } | undefined>;
  /** Of an object that is larger than wanted, only its size. */
  get(key: string, signal: undefined, most?: number): Promise<{ seen: S3Object; bytes: Buffer } | number | undefined>;
  get(
    key: string,
    signal?: AbortSignal,
    most = Number.POSITIVE_INFINITY,
  ): Promise<{ seen: S3Object; bytes: Buffer } | number | undefined> {
    return unlessMissing(() =>
      this.#connection.ask(async ({ client, options }) => {
        const answer = await client.send(new GetObjectCommand(this.#at(key)), options);
        const { ContentLength: length = 0 } = answer;
        if (length > most) {
          (answer.Body as Readable).on('error', () => {}).destroy();
          return length;
        }
        const bytes = await collected(answer, options.abortSignal);
        return { seen: seenIn(key, answer, this.serverTime), bytes };
      }, signal),
    );
  }

  /** The object from a byte on, if it still is the one with this ETag; the caller closes it. */
  open(key: string, signal?: AbortSignal, from = 0, etag?: string): Promise<S3Body> {
    const range = from > 0 ? { Range: `bytes=${from}-` } : {};
    const command = new GetObjectCommand({ ...this.#at(key), ...range, IfMatch: etag });
    return this.#connection.hold(async ({ client, options }) => {
      const answer = await client.send(command, options);
      return { seen: seenIn(key, answer, this.serverTime), body: abortable(answer.Body as Readable) };
    }, signal);
  }

  /** Puts an object, if what is there is what is expected; gives its ETag. */
  async put(key: string, bytes: Buffer, label: Label, expected?: Expected): Promise<string> {
    const body = { Body: bytes, ContentLength: bytes.length, ContentMD5: md5(bytes) };
    const told = { ...this.#at(key), ...labelled(label), ...condition(expected), ...body };
    const answer = await this.#connection.ask(({ client, options }) =>
      client.send(new PutObjectCommand(told), options),
    );
    return answer.ETag ?? '';
  }

  /** Copies an object inside the bucket under a new label; gives its ETag. */
  async copy(from: string, to: string, label: Label): Promise<string> {
    const { Bucket, Key } = this.#at(from);
    const CopySource = `${Bucket}/${Key}`.split('/').map(encoded).join('/');
    const told = { ...this.#at(to), ...labelled(label), CopySource, MetadataDirective: 'REPLACE' as const };
    const answer = await this.#connection.ask(({ client, options }) =>
      client.send(new CopyObjectCommand(told), options),
    );
    return answer.CopyObjectResult?.ETag ?? '';
  }

  /** Removes an object, if it is the expected one. */
  async remove(key: string, expected?: string): Promise<void> {
    const command = { ...this.#at(key), ...condition(expected) };
    await this.#connection.ask(({ client, options }) => client.send(new DeleteObjectCommand(command), options));
  }

  /** A page of a listing, from a token of the page before on. */
  async page(prefix: string, from?: string, { delimiter, most, signal }: PageOptions = {}): Promise<ListingPage> {
    const { Bucket, Key } = this.#at(prefix);
    const told = { Bucket, Prefix: Key, ContinuationToken: from, Delimiter: delimiter, MaxKeys: most };
    const answer = await this.#connection.ask(
      ({ client, options }) => client.send(new ListObjectsV2Command(told), options),
      signal,
    );
    const own = this.settings.prefix.length;
    return {
      objects: (answer.Contents ?? []).map((one) => seenIn((one.Key ?? '').slice(own), one, this.serverTime)),
      folders: (answer.CommonPrefixes ?? []).map((one) => (one.Prefix ?? '').slice(own)),
      next: answer.IsTruncated ? answer.NextContinuationToken : undefined,
    };
  }

  async begin(key: string, label: Label): Promise<string> {
    const told = { ...this.#at(key), ...labelled(label) };
    const answer = await this.#connection.ask(({ client, options }) =>
      client.send(new CreateMultipartUploadCommand(told), options),
    );
    return answer.UploadId ?? '';
  }

  async uploadPart(key: string, UploadId: string, number: number, bytes: Buffer): Promise<UploadedPart> {
    const body = { Body: bytes, ContentLength: bytes.length, ContentMD5: md5(bytes) };
    const told = { ...this.#at(key), UploadId, PartNumber: number, ...body };
    const answer = await this.#connection.ask(({ client, options }) =>
      client.send(new UploadPartCommand(told), options),
    );
    return { number, etag: answer.ETag ?? '' };
  }

  async complete(key: string, UploadId: string, parts: readonly UploadedPart[]): Promise<void> {
    const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }));
    const told = { ...this.#at(key), UploadId, MultipartUpload: { Parts } };
    await this.#connection.ask(({ client, options }) => client.send(new CompleteMultipartUploadCommand(told), options));
  }

  async abandon(key: string, UploadId: string): Promise<void> {
    const told = { ...this.#at(key), UploadId };
    await unlessMissing(() =>
      this.#connection.ask(({ client, options }) => client.send(new AbortMultipartUploadCommand(told), options)),
    );
  }

  /** Uploads that were begun before a moment and never completed. */
  async unfinished(prefix: string, before: Date): Promise<{ key: string; uploadId: string }[]> {
    const { Bucket, Key } = this.#at(prefix);
    const told = { Bucket, Prefix: Key };
    const answer = await this.#connection.ask(({ client, options }) =>
      client.send(new ListMultipartUploadsCommand(told), options),
    );
    const own = this.settings.prefix.length;
    return (answer.Uploads ?? [])
      .filter(({ Initiated }) => Initiated !== undefined && Initiated < before)
      .map((upload) => ({ key: (upload.Key ?? '').slice(own), uploadId: upload.UploadId ?? '' }));
  }

  #at(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.settings.bucket, Key: `${this.settings.prefix}${key}` };
  }

  close(): void {
    this.#connection.close();
  }
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function condition(expected: Expected): { IfMatch?: string; IfNoneMatch?: string } {
  if (expected === null) return { IfNoneMatch: '*' };
  return expected === undefined ? {} : { IfMatch: expected };
}

function labelled({ id, type }: Label) {
  return { ...(id !== undefined && { Metadata: { [ID]: id } }), ...(type !== undefined && { ContentType: type }) };
}

function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('base64');
}

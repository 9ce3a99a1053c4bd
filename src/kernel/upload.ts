import { CallFailure } from '../lib/failures.ts';

/** A file that somebody sends to an address which a toolset has given out. */
export interface Upload {
  /** How many bytes will come, if the sender says so. */
  readonly length: number | undefined;
  /** The bytes, to be taken one after the other. Throws an `UploadFailure` when they do not come. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Until when the address may be used. */
  readonly expires: Date;
  /** Waits until so many bytes may be held, which they are until the upload has ended. */
  reserve(bytes: number): Promise<void>;
}

/** Why a file was not taken: what is wrong with it or its address, or what keeps the server from taking it. */
export type UploadProblem =
  | 'used'
  | 'under way'
  | 'size'
  | 'too large'
  | 'unfinished'
  | 'slow'
  | 'busy'
  | 'full'
  | 'read-only'
  | 'failed';

/** An upload that was not taken; nothing of it stays. The message says what to do next. */
export class UploadFailure extends CallFailure {
  override readonly name = 'UploadFailure';

  constructor(
    readonly problem: UploadProblem,
    message: string,
  ) {
    super(message);
  }
}

import { isUtf8 } from 'node:buffer';

type Decoder = InstanceType<typeof TextDecoder>;

const decoders = new Map<string, Decoder | undefined>();
const MOST_KEPT = 50;

/** Decodes by a charset's name; as UTF-8 or else Latin-1 when nobody knows the name, or there is none. */
export function decodeAs(charset: string | undefined, bytes: Buffer): string {
  const name = charset?.trim().toLowerCase() ?? '';
  const decoder = name === '' || name === 'us-ascii' || name === 'ascii' ? undefined : decoderFor(name);
  return decoder ? decoder.decode(bytes) : decodeUnknown(bytes);
}

/** UTF-8 if it is, else what most old programs meant. */
export function decodeUnknown(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : (decoderFor('windows-1252')?.decode(bytes) ?? '');
}

function decoderFor(name: string): Decoder | undefined {
  if (decoders.has(name)) return decoders.get(name);
  let decoder: Decoder | undefined;
  try {
    decoder = new TextDecoder(name);
  } catch {
    // Not one of the encodings of the web.
  }
  if (decoders.size < MOST_KEPT) decoders.set(name, decoder);
  return decoder;
}

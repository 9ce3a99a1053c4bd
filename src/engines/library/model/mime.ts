const TYPES: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  yaml: 'application/x-yaml',
  yml: 'application/x-yaml',
  json: 'application/json',
  jsonl: 'application/jsonlines',
};

/** The MIME type that the extension of a file name stands for, whatever its case. */
export function mimeType(filename: string): string {
  const extension = /\.([A-Za-z0-9]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(TYPES, extension) ? (TYPES[extension] as string) : 'application/octet-stream';
}

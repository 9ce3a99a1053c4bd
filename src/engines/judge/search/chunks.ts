import type { Embeddable } from '../store/vectors.ts';

// The model reads 256 tokens, of which a word takes about 1.4.
const WORDS_OF_CHUNK = 160;
const MAX_CHUNKS = 4;
const ENOUGH_WORDS = 15;

/** The texts of a problem that get a vector each: what it is about, and its statement without formats and examples. */
export function chunksOf(problem: Embeddable): string[] {
  const title = problem.title ?? problem.title_cn ?? problem.id;
  const words = storyOf(problem.content ?? problem.content_cn ?? '').split(' ');
  const chunks = problem.abstract === null ? [] : [problem.abstract];
  for (let at = 0; at < words.length && chunks.length < MAX_CHUNKS; at += WORDS_OF_CHUNK) {
    const piece = words.slice(at, at + WORDS_OF_CHUNK).join(' ');
    if (piece !== '') chunks.push(`${title}. ${piece}`);
  }
  if (chunks.length > 0) return chunks;
  const tags = JSON.parse(problem.tags) as string[];
  return [[title, ...tags].join('. ')];
}

/** A statement up to its first section about formats or examples, as plain text. */
function storyOf(content: string): string {
  const plain = plainText(content);
  const sections = /\n\s*(?:#{1,6} |\**(?:Examples?|Input|Output|Constraints|Note)\b)/;
  const story = plain.slice(0, sections.exec(plain)?.index).replace(/\s+/g, ' ').trim();
  const whole = plain.replace(/\s+/g, ' ').trim();
  return story.split(' ').length >= ENOUGH_WORDS ? story : whole;
}

function plainText(content: string): string {
  return content
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/<pre\b[\s\S]*?<\/pre>/gi, ' ')
    .replace(/<(?:p|div|li|h[1-6]|br)\b[^>]*>/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

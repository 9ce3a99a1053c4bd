import { Parser } from 'htmlparser2';

interface Element {
  readonly name: string;
  readonly id: string | undefined;
  readonly classes: readonly string[];
}

/** What stands inside of the first element that fits, as it was written; undefined when there is none or it does not end. */
export function innerHtml(html: string, fits: (element: Element) => boolean): string | undefined {
  let begin: number | undefined;
  let found: string | undefined;
  let depth = 0;
  let parents = 0;
  const parser = new Parser(
    {
      onopentag(name, { id, class: classes = '' }) {
        depth++;
        if (begin !== undefined || !fits({ name, id, classes: classes.split(/\s+/) })) return;
        begin = parser.endIndex + 1;
        parents = depth;
      },
      onclosetag(_, implied) {
        if (begin !== undefined && found === undefined && depth === parents && !implied)
          found = html.slice(begin, parser.startIndex).trim();
        depth--;
      },
    },
    { decodeEntities: false },
  );
  parser.end(html);
  return found;
}

import fc from 'fast-check';

const BLOCKS = [
  ['# One'],
  ['## Two'],
  ['### Three'],
  ['# One', ''],
  ['## Two', 'text', ''],
  ['  ## Two ##'],
  ['#'],
  ['One', '==='],
  ['Two', 'lines', '---'],
  ['---'],
  ['text'],
  ['more text  '],
  [''],
  ['- item'],
  ['- item', '', '  # in the item'],
  ['> # quoted'],
  ['    # code'],
  ['```', '# fenced', '```'],
  ['<!--', '# commented out', '-->'],
  ['<div>', '# HTML', ''],
  ['a | b', '--|--', '# no row'],
  ['[a]: b'],
  ['\ttab'],
  ['ünï \u{1f600}'],
];
/** What swallows all that follows. */
const OPEN = [['```'], ['~~~'], ['<!--'], ['<script>']];

const lines = (most: number) =>
  fc
    .array(
      fc.oneof(
        { weight: 60, arbitrary: fc.constantFrom(...BLOCKS) },
        { weight: 1, arbitrary: fc.constantFrom(...OPEN) },
      ),
      { maxLength: most },
    )
    .map((blocks) => blocks.flat());
const ending = fc.constantFrom('\n', '\n', '\r\n', '\r');

/** A text that has everything in it which makes headings hard to find. */
export const anyLesson: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('', '\ufeff'), fc.boolean(), lines(25), ending, fc.boolean())
  .map(([mark, hasMatter, body, end, isEnded]) =>
    [`${mark}${hasMatter ? `---${end}title: x${end}---${end}` : ''}${body.join(end)}`, isEnded ? end : ''].join(''),
  );

/** A text for a section; none of the sections in it equals one of another text. */
export function anyEdit(marker: string): fc.Arbitrary<string> {
  const marked = (line: string, at: number) => (/^\s*[#=-]/.test(line) ? [line, `(${marker}${at})`, ''] : [line]);
  return fc
    .tuple(fc.constantFrom('# One', '## Two', '### Three', '# New'), lines(6), ending)
    .map(([heading, body, end]) => [...[heading, ...body].flatMap(marked), ''].join(end));
}

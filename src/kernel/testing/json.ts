import fc from 'fast-check';

/** Number literals of the JSON grammar, near every edge where a double gives up. */
export const anyNumberLiteral: fc.Arbitrary<string> = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9]\d{0,24})(\.\d{1,24})?([eE][+-]?\d{1,4})?$/),
  fc.stringMatching(/^-?(0|[1-9]\d{0,3})(\.0{0,9}\d{1,4})?$/),
  fc.stringMatching(/^-?[1-9]\d{13,17}(\.\d)?$/),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.constantFrom('0', '-0', '0.0', '-0.0', '0e0', '0.0000001', '1e400', '-1e-400', '9007199254740993', '1e21', '1E0'),
);

const anyBlank = fc.stringMatching(/^[ \t\r\n]{0,3}$/);

const anyString = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.string({ unit: fc.constantFrom('"', '\\', '1', '.', '0', 'e', '-', ','), maxLength: 12 }),
    fc.constantFrom('__proto__', 'constructor', 'toString', '1.10', '9007199254740993', ''),
  )
  .chain((text) => fc.constantFrom(JSON.stringify(text), escapeAll(text)));

/** JSON texts of every shape and formatting. */
export const anyJsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: padded(
    fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      anyNumberLiteral,
      anyString,
      fc.constantFrom('true', 'false', 'null'),
      fc.array(tie('value'), { maxLength: 5 }).map((items) => `[${items.join(',')}]`),
      fc
        .array(fc.tuple(padded(anyString), tie('value')), { maxLength: 5 })
        .map((pairs) => `{${pairs.map(([key, value]) => `${key}:${value}`).join(',')}}`),
    ),
  ),
})).value;

function padded(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(anyBlank, text, anyBlank).map((parts) => parts.join(''));
}

function escapeAll(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'));
  return `"${units.map((unit) => `\\u${unit}`).join('')}"`;
}

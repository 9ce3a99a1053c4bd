/** A Markdown table; all columns but the first hold numbers. */
export function table(columns, lines) {
  const alignment = columns.map((_, index) => (index === 0 ? '---' : '---:'));
  return [columns, alignment, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function fixed(value, digits) {
  return Number.isNaN(value) ? 'unknown' : value.toFixed(digits);
}

export function thousands(value) {
  return Math.round(value).toLocaleString('en-US');
}

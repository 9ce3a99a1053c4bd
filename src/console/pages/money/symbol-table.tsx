/** All symbols of a picture, for those who have not used one since school. */
export function SymbolTable() {
  return (
    <details class="card symbol-table">
      <summary>
        <h2>The symbols</h2>
      </summary>
      <dl>
        {SYMBOLS.map(([symbol, words]) => (
          <div key={symbol}>
            <dt>
              <code>{symbol}</code>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const SYMBOLS: readonly (readonly [symbol: string, words: string])[] = [
  ['9', 'a digit'],
  ['Z', 'a digit, or a blank for a leading zero'],
  ['*', 'a digit, or an asterisk for a leading zero'],
  ['$', 'the currency sign; two or more float to the first digit'],
  ['+ -', 'the sign, first or last; two or more float to the first digit'],
  ['CR DB', 'credit or debit, at the end of a negative amount'],
  ['.', 'the decimal point'],
  [', B 0 /', 'a comma, a blank, a zero, a slash between digits'],
  ['V', 'where a point is assumed; takes no place'],
  ['P', 'a digit that is not kept; takes no place'],
  ['(n)', 'the symbol before it n times: 9(5) is 99999'],
];

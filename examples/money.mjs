// Adds prices exactly and prints the sum through a PICTURE: node money.mjs
import {
  addDecimals,
  decimalToText,
  formatMoney,
  moneyStyle,
  parseDecimal,
  parsePicture,
  storeRounded,
} from 'quartet-mcp/money';

/** @param {string} text */
function amount(text) {
  const decimal = parseDecimal(text);
  if (typeof decimal === 'string') throw new Error(`"${text}" is ${decimal}`);
  return decimal;
}

const sum = ['1234.1', '0.2', '-2000.355'].map(amount).reduce(addDecimals);
console.log(decimalToText(sum)); // -766.055

const parsed = parsePicture('$$,$$9.99CR');
if (!parsed.ok) throw new Error(parsed.error.message);
const stored = storeRounded(parsed.picture, sum, 'NEAREST-EVEN');
console.log(stored.ok ? `[${stored.text}]` : stored.error.message); // [  $766.06CR]

const euro = moneyStyle('EUR');
const price = euro && formatMoney(sum, euro, { negative: 'parentheses' });
if (price?.ok) console.log(price.item); // (766,06 €)

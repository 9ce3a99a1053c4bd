import type { PictureError } from './symbols.ts';

// Letters with a PICTURE meaning in some dialect, digits, and punctuation that the COBOL reader needs for itself.
const TAKEN = /[0-9ABCDEGLNPRSUVXZ*+\-,.;()"'/= ]/i;

/** Refuses a character that cannot stand for the currency sign in a picture (P28). */
export function checkCurrencySymbol(symbol: string): PictureError | undefined {
  if (/^[!-~]$/.test(symbol) && !TAKEN.test(symbol)) return undefined;
  return {
    rule: 'P28',
    message:
      'The currency symbol must be one ASCII character without another PICTURE meaning, such as $, #, F or W. ' +
      'Keep $ in the picture and choose what is printed separately.',
  };
}

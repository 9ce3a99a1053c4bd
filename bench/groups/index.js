import { cobol } from './cobol.js';

/** Each group becomes a section of the results, in this order. */
export const groups = [cobol];

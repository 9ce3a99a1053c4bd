export { checkCurrencySymbol } from './currency.ts';
export { deEdit } from './deedit.ts';
export { displayDecimal } from './display.ts';
export { type EditOptions, editDecimal, printedSize } from './edit.ts';
export { MAX_PICTURE_LENGTH } from './expand.ts';
export { type ParsedPicture, type Picture, type PictureOptions, parsePicture } from './parse.ts';
export { type SizeError, type StoreResult, storeRounded } from './store.ts';
export type { PictureError, PictureRule, PictureSymbol, Suppressor } from './symbols.ts';

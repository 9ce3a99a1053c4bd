import { readFileSync } from 'node:fs';

export interface PictureRow {
  readonly picture: string;
  readonly value: string;
  readonly edited: string;
  readonly class: 'portable' | 'overflow' | 'quirk' | 'overflow-quirk';
  readonly iso?: string;
  readonly blankWhenZero?: true;
  readonly currencySign?: string;
  readonly decimalPointIsComma?: true;
}

export interface SyntaxRow {
  readonly picture: string;
  readonly accepted: boolean;
  readonly size?: number;
}

export interface RoundingRow {
  readonly value: string;
  readonly target: string;
  readonly op: string;
  readonly onSizeError: boolean;
  readonly sizeError: boolean;
  readonly result: string;
}

export interface AddRow {
  readonly a: string;
  readonly b: string;
  readonly sum: string;
}

export interface DateRow {
  readonly date: string;
  readonly valid: boolean;
  readonly reason: string;
}

export const readPictureRows = () => readVectors<{ vectors: PictureRow[] }>('picture.json').vectors;
export const readSyntaxRows = () => readVectors<{ pictures: SyntaxRow[] }>('picture-syntax.json').pictures;
export const readRoundingRows = () => readVectors<{ vectors: RoundingRow[] }>('rounding.json').vectors;
export const readAddRows = () => readVectors<{ vectors: AddRow[] }>('add.json').vectors;
export const readDateRows = () => readVectors<{ vectors: DateRow[] }>('date.json').vectors;

function readVectors<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../../../test/vectors/cobol/${name}`, import.meta.url), 'utf8')) as T;
}

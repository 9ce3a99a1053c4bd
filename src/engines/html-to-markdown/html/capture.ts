/** Text gathered apart from the paragraph, to be written as a whole when its element ends. */
export class Capture {
  text = '';
  /** Images met on the way, which no code or formula can hold. */
  readonly images: string[] = [];
  /** The language of code, or the TeX source of a formula. */
  note: string | undefined;
  private atLineStart = true;

  constructor(private readonly hardBreak: string) {}

  append(text: string): void {
    if (text === '') return;
    this.text += text;
    this.atLineStart = text.endsWith(this.hardBreak);
  }

  /** A `br`. */
  lineBreak(): void {
    this.append(this.hardBreak);
  }

  /** The edge of a block. */
  endLine(): void {
    if (!this.atLineStart) this.lineBreak();
  }
}

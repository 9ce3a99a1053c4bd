import { VOIDS } from '../elements.ts';
import type { Capture } from './capture.ts';
import { isHidden } from './hidden.ts';
import { Inline } from './inline.ts';
import type { List, Table } from './open-blocks.ts';
import { renderHeading, renderParagraph } from './render.ts';
import { type Leave, OpenElements } from './stack.ts';
import type { Attributes, Sink } from './tokens.ts';
import { Writer } from './writer.ts';

/** What an element does when it begins; the answer is what it does when it ends. */
export type Enter = (doc: Document, attributes: Attributes) => Leave<Document> | undefined;

/** The state of one conversion: the open elements, the paragraph, and where finished blocks go. */
export class Document implements Sink {
  readonly inline = new Inline();
  readonly captures: Capture[] = [];
  readonly lists: List[] = [];
  readonly tables: (Table | undefined)[] = [];
  writer = new Writer();
  /** The level of the heading being written, or 0. */
  heading = 0;
  private readonly elements = new OpenElements<Document>();
  private isDropping = false;

  /** What each element does; an element without a handler is transparent. */
  constructor(private readonly handlers: ReadonlyMap<string, Enter>) {}

  text(text: string): void {
    if (this.isDropping) return;
    const capture = this.captures.at(-1);
    if (capture) capture.append(text);
    else this.inline.text(text);
  }

  open(name: string, attributes: Attributes): void {
    this.elements.endBefore(name, this);
    if (VOIDS.has(name)) {
      if (!this.isDropping) this.handlers.get(name)?.(this, attributes);
    } else if (this.isDropping) this.elements.push(name, undefined);
    else if (isHidden(name, attributes)) {
      this.isDropping = true;
      this.elements.push(name, Document.endDropping);
    } else this.elements.push(name, this.handlers.get(name)?.(this, attributes));
  }

  close(name: string, next: string): void {
    if (this.elements.end(name, this, next) || this.isDropping) return;
    if (name === 'p') this.endBlock();
    if (name === 'br') this.handlers.get(name)?.(this, {});
  }

  /** Ends the paragraph, if there is one. */
  endBlock(): void {
    const capture = this.captures.at(-1);
    if (capture) {
      capture.endLine();
      return;
    }
    const tokens = this.inline.take();
    if (tokens.length === 0) return;
    if (this.heading === 0) this.writer.block(renderParagraph(tokens));
    else this.writer.block([`${'#'.repeat(this.heading)} ${renderHeading(tokens)}`]);
  }

  /** Puts finished Markdown into the paragraph, or behind the code that cannot hold it. */
  atom(markdown: string): void {
    const capture = this.captures.at(-1);
    if (capture) capture.images.push(markdown);
    else this.inline.atom(markdown);
  }

  finish(): string {
    this.elements.endFrom(0, this, '');
    this.endBlock();
    return this.writer.lines.join('\n');
  }

  private static endDropping(doc: Document): void {
    doc.isDropping = false;
  }
}

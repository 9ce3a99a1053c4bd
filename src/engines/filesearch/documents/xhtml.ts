import type { TextSink } from './text-sink.ts';
import { walkXml } from './xml.ts';

const UNSEEN = new Set(['head', 'script', 'style', 'template', 'rt', 'rp']);
const WITHIN_A_LINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd mark noscript q rb rt rp ruby s samp script small ' +
    'span strike strong style sub sup time tt u var wbr'
  ).split(' '),
);

/** The text that a reader of an XHTML page sees, a line for each block. */
export function addXhtml(xml: string, sink: TextSink): void {
  let unseen = 0;
  walkXml(xml, {
    open(name) {
      if (UNSEEN.has(name)) unseen++;
      if (!WITHIN_A_LINE.has(name)) sink.endLine();
    },
    close(name) {
      if (UNSEEN.has(name)) unseen = Math.max(0, unseen - 1);
      if (!WITHIN_A_LINE.has(name)) sink.endLine();
    },
    text(text) {
      if (unseen === 0) sink.addFlowing(text);
    },
  });
}

const XML = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The names that XHTML gives the characters from U+00A0 on, in their order. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave ' +
  'Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc ' +
  'Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute ' +
  'icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

const TYPOGRAPHY = {
  OElig: 'Œ',
  oelig: 'œ',
  Scaron: 'Š',
  scaron: 'š',
  Yuml: 'Ÿ',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  zwnj: '\u200c',
  zwj: '\u200d',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  dagger: '†',
  Dagger: '‡',
  bull: '•',
  hellip: '…',
  prime: '′',
  Prime: '″',
  lsaquo: '‹',
  rsaquo: '›',
  euro: '€',
  trade: '™',
  larr: '←',
  rarr: '→',
  minus: '−',
};

const NAMED = new Map<string, string>([
  ...Object.entries(XML),
  ...Object.entries(TYPOGRAPHY),
  ...LATIN_1.split(' ').map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
]);

/** Decodes character references. Entities that a document defines itself stay as written: expanding them is how XML bombs work. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,7}));/g,
    (written, decimal, hex, name) => {
      if (name !== undefined) return NAMED.get(name) ?? written;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return isCharacter(code) ? String.fromCodePoint(code) : written;
    },
  );
}

function isCharacter(code: number): boolean {
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000);
}

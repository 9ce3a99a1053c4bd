const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements that start and end a paragraph of their own. */
export const BLOCKS = names(
  'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup p ' +
    'plaintext pre search section summary table tbody td textarea tfoot th thead tr ul xmp',
);

/** Elements that never have content. */
export const VOIDS = names('area base br col embed frame hr img input link meta param source track wbr');

/** Elements whose content holds no tags. */
export const RAW_TEXT = names('iframe noembed noframes script style textarea title xmp');

const PHRASES = names(
  'a abbr acronym annotation b bdi bdo big blink button canvas cite code colgroup del dfn em font head i ins kbd ' +
    'label mark marquee math nobr noscript q rp rt ruby s samp select semantics small span strike strong sub sup svg ' +
    'template tt u var',
);

/** Every element name that makes a text HTML; `map`, `data`, `time` and the like are as often code as markup. */
export const KNOWN: ReadonlySet<string> = new Set([...BLOCKS, ...VOIDS, ...RAW_TEXT, ...PHRASES]);

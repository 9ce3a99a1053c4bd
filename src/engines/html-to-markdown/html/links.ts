const UNSAFE_SCHEME = /^(?:javascript|vbscript|livescript|data|blob|file):/;
const INVISIBLE = /[\s\p{C}]+/gu;
const UNFIT = /[ ()<>\\|"`[\]]|&(?=#?\w{1,31};)/g;

/** An address as it may stand in a Markdown link, or undefined when it is empty or could run code. */
export function linkTarget(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  // Browsers ignore line breaks and control characters in an address, also inside its scheme.
  const visible = address.trim().replace(/\p{Cc}+/gu, '');
  if (visible === '' || UNSAFE_SCHEME.test(visible.slice(0, 200).replace(INVISIBLE, '').toLowerCase()))
    return undefined;
  return visible.replace(UNFIT, encode).replace(/\s/g, encode);
}

function encode(character: string): string {
  // A renderer would decode an entity in the address once more.
  if (character === '&') return '&amp;';
  if (character === '(') return '%28';
  return character === ')' ? '%29' : encodeURIComponent(character);
}

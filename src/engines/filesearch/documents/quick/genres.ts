/** The genres that tags of songs number, in their order. */
const GENRES = (
  'Blues|Classic Rock|Country|Dance|Disco|Funk|Grunge|Hip-Hop|Jazz|Metal|New Age|Oldies|Other|Pop|R&B|Rap|Reggae|Rock|Techno|' +
  'Industrial|Alternative|Ska|Death Metal|Pranks|Soundtrack|Euro-Techno|Ambient|Trip-Hop|Vocal|Jazz+Funk|Fusion|Trance|' +
  'Classical|Instrumental|Acid|House|Game|Sound Clip|Gospel|Noise|Alternative Rock|Bass|Soul|Punk|Space|Meditative|' +
  'Instrumental Pop|Instrumental Rock|Ethnic|Gothic|Darkwave|Techno-Industrial|Electronic|Pop-Folk|Eurodance|Dream|' +
  'Southern Rock|Comedy|Cult|Gangsta|Top 40|Christian Rap|Pop/Funk|Jungle|Native US|Cabaret|New Wave|Psychedelic|Rave|' +
  'Showtunes|Trailer|Lo-Fi|Tribal|Acid Punk|Acid Jazz|Polka|Retro|Musical|Rock & Roll|Hard Rock'
).split('|');

/** `17`, `(17)` and `(17)Rock` mean the same; other genres are written out. */
export function genreName(written: string): string {
  const [, bare, bracketed, rest = ''] = /^(\d{1,3})$|^\((\d{1,3})\)(.*)$/s.exec(written) ?? [];
  const number = bare ?? bracketed;
  return number === undefined ? written : rest || (GENRES[Number(number)] ?? '');
}

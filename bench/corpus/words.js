const COMMON =
  'the of and to in a is that for it as was with be by on not he this are or his from at which but have an had they you were their one all we can her has there been if more when will would who so no said what up its about into than them only some could time these two may then do first any my now such like our over man me even most made after also did many before must through back years where much your way well down should because each just those people mr how too little state good very make world still own see men work long get here between both life being under never day same another know while last might us great old year off come since against go came right used take three';
const STEMS =
  'account address agenda archive argument balance basket battery board border bottle branch bridge budget buffer cable calendar camera candle canvas carbon castle cellar center chapter charge circle client climate cloud coffee column command compile compress concert contract copper corner cotton council counter country coupon cover credit crystal culture current curtain customer damage daughter debate decimal deliver desert design desk detail device dinner direct distance divide doctor document dollar double dragon driver economy editor effect engine equal escape estate event exchange exhibit expense factor family farmer feature fellow fiction field figure filter finance finger finish flight flower folder forest format formula fortune frame freight friend function future garden gather general glass global gold govern grain graph gravity guard guide harbor harvest header health heater history holiday hotel house hunter image import improve index industry insect insert invoice iron island jacket journal journey judge junior justice kernel keyboard kitchen ladder lamp language laptop lawyer layer leader leather lecture ledger legend lemon letter level library license light limit linear liquid listen lumber machine magnet manage margin marker market master matter meadow measure medicine member memory merge message metal method middle minute mirror mobile modern module moment monitor motion mountain museum music nation nature needle network notebook number object ocean office online open orange orbit order organ owner oxygen package paint palace paper parcel parent parking partner pattern payment pencil people pepper person photo physics picture pillar pilot pixel planet plastic platform player pocket poem policy pollen port postal potato powder power present price print private problem process product profit program project protect public pump pupil purchase purpose quality quarter question radio railway random rapid ratio reason record reduce region remote render rental repair report request rescue reserve result return review river robot rocket rubber safety salary sample satin scale schedule school science screen script season second secret sector secure select senior sensor series server session settle shadow shelter signal silver simple singer single sister socket solar soldier source spare speaker special spider spirit sponsor spring square stable stamp standard station statue steam steel storage storm story stream street string strong student studio style subject sugar summer supply support surface survey switch symbol syntax system table talent target teacher temple tenant terminal theater thread ticket timber tissue title tobacco tokens tomato topic tower track trade traffic train travel treaty triangle tunnel turbine uniform union update upper urban valley value vector vehicle vendor verify version vessel victory village violin virtual vision volume voucher wagon wallet warrant water wealth weather wedding weight wheel window winter wisdom witness wonder wooden worker writer yellow zone';
const SIZE = 40_000;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Words by their rank: real ones that are common in English first, then made ones. Those follow the letters of the real ones, but
 * one letter in twelve is any letter: real texts are full of names and abbreviations, and an index of letter groups would have it
 * too hard, or too easy, without.
 */
export function vocabulary(random) {
  const real = [...COMMON.split(' '), ...STEMS.split(' ')];
  const followers = new Map();
  for (const word of real) {
    const marked = `^^${word}$`;
    for (let at = 2; at < marked.length; at++) {
      const before = marked.slice(at - 2, at);
      followers.set(before, (followers.get(before) ?? '') + marked[at]);
    }
  }
  const words = new Set(real);
  while (words.size < SIZE) {
    const word = made(followers, random);
    if (word.length > 3) words.add(word);
  }
  return [...words];
}

function made(followers, random) {
  let word = '';
  while (word.length < 14) {
    const before = `^^${word}`.slice(-2);
    const letter =
      random.below(12) === 0 ? random.pick(LETTERS) : random.pick(followers.get(before) ?? followers.get('^^'));
    if (letter === '$') break;
    word += letter;
  }
  return word;
}

const STEPS = 2 ** 20;

/** Picks words as texts use them: the word of rank n comes up in proportion to 1 / n. */
export function zipf(words, random) {
  const weights = words.map((_, rank) => 1 / (rank + 2.7));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const table = new Uint32Array(STEPS);
  let rank = 0;
  let reached = weights[0];
  for (let step = 0; step < STEPS; step++) {
    while ((step / STEPS) * total > reached && rank < words.length - 1) reached += weights[++rank];
    table[step] = rank;
  }
  return () => words[table[random.next() >>> 12]];
}

/** Words that English does not have, for texts in other scripts and with marks. */
export const FOREIGN =
  'café naïve façade résumé Grüße Straße über Ärger año mañana señor garçon élève forêt œuvre château żółć łódź příliš žluťoučký ' +
  'Привет мир документ отчёт бюджет Ελλάδα κόσμος έγγραφο 東京 文書 予算 会議 日本語 中文 文件 预算 报告 한국어 문서 예산';

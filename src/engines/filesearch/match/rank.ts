/** The tiers of hits, best first. */
export const TIER = {
  name: 1,
  folder: 2,
  title: 3,
  phrase: 4,
  named: 5,
  near: 6,
  namePart: 7,
  phrasePart: 8,
  all: 9,
  most: 10,
} as const;

/** The tiers of a query in quotes: the phrase in text and name, in the text, in the name. */
export const LITERAL = { both: 1, text: 2, name: 3 } as const;

export type Tier = (typeof TIER)[keyof typeof TIER];

// Weights are told apart in steps, so that files that fit about as well come newest first.
const STEPS = 32;
const DEEPEST = 10;
const FOR_DEPTH = 0.004;

interface Standing {
  readonly tier: Tier;
  /** How well it fits inside its tier, from 0 to 1. */
  readonly weight: number;
  /** It is of the sort that such a query means: no code for plain words, code for a name out of a program. */
  readonly isPreferred: boolean;
  /** How many folders it lies below the scope. */
  readonly depth: number;
  /** It lies where files are on their way, or kept twice: it counts as deep, and comes after what fits as well. */
  readonly isPassing: boolean;
}

/** The place in the order: the tier with the weight behind the point. Lower ones come first. */
export function rankOf({ tier, weight, isPreferred, depth, isPassing }: Standing): number {
  const share = tier <= TIER.folder ? 0.25 : 0.5;
  const lost = FOR_DEPTH * (isPassing ? DEEPEST : Math.min(depth, DEEPEST));
  const fit = Math.max(0, Math.min(0.999, weight) - lost) * (1 - share);
  const steps = Math.floor((fit + (isPreferred ? share : 0)) * STEPS);
  return tier + 1 - (steps + (isPassing ? 0 : 0.5)) / STEPS;
}

const WHY: Readonly<Record<Tier, string>> = {
  [TIER.name]: 'all words in the name',
  [TIER.folder]: 'all words in the names of file and folder',
  [TIER.title]: 'all words in the title or a heading',
  [TIER.phrase]: 'phrase in the text',
  [TIER.named]: 'some words in the name, the others in the text',
  [TIER.near]: 'all words close together in the text',
  [TIER.namePart]: 'inside of words in the name',
  [TIER.phrasePart]: 'inside of words in the text',
  [TIER.all]: 'all words',
  [TIER.most]: 'most words',
};

const WHY_LITERAL = ['', 'phrase in text and name', 'phrase in the text', 'phrase in the name'];

/** Why a hit is where it is, in a few words. */
export function whyOf(rank: number, isLiteral: boolean): string {
  return (isLiteral ? WHY_LITERAL[rank] : WHY[(Math.ceil(rank) - 1) as Tier]) ?? '';
}

// Not util.styleText: Node 20 has none before 20.12, and newer ones decide by themselves, by looking at stdout.
const LOOKS = {
  bold: '1',
  dim: '2',
  italic: '3',
  underline: '4',
  red: '31',
  green: '32',
  yellow: '33',
  blue: '34',
  magenta: '35',
  cyan: '36',
  heading: '1;4',
  match: '1;31',
} as const;

/** Gives a text a look, where somebody can see it. */
export type Paint = (text: string, look: keyof typeof LOOKS) => string;

/** Paints for a terminal with colours, or leaves every text as it is. */
export function painter(colours: boolean): Paint {
  return colours ? (text, look) => `\u001b[${LOOKS[look]}m${text}\u001b[0m` : (text) => text;
}

/** A part of a code, and whether it gets colours. */
export interface CodePiece {
  readonly text: string;
  readonly coloured: boolean;
}

const LONGEST_PIECE = 3000;
const LONGEST_LINE = 500;

/**
 * Cuts code into pieces that are coloured one by one. The rules for colours take time with the square of the length of some texts, so no
 * piece is long, and lines that nobody would read are left plain.
 */
export function codePieces(code: string): CodePiece[] {
  const pieces: CodePiece[] = [];
  let piece = '';
  const flush = () => {
    if (piece !== '') pieces.push({ text: piece, coloured: true });
    piece = '';
  };
  for (const line of code.split(/(?<=\n)/)) {
    if (line.length > LONGEST_LINE) {
      flush();
      pieces.push({ text: line, coloured: false });
      continue;
    }
    if (piece.length + line.length > LONGEST_PIECE) flush();
    piece += line;
  }
  flush();
  return pieces;
}

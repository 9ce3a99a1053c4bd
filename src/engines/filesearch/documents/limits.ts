const MIB = 1024 * 1024;

/** What one document may cost; beyond it, it is refused. */
export const LIMITS = {
  documentBytes: 64 * MIB,
  /** Of a zip archive: everything that is taken out of it, together. */
  inflatedBytes: 64 * MIB,
  /** XML of real documents shrinks to a tenth or a fiftieth; deflate itself ends at a thousandth. */
  inflationRatio: 400,
  /** Small members may shrink as they like. */
  ratioAppliesAbove: 4 * MIB,
  members: 20_000,
  characters: 16 * MIB,
  /** Texts whose markup is taken away; larger ones are searched as they are. */
  markupBytes: 32 * MIB,
  /** Of a compressed text. */
  unpackedText: 16 * MIB,
  /** Of an archive: characters of names and of texts, how many members are looked into, how far, how large documents may be, and for how long. */
  memberNames: 2 * MIB,
  memberTexts: 4 * MIB,
  textMembers: 2000,
  memberBytes: 256 * 1024,
  memberDocumentBytes: 4 * MIB,
  membersMs: 2000,
  pages: 5000,
  pdfMs: 6000,
} as const;

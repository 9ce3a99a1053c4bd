const words = (text: string) => text.trim().split(/\s+/);

/** What people call files of a sort, folded, and the extensions of such files. */
const SORTS: readonly (readonly [called: string, extensions: string])[] = [
  [
    'photo photos photograph photographs picture pictures pic pics image images snapshot foto fotos bild bilder',
    'jpg jpeg png gif bmp tif tiff webp heic heif avif dng cr2 cr3 nef arw orf rw2 raf',
  ],
  [
    'song songs track tracks music audio recording podcast podcasts lied lieder musik aufnahme',
    'mp3 m4a m4b aac flac wav aif aiff ogg oga opus wma',
  ],
  ['video videos movie movies clip clips film filme', 'mp4 m4v mov avi mkv webm mpg mpeg 3gp wmv'],
  ['mail mails email emails e-mail e-mails attachment attachments attached anhang', 'eml emlx msg mbox mht'],
  ['spreadsheet spreadsheets excel tabelle tabellen', 'xls xlsx xlsm ods numbers csv tsv'],
  ['presentation presentations slides powerpoint deck prasentation prasentationen folien', 'ppt pptx odp key pdf'],
  ['letter letters document documents brief briefe schreiben dokument dokumente', 'doc docx odt rtf pages pdf'],
  ['scan scans', 'pdf jpg jpeg png tif tiff'],
  ['ebook ebooks e-book e-books', 'epub mobi azw3 fb2'],
  ['contact contacts phone telephone number address kontakt kontakte telefon telefonnummer nummer adresse', 'vcf'],
  ['appointment appointments event events calendar termin termine kalender', 'ics'],
  ['notebook notebooks', 'ipynb'],
  ['archive archives backup backups archiv', 'zip tar tgz gz xz zst 7z'],
  ['config configuration settings konfiguration einstellungen', 'conf cfg ini toml yaml yml properties json'],
  ['script scripts program skript programm', 'sh bash zsh ps1 bat py rb pl js mjs ts lua r'],
  ['python', 'py ipynb'],
  ['javascript', 'js mjs cjs jsx'],
  ['typescript', 'ts tsx mts'],
];

const BY_WORD: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  SORTS.flatMap(([called, extensions]) => {
    const set = new Set(words(extensions));
    return words(called).map((word) => [word, set] as const);
  }),
);

/** The extensions of the sort of files that a word means, if it means one. */
export function sortCalled(word: string): ReadonlySet<string> | undefined {
  return BY_WORD.get(word);
}

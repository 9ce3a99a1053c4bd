/** The words of the question are not those of the file: other endings, wrong letters, whole sentences, German, names in code. */
export const otherWords = [
  {
    class: 'ending',
    ask: 'dumplings recipes',
    file: 'Notes/kitchen/dumpling-recipe.md',
    topic: 'kitchen',
    is: { text: 'Cabbage, ginger, spring onion; fold each one eleven times.', days: 380 },
    others: {
      'Notes/kitchen/index.md': { text: 'All recipes are in the tin box. Noodles, soups, a dumpling or two.' },
    },
    near: 'dumpling recipe',
  },
  {
    class: 'ending',
    ask: 'repairing bicycles',
    file: 'Documents/Sport/bicycle repair.txt',
    topic: 'sport',
    is: { text: 'First take the chain off, then turn it over.', days: 710 },
    others: {
      'Documents/Sport/bicycle-route.md': { text: 'No repair shop on the way.' },
      'Downloads/city-bikes.html': { title: 'City bicycles', text: 'Our bicycles stand everywhere.' },
    },
    near: 'bicycle repair',
  },
  {
    class: 'ending',
    ask: 'translated poems',
    file: 'Documents/School/poem_translation_v2.docx',
    topic: 'school',
    is: { text: 'From the Polish, with the help of a dictionary and of Tomasz.', days: 560 },
    others: { 'Documents/School/poem-list.docx': { text: 'One poem for every week of the term.' } },
    near: 'poem translation',
  },
  {
    class: 'ending',
    ask: 'insured paintings',
    file: 'Documents/Bank/Painting insurance.pdf',
    topic: 'bank',
    is: { text: 'The two landscapes in the hall are covered up to 4 000 euros each.', days: 820 },
    others: { 'Documents/Bank/car-insurance.pdf': { text: 'The painting of the left door is not part of it.' } },
    near: 'painting insurance',
  },
  {
    class: 'typo',
    ask: 'vetinary bill hamster',
    file: 'Documents/Health/veterinary bill hamster.pdf',
    topic: 'health',
    is: { text: 'One patient, 140 grams, teeth shortened.', days: 170 },
    others: {
      'Documents/Health/veterinary-list.txt': { text: 'Open on Sunday: two.' },
      'Documents/Health/bill-dentist.pdf': { text: 'The hamster is not covered.' },
    },
    near: 'bill hamster',
  },
  {
    class: 'typo',
    ask: 'apartmnt inventry',
    file: 'Documents/Flat/apartment-inventory.xlsx',
    topic: 'house',
    is: {
      rows: [
        ['Room', 'Thing', 'State'],
        ['Hall', 'Mirror', 'scratched'],
        ['Kitchen', 'Table', 'good'],
      ],
      days: 930,
    },
    others: {
      'Documents/Flat/apartment-photos.txt': { text: 'Taken when we moved in.' },
      'Documents/Work/inventory.csv': {
        rows: [
          ['chairs', '14'],
          ['lamps', '9'],
        ],
      },
    },
    near: 'apartment inventory',
  },
  {
    class: 'typo',
    ask: 'guitar amplifer manaul',
    file: 'Documents/Music/guitar-amplifier-manual.pdf',
    topic: 'music',
    is: { text: 'Never open the case while the plug is in. The left knob is for the treble.', days: 1300 },
    others: { 'Documents/Music/guitar-chords.pdf': { text: 'Without an amplifier it sounds the same.' } },
    near: 'guitar amplifier manual',
  },
  {
    class: 'typo',
    ask: 'accomodation ardennes',
    file: 'Documents/Travel/weekend-june.odt',
    topic: 'travel',
    is: {
      title: 'Accommodation in the Ardennes',
      text: 'Two rooms above the mill, breakfast with the owner.',
      days: 140,
    },
    others: {
      'Documents/Travel/ardennes-map.txt': { text: 'Trails marked in yellow.' },
      'Documents/Travel/hostels.txt': { text: 'Cheap accommodation in the north.' },
    },
    near: 'Ardennes',
  },
  {
    class: 'sentence',
    ask: 'where did I put the list of plants for the balcony',
    file: 'Notes/balcony-plants.md',
    topic: 'garden',
    is: { title: 'Plants for the balcony', text: ['A list: thyme, geranium, one lemon tree.'], days: 190 },
    others: {
      'Notes/garden/plants-wanted.md': { text: 'Plants for the shady bed, put in before May.' },
      'Documents/House/balcony-offer.pdf': { text: 'Where the balcony meets the wall we put a list of zinc.' },
    },
    near: 'plants balcony list',
  },
  {
    class: 'sentence',
    ask: 'what was the name of the plumber who fixed the leaking tap',
    file: 'Notes/people/craftsmen.txt',
    topic: 'house',
    is: {
      text: [
        'Plumber: his name is Ruben Aalto, he fixed the leaking tap in the bathroom in an hour.',
        'Painter: none yet.',
      ],
      days: 270,
    },
    others: {
      'Notes/journal/2025-01-21.md': { text: 'The tap was leaking again. What a day.' },
      'Mail/Inbox/1410.eml': {
        from: 'Anja Kessler',
        subject: 'your question',
        text: 'I do not know a plumber. Who fixed it the last time?',
      },
    },
    near: 'plumber leaking tap',
  },
  {
    class: 'sentence',
    ask: 'how do I reset the alarm of the garage',
    file: 'Documents/House/ga-2.pdf',
    topic: 'house',
    is: {
      title: 'Garage door GA-2',
      text: 'To reset the alarm hold both buttons for eight seconds until the lamp of the garage blinks.',
      days: 880,
    },
    others: {
      'Documents/House/smoke-alarm.pdf': { text: 'Reset the alarm with a broom.' },
      'Notes/garage.md': { text: 'The garage is 2.4 metres wide. How do we get the piano out?' },
    },
    near: 'reset alarm garage',
  },
  {
    class: 'sentence',
    ask: 'which wine did we drink at the dinner with Tomasz',
    file: 'Notes/journal/2025-11-08.md',
    topic: 'kitchen',
    is: {
      text: 'Dinner with Tomasz and Aoife. The wine was a Blaufränkisch from the lake, we could drink it every week.',
      days: 358,
    },
    others: {
      'Notes/wine.md': { text: 'Which wine for which cheese. Drink the white ones first.' },
      'Notes/journal/2025-12-01.md': { text: 'Lunch with Tomasz, we had soup. No wine at work.' },
    },
    near: 'wine dinner',
  },
  {
    class: 'german',
    ask: 'Nebenkostenabrechnung 2024',
    file: 'Dokumente/Wohnung/Nebenkostenabrechnung_2024.pdf',
    topic: 'wohnung',
    is: {
      title: 'Abrechnung',
      text: 'Für den Zeitraum vom 1. Januar bis zum 31. Dezember ergibt sich eine Nachzahlung von 112 Euro.',
      days: 390,
    },
    others: {
      'Dokumente/Wohnung/Nebenkostenabrechnung_2023.pdf': {
        title: 'Abrechnung',
        text: 'Die Nebenkostenabrechnung 2024 folgt im Herbst.',
      },
      'Mail/Inbox/1501.eml': {
        from: 'Jürgen Kessler',
        subject: 'Nebenkostenabrechnung 2024 – Rückfrage',
        text: 'Zu Ihrer Nebenkostenabrechnung 2024 habe ich eine Frage.',
        style: 'quoted',
      },
    },
    near: 'Nebenkostenabrechnung',
  },
  {
    class: 'german',
    ask: 'Kündigung Fitnessstudio',
    file: 'Dokumente/Briefe/kuendigung-fitnessstudio.odt',
    topic: 'verein',
    is: {
      title: 'Kündigung meiner Mitgliedschaft im Fitnessstudio',
      text: 'Hiermit kündige ich zum nächstmöglichen Termin.',
      days: 460,
    },
    others: {
      'Dokumente/Briefe/kuendigung-zeitung.odt': {
        title: 'Kündigung meines Abonnements',
        text: 'Hiermit kündige ich zum Jahresende.',
      },
      'Dokumente/Sport/fitnessstudio-vertrag.pdf': {
        title: 'Vertrag',
        text: 'Die Kündigung beim Fitnessstudio muss schriftlich sein.',
      },
    },
    near: 'Kündigung Fitnessstudio',
  },
  {
    class: 'german',
    ask: 'rezept für omas pflaumenkuchen',
    file: 'Dokumente/Rezepte/pflaumen.docx',
    topic: 'kueche',
    is: {
      title: 'Omas Pflaumenkuchen',
      text: 'Ein Blech, anderthalb Kilo Pflaumen, Hefeteig. Das Rezept reicht für acht Personen.',
      days: 1100,
    },
    others: {
      'Dokumente/Rezepte/birnen.docx': {
        title: 'Birnenkuchen',
        text: 'Ein Rezept für Gäste, nicht so süß wie der Pflaumenkuchen.',
      },
      'Notes/journal/2024-09-15.md': { text: 'Bei Oma gewesen, es gab Pflaumenkuchen.' },
    },
    near: 'Pflaumenkuchen Rezept',
  },
  {
    class: 'german',
    ask: 'belege steuererklärungen',
    file: 'Dokumente/Steuer/Belege zur Steuererklärung.ods',
    topic: 'amt',
    is: {
      rows: [
        ['Datum', 'Beleg', 'Betrag'],
        ['3.2.', 'Fachbuch', '48'],
        ['9.5.', 'Fahrkarte', '71'],
      ],
      days: 260,
    },
    others: {
      'Dokumente/Steuer/Frist.txt': { text: 'Die Steuererklärung ist bis Juli fällig. Ein Beleg fehlt.' },
      'Dokumente/Steuer/Bescheid.pdf': {
        title: 'Bescheid',
        text: 'Zu Ihrer Steuererklärung wurden nicht alle Belege anerkannt.',
      },
    },
    near: 'Steuererklärung Beleg',
  },
  {
    class: 'identifier',
    ask: 'computeTideOffset',
    file: 'Code/tides/src/offset.ts',
    is: {
      raw: "import { harmonics } from './harmonics.ts';\n\n/** The difference between a gauge and the reference port. */\nexport function computeTideOffset(gauge: Gauge, port: Port): number {\n  const shift = harmonics(port).phase - gauge.phase;\n  return shift * gauge.factor;\n}\n",
    },
    others: {
      'Code/tides/src/main.ts': {
        raw: "import { computeTideOffset } from './offset.ts';\n\nconst offset = computeTideOffset(gauge, port);\nconsole.log(offset);\n",
      },
      'Code/tides/dist/bundle.js': {
        raw: `var a=1;function computeTideOffset(g,p){return (h(p).phase-g.phase)*g.factor}\n${'computeTideOffset(q,r);'.repeat(40)}\n`,
      },
      'Code/tides/CHANGELOG.md': {
        raw: '# Changes\n\n## 1.4\n- computeTideOffset takes a port\n- computeTideOffset is faster\n',
      },
      'Notes/work/tides.md': {
        text: 'The tide offset is wrong by an hour: compute it again, ask Ines about computeTideOffset.',
      },
    },
    near: 'tide offset',
  },
  {
    class: 'identifier',
    ask: 'parse_gpx_track',
    file: 'Code/trackmill/trackmill/gpx.py',
    is: {
      raw: 'import xml.etree.ElementTree as tree\n\n\ndef parse_gpx_track(path):\n    """Reads the points of the first track of a GPX file."""\n    root = tree.parse(path).getroot()\n    return [(float(p.get("lat")), float(p.get("lon"))) for p in root.iter("trkpt")]\n\n\ndef parse_gpx_tracks(paths):\n    return [parse_gpx_track(path) for path in paths]\n',
    },
    others: {
      'Code/trackmill/trackmill/cli.py': {
        raw: 'from .gpx import parse_gpx_track\n\n\ndef main(argv):\n    print(len(parse_gpx_track(argv[1])))\n',
      },
      'Code/trackmill/build/lib/trackmill/cli.py': {
        raw: 'from .gpx import parse_gpx_track\n\n\ndef main(argv):\n    print(len(parse_gpx_track(argv[1])))\n',
      },
      'Code/trackmill/tests/test_cli.py': {
        raw: 'from trackmill.cli import main\n\n# parse_gpx_track is tested elsewhere\n\ndef test_main(capsys):\n    main(["", "walk.gpx"])\n',
      },
      'Notes/work/gpx.md': { text: 'Parse the track of the GPS: gpx first, then the rest.' },
    },
    near: 'gpx track',
  },
  {
    class: 'identifier',
    ask: 'MAX_RETRY_WINDOW',
    file: 'Code/courier/src/limits.h',
    is: {
      raw: '#ifndef LIMITS_H\n#define LIMITS_H\n\n/* Seconds in which a delivery may be tried again. */\n#define MAX_RETRY_WINDOW 900\n#define MAX_QUEUE 64\n\n#endif\n',
    },
    others: {
      'Code/courier/src/queue.c': {
        raw: '#include "limits.h"\n\nint due(long now, long first) {\n  return now - first < MAX_RETRY_WINDOW;\n}\n',
      },
      'Code/courier/build/queue.i': {
        raw: `# 1 "queue.c"\n/* MAX_RETRY_WINDOW */\n${'int due(long now, long first) { return now - first < 900; }\n'.repeat(30)}`,
      },
      'Code/courier/README.md': {
        raw: '# courier\n\nDeliveries are tried again within the retry window (max 15 minutes).\n',
      },
    },
    near: 'retry window',
  },
  {
    class: 'identifier',
    ask: 'BarcodeScannerView',
    file: 'Code/pantry/app/src/BarcodeScannerView.kt',
    is: {
      raw: 'package pantry\n\nclass BarcodeScannerView(context: Context) : View(context) {\n  fun start() {\n    camera.open()\n  }\n}\n',
    },
    others: {
      'Code/pantry/app/src/MainActivity.kt': {
        raw: 'package pantry\n\nclass MainActivity : Activity() {\n  private lateinit var scanner: BarcodeScannerView\n  override fun onStart() { scanner = BarcodeScannerView(this); scanner.start() }\n}\n',
      },
      'Code/pantry/app/build/outputs/mapping.txt': {
        raw: `pantry.BarcodeScannerView -> a.b:\n${'    void start() -> a\n    BarcodeScannerView.camera -> c\n'.repeat(20)}`,
      },
      'Code/pantry/app/res/main.xml': {
        raw: '<LinearLayout>\n  <pantry.BarcodeScannerView id="@+id/scanner" />\n</LinearLayout>\n',
      },
    },
    near: 'barcode scanner',
  },
];

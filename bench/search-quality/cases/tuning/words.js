/** The words of the question are not those of the file: other endings, wrong letters, whole sentences. */
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
];

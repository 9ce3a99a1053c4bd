/** Files whose name says what they are: asked for by its words, by some of them, or by their newest issue. */
export const names = [
  {
    class: 'name',
    ask: 'boiler warranty',
    file: 'Documents/House/boiler-warranty.pdf',
    topic: 'house',
    is: {
      text: 'This certificate covers all parts of the heating unit for seven years from the day of installation.',
      days: 900,
    },
    others: {
      'Documents/House/boiler-service-2024.pdf': {
        text: 'The boiler warranty stays valid only if the yearly service is done by a registered fitter.',
      },
      'Documents/House/boiler manual.pdf': {
        text: 'See the separate sheet for your boiler warranty. The warranty does not cover limescale.',
      },
      'Mail/Inbox/2231.eml': {
        from: 'Gregor Thiel',
        subject: 'boiler',
        text: 'Do you have the boiler warranty at hand? The fitter asks for the boiler warranty number.',
      },
      'Notes/house-todo.md': { text: ['- look for the boiler warranty', '- call the chimney sweep'], days: 3 },
    },
    near: 'boiler warranty',
  },
  {
    class: 'name',
    ask: 'swim club membership',
    file: 'Documents/Juna/SwimClubMembership.docx',
    topic: 'sport',
    is: { text: 'Application for children between six and twelve years. Signed by a parent.', days: 410 },
    others: {
      'Documents/Juna/swim-club-timetable.pdf': { text: 'Swim club membership is needed for lanes one to four.' },
      'Documents/Sport/membership_gym.odt': { text: 'Your membership begins in May. The swim club has its own forms.' },
      'Downloads/swimclub.html': {
        title: 'Join us',
        text: 'Swim club membership costs 84 euros. Swim club membership can be ended in June.',
      },
    },
    near: 'swim club membership',
  },
  {
    class: 'name',
    ask: 'moving checklist',
    file: 'Notes/moving_checklist.md',
    topic: 'house',
    is: { text: ['- meter readings', '- cancel the internet', '- boxes for the books'], days: 500 },
    others: {
      'Notes/packing-list.md': {
        text: 'The moving checklist has the rest, this is only the moving van. Copy from the moving checklist.',
      },
      'Archive/2017/old_moving_checklist_parents.txt': { text: 'For the move of the parents.', days: 3200 },
      'Downloads/removals-blog.html': {
        title: 'Ten tips',
        text: 'Every moving checklist should begin eight weeks before. Print our moving checklist.',
      },
    },
    near: 'moving checklist',
  },
  {
    class: 'name',
    ask: 'loan agreement 2025',
    file: 'Documents/Bank/Loan Agreement 2025.pdf',
    topic: 'bank',
    is: { text: 'Between the lender and the borrower the following is agreed.', days: 420 },
    others: {
      'Documents/Bank/Loan Agreement 2021.pdf': {
        text: 'Ends in 2025. Between the lender and the borrower the following is agreed.',
      },
      'Documents/Bank/loan-offer-2025.pdf': {
        text: 'This offer is no loan agreement. 2025 rates apply, the loan agreement 2025 follows by post.',
        days: 430,
      },
      'Mail/Inbox/2290.eml': {
        from: 'Nordhafen Bank',
        subject: 'Your loan',
        text: 'Please sign the loan agreement 2025 and send it back.',
        style: 'quoted',
      },
    },
    near: 'loan agreement 2025',
  },
  {
    class: 'name-partly',
    ask: 'calculation mortgage',
    file: 'Documents/Bank/mortgage-repayment-calculation-v3.xlsx',
    topic: 'bank',
    is: {
      rows: [
        ['Year', 'Rest', 'Interest'],
        ['1', '182000', '6370'],
        ['2', '175500', '6142'],
      ],
      days: 200,
    },
    others: {
      'Documents/Bank/pension-calculation.xlsx': {
        rows: [
          ['mortgage', 'calculation'],
          ['0', '1'],
        ],
      },
      'Documents/Bank/mortgage-letter.docx': {
        text: 'The calculation for your mortgage is enclosed. Check the calculation of the mortgage.',
      },
    },
    near: 'mortgage calculation',
  },
  {
    class: 'name-partly',
    ask: 'floor plan attic',
    file: 'Documents/House/AtticFloorPlan_final.pdf',
    topic: 'house',
    is: { text: 'Scale 1:50. Loads as computed by the engineer.', days: 700 },
    others: {
      'Documents/House/GroundFloorPlan.pdf': {
        text: 'The attic has a plan of its own. The floor plan of the attic is drawn last.',
      },
      'Documents/House/attic-insulation-offer.pdf': {
        text: 'We need a floor plan. The attic floor will be insulated to plan.',
      },
    },
    near: 'attic floor plan',
  },
  {
    class: 'name-partly',
    ask: 'invoice piano tuner',
    file: 'Documents/Invoices/2025-03-14_PianoTuner_Invoice.pdf',
    topic: 'music',
    is: { text: 'Tuning to 442 Hz, one string replaced, travel.', days: 610 },
    others: {
      'Documents/Invoices/2025-02-01_PianoLessons_Invoice.pdf': {
        text: 'Lessons in January. The piano tuner sends an invoice of his own.',
      },
      'Documents/Invoices/2024-06-30_Tuner_HiFi.pdf': { text: 'Invoice for a radio tuner. Piano black.' },
      'Notes/piano.md': {
        text: 'The piano tuner comes in March. Invoice by mail. Ask the piano tuner about the pedal.',
      },
    },
    near: 'invoice piano tuner',
  },
  {
    class: 'name-partly',
    ask: 'lisbon itiner',
    file: 'Documents/Travel/Lisbon-Itinerary-Final.odt',
    topic: 'travel',
    is: { text: 'Day one: arrival in the evening, walk to the river. Day two: tiles and trams.', days: 350 },
    others: {
      'Documents/Travel/lisbon-hotel.pdf': {
        text: 'Send us your itinerary. Lisbon has seven hills. A Lisbon itinerary for three days is on our page.',
      },
      'Documents/Travel/Porto-Itinerary.odt': { text: 'From Lisbon by train, three hours.' },
    },
    near: 'Lisbon itinerary',
  },
  {
    class: 'recent',
    ask: 'allotment newsletter',
    file: 'Documents/Garden/allotment-newsletter-2026-09.pdf',
    topic: 'garden',
    is: { text: 'News from the plots: water is turned off at the end of October.', days: 12 },
    series: { path: 'Documents/Garden/allotment-newsletter-{month}.pdf', months: 18, before: '2026-09', from: 45 },
    near: 'allotment newsletter',
  },
  {
    class: 'recent',
    ask: 'latest standup notes',
    file: 'Notes/work/standup-notes-week43.md',
    topic: 'work',
    is: { text: ['- Ines: release branch', '- Owen: invoices', '- Noor: away'], days: 4 },
    series: { path: 'Notes/work/standup-notes-week{n}.md', count: 20, start: 22, from: 11, step: 7 },
    near: 'standup notes',
  },
  {
    class: 'recent',
    ask: 'ceramics price list',
    file: 'Downloads/price-list-ceramics (3).pdf',
    topic: 'craft',
    is: { text: 'Bowls, plates, vases; valid from October.', days: 9 },
    others: {
      'Downloads/price-list-ceramics.pdf': { text: 'Bowls, plates, vases.', days: 800 },
      'Downloads/price-list-ceramics (1).pdf': { text: 'Bowls, plates, vases.', days: 500 },
      'Downloads/price-list-ceramics (2).pdf': { text: 'Bowls, plates, vases.', days: 200 },
      'Documents/Craft/ceramics-list.txt': { text: 'What is in the price list of the ceramics shop?', days: 5 },
    },
    near: 'ceramics price list',
  },
  {
    class: 'recent',
    ask: 'newest shopping list',
    file: 'Notes/shopping-list-saturday.txt',
    topic: 'kitchen',
    is: { text: ['onions', 'butter', 'two lemons', 'candles'], days: 1 },
    series: { path: 'Notes/lists/shopping-list-{n}.txt', count: 15, start: 1, from: 20, step: 23 },
    near: 'shopping list',
  },
];

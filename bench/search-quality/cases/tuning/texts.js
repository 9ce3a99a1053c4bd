/** Documents of which one remembers a title or a phrase, not the name. */
export const texts = [
  {
    class: 'title',
    ask: 'sourdough for beginners',
    file: 'Notes/kitchen/rec-014.md',
    topic: 'kitchen',
    is: { title: 'Sourdough for beginners', text: 'Feed the starter twice a day and keep it warm.', days: 600 },
    others: {
      'Notes/kitchen/rec-015.md': {
        title: 'Rye rolls',
        text: 'Not for beginners: sourdough and fresh yeast together.',
      },
      'Downloads/bakery-course.html': {
        title: 'Courses in spring',
        text: 'Our course in sourdough, for beginners and those who come back.',
      },
      'Mail/Inbox/2305.eml': {
        from: 'Marta Silva',
        subject: 'weekend',
        text: 'I read about sourdough for beginners on the train.',
      },
    },
    near: 'sourdough beginners',
  },
  {
    class: 'title',
    ask: 'how the heat pump works',
    file: 'Documents/House/scan0032.pdf',
    topic: 'house',
    is: {
      title: 'How the heat pump works',
      author: 'Polarwerk GmbH',
      text: 'The refrigerant takes up warmth outside and gives it off in the tank.',
      days: 300,
    },
    others: {
      'Documents/House/offer-polarwerk.pdf': {
        title: 'Offer 88-204',
        text: 'The heat pump works best with floor heating. How loud the pump is depends on the heat that is asked for.',
      },
      'Notes/heating.md': {
        title: 'Heating',
        text: 'Nobody could tell us how the heat pump works when it is colder than ten below.',
      },
    },
    near: 'heat pump works',
  },
  {
    class: 'title',
    ask: 'annual meeting allotment minutes',
    file: 'Documents/Verein/am-2025.docx',
    topic: 'garden',
    is: {
      title: 'Minutes of the annual meeting of the allotment association',
      text: 'Present: 41 members. The treasurer was re-elected.',
      days: 240,
    },
    others: {
      'Documents/Verein/invitation.docx': {
        title: 'Invitation',
        text: 'The annual meeting takes ninety minutes. Bring your allotment number.',
      },
      'Mail/Inbox/2311.eml': {
        from: 'Henrik Dahl',
        subject: 'saturday',
        text: 'After the annual meeting at the allotment it took me minutes to find my bike.',
      },
    },
    near: 'annual meeting allotment minutes',
  },
  {
    class: 'title',
    ask: 'field guide to mosses',
    file: 'Books/ab3321.epub',
    topic: 'science',
    is: {
      title: 'A Field Guide to Northern Mosses',
      author: 'Ottilie Brandt',
      text: 'Look at the capsule first, then at the leaf.',
      days: 1000,
    },
    others: {
      'Books/ab3007.epub': {
        title: 'Ferns and Horsetails',
        author: 'Ottilie Brandt',
        text: 'A guide to mosses for the field is in preparation. Mosses like shade.',
      },
      'Notes/reading.md': { title: 'To read', text: 'A guide for the field: birds, mosses, lichens.' },
    },
    near: 'field guide mosses',
  },
  {
    class: 'phrase',
    ask: 'the third key opens the cellar',
    file: 'Notes/journal/2024-08-11.md',
    topic: 'house',
    is: {
      text: 'On the ring there are four: the third key opens the cellar, the small one is for nothing at all.',
      days: 800,
    },
    others: {
      'Notes/keys.txt': { text: 'Front door: first key. Cellar: ask the neighbour who opens it. The third is lost.' },
      'Documents/House/handover.docx': {
        text: 'Three keys were given for the cellar. A third party opens the letter box with the key.',
      },
    },
    near: 'third key opens cellar',
  },
  {
    class: 'phrase',
    ask: 'refund within fourteen working days',
    file: 'Documents/Shopping/conditions-wolters.pdf',
    topic: 'bank',
    is: {
      text: 'If you send the goods back you get a refund within fourteen working days after they have arrived.',
      days: 260,
    },
    others: {
      'Documents/Shopping/conditions-lamp.pdf': {
        text: 'There is a refund if you write within fourteen days. Working hours: ten to six.',
      },
      'Mail/Inbox/2320.eml': {
        from: 'Wolters Versand',
        subject: 'Order 5512',
        text: 'Your refund is being made. It is within the usual time of fourteen bank days; we are not working on Saturdays.',
        style: 'html',
      },
    },
    near: 'refund fourteen working days',
  },
  {
    class: 'phrase',
    ask: 'never water orchids from above',
    file: 'Notes/plants.txt',
    topic: 'garden',
    is: {
      text: 'What the woman in the shop said: never water orchids from above, and turn the pot every week.',
      days: 450,
    },
    others: {
      'Documents/Garden/orchids.odt': {
        title: 'Orchids',
        text: 'Orchids like light from above. Water them rarely, never in the evening.',
      },
    },
    near: 'never water orchids above',
  },
  {
    class: 'phrase',
    ask: 'platform nine at quarter past six',
    file: 'Documents/Travel/nt-leaflet.odt',
    topic: 'travel',
    is: {
      text: 'The night train leaves from platform nine at quarter past six, in winter from platform two.',
      days: 330,
    },
    others: {
      'Mail/Inbox/2331.eml': {
        from: 'Yara Haddad',
        subject: 'arrival',
        text: 'I am there at quarter to nine. Which platform? Past the kiosk, six steps down.',
      },
      'Notes/journal/2025-02-02.md': {
        text: 'Waited on platform six until nine, then a quarter of an hour past that.',
      },
    },
    near: 'platform nine quarter six',
  },
];

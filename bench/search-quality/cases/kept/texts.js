// KEPT AWAY: whoever works on the search must not look at these questions and files; they are for the final figure only.

/** Documents of which one remembers a title or a phrase, not the name. */
export const texts = [
  {
    class: 'title',
    ask: 'paper boats and other stories',
    file: 'Books/zz0415.epub',
    topic: 'family',
    is: {
      title: 'Paper Boats and Other Short Stories',
      author: 'Leonie Achard',
      text: 'The brook behind the mill took everything that we folded.',
      days: 1500,
    },
    others: {
      'Books/zz0416.epub': {
        title: 'Boats of the Baltic',
        author: 'Arvid Lund',
        text: 'Stories that are on no paper, and other yarns about boats.',
      },
      'Notes/books-lent.md': {
        title: 'Lent',
        text: 'Paper boats: to Noor. Other things: to nobody. Stories of the sea: Owen.',
      },
    },
    near: 'paper boats stories',
  },
  {
    class: 'title',
    ask: 'quarterly numbers bakery',
    file: 'Documents/Work/deck_0907.pptx',
    topic: 'work',
    is: {
      title: 'Quarterly numbers for the bakery',
      text: ['Rolls up by four percent', 'Cakes down', 'What we do next'],
      days: 420,
    },
    others: {
      'Documents/Work/deck_0611.pptx': {
        title: 'Opening a second shop',
        text: ['Numbers of the bakery', 'The quarterly rent', 'Open points'],
      },
      'Mail/Inbox/2410.eml': {
        from: 'Beatriz Lima',
        subject: 'call',
        text: 'The bakery wants its quarterly call. Do you have the numbers?',
      },
    },
    near: 'quarterly numbers bakery',
  },
  {
    class: 'title',
    ask: 'rules of the reading circle',
    file: 'Notes/doc3.txt',
    topic: 'school',
    is: { title: 'Rules of the reading circle', text: 'Whoever has not finished brings the cake.', days: 870 },
    others: {
      'Notes/doc4.txt': {
        title: 'Books so far',
        text: 'The reading circle met nine times. By the rules of the house we leave at ten.',
      },
      'Mail/Inbox/2411.eml': {
        from: 'Noor Rahman',
        subject: 'thursday',
        text: 'Nobody reads the rules of the reading circle. Reading in a circle is fun.',
      },
    },
    near: 'rules reading circle',
  },
  {
    class: 'title',
    ask: 'beekeeping through the year',
    file: 'Downloads/index(4).html',
    topic: 'garden',
    is: { title: 'Beekeeping through the year', text: 'In January listen at the hive and do nothing else.', days: 540 },
    others: {
      'Downloads/index(5).html': {
        title: 'Honey prices',
        text: 'All through the year people ask us about beekeeping.',
      },
      'Documents/Garden/bees.docx': {
        title: 'Bees',
        text: 'Beekeeping takes a year to learn. Go through the list of the association.',
      },
    },
    near: 'beekeeping year',
  },
  {
    class: 'phrase',
    ask: 'the blue folder behind the atlas',
    file: 'Notes/journal/2023-03-30.md',
    topic: 'family',
    is: { text: 'The certificates are in the blue folder behind the atlas, where nobody will ever look.', days: 1300 },
    others: {
      'Notes/where.txt': { text: 'Atlas: top shelf. Behind it: dust. The folder with the bills is blue.' },
      'Mail/Inbox/2420.eml': {
        from: 'Emil Falk',
        subject: 'folder',
        text: 'Which folder? The blue or the green? The atlas fell behind the shelf.',
      },
    },
    near: 'blue folder behind atlas',
  },
  {
    class: 'phrase',
    ask: 'deposit will be returned after inspection',
    file: 'Documents/Travel/boat-hire.pdf',
    topic: 'travel',
    is: {
      text: 'Fuel is paid by the crew. The deposit will be returned after inspection of the hull by the harbour master.',
      days: 760,
    },
    others: {
      'Documents/Flat/handover-protocol.pdf': {
        text: 'After the inspection the keys will be returned. The deposit stays with the bank.',
      },
      'Documents/Bank/terms.docx': {
        text: 'A deposit is returned on request. Inspection of the books will be after noon.',
      },
    },
    near: 'deposit returned after inspection',
  },
  {
    class: 'phrase',
    ask: 'stir clockwise until the spoon stands',
    file: 'Documents/Kitchen/aunt.rtf',
    topic: 'kitchen',
    is: { text: 'Then add the flour, stir clockwise until the spoon stands, and call for help.', days: 2000 },
    others: {
      'Notes/kitchen/polenta.md': {
        text: 'Stir for an hour. The spoon stands in the pot until noon. Clockwise is a myth.',
      },
    },
    near: 'stir clockwise spoon stands',
  },
  {
    class: 'phrase',
    ask: 'knock twice and wait for Agnes',
    file: 'Documents/Travel/hostel-letter.docx',
    topic: 'travel',
    is: { text: 'If you arrive after ten, knock twice and wait for Agnes; the bell is broken.', days: 610 },
    others: {
      'Mail/Inbox/2421.eml': {
        from: 'Sofie Lindahl',
        subject: 'late',
        text: 'Agnes will wait. I had to knock, and then twice I called.',
      },
      'Notes/people/agnes.txt': {
        text: 'Agnes lives above the hostel. Knock at the blue door. Twice a week she bakes. Wait in the hall.',
      },
    },
    near: 'knock twice wait Agnes',
  },
];

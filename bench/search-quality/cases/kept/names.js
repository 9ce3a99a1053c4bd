// KEPT AWAY: whoever works on the search must not look at these questions and files; they are for the final figure only.

/** Files whose name says what they are: asked for by its words, by some of them, or by their newest issue. */
export const names = [
  {
    class: 'name',
    ask: 'tenancy contract',
    file: 'Documents/Flat/tenancy-contract.pdf',
    topic: 'house',
    is: {
      text: 'Between the owner and the two persons named below. The rooms on the second floor are let from the first of May.',
      days: 1200,
    },
    others: {
      'Documents/Flat/tenancy-deposit.pdf': {
        text: 'The deposit is part of the tenancy contract. See paragraph four of your tenancy contract.',
      },
      'Documents/Work/contract-cleaning.docx': { text: 'Not a tenancy: the contract covers the stairs only.' },
      'Mail/Inbox/2401.eml': {
        from: 'Anja Kessler',
        subject: 'the flat',
        text: 'Please bring the tenancy contract. Without the tenancy contract they give no permit.',
      },
      'Notes/office-visit.md': { text: ['- copy of the tenancy contract', '- two photos'], days: 6 },
    },
    near: 'tenancy contract',
  },
  {
    class: 'name',
    ask: 'choir rehearsal plan',
    file: 'Documents/Choir/ChoirRehearsalPlan.xlsx',
    topic: 'music',
    is: {
      rows: [
        ['Week', 'Hall', 'Piece'],
        ['1', 'gym', 'psalm'],
        ['2', 'gym', 'motet'],
      ],
      days: 120,
    },
    others: {
      'Documents/Choir/choir_travel_plan.docx': { text: 'The choir rehearsal plan is not touched by the journey.' },
      'Mail/Inbox/2402.eml': {
        from: 'Rosalind Achterberg',
        subject: 'dates',
        text: 'The choir rehearsal plan hangs on the door. Look at the choir rehearsal plan before you ask.',
      },
      'Notes/choir.md': { text: 'The choir is too loud. Plan an extra rehearsal.' },
    },
    near: 'choir rehearsal plan',
  },
  {
    class: 'name',
    ask: 'bike insurance policy',
    file: 'Documents/Bank/bike_insurance_policy.pdf',
    topic: 'bank',
    is: { text: 'Frame number WK 3381 904. Theft is covered at night only with two locks.', days: 650 },
    others: {
      'Documents/Bank/household-insurance.pdf': {
        text: 'A bike insurance policy is offered separately. Your policy ends each year.',
      },
      'Downloads/insurers.html': {
        title: 'Compare',
        text: 'Which bike insurance policy is the cheapest? Each bike insurance policy was tested.',
      },
    },
    near: 'bike insurance policy',
  },
  {
    class: 'name',
    ask: 'christmas card addresses',
    file: 'Documents/Family/christmas_card_addresses.csv',
    topic: 'family',
    is: {
      rows: [
        ['Name', 'Street', 'Town'],
        ['Voss', 'Am Wall 3', 'Bremen'],
        ['Dahl', 'Kaivokatu 12', 'Turku'],
      ],
      days: 320,
    },
    others: {
      'Documents/Family/christmas-menu.odt': {
        text: 'The card for the table. Addresses of the butcher and the baker.',
      },
      'Notes/december.md': {
        text: 'Christmas: card for Ines, ask for new addresses. Print the christmas card addresses.',
      },
    },
    near: 'christmas card addresses',
  },
  {
    class: 'name-partly',
    ask: 'receipt washing machine',
    file: 'Documents/Receipts/2024-11-02_washingMachine_receipt.pdf',
    topic: 'house',
    is: { text: 'One unit, delivered and connected, old one taken along. 649 euros.', days: 720 },
    others: {
      'Documents/Receipts/2024-10-20_coffeeMachine_receipt.pdf': {
        text: 'Not for washing in a machine. Keep this receipt.',
      },
      'Documents/House/washing-machine-manual.pdf': {
        text: 'Keep the receipt of your washing machine. Without receipt no repair of the machine.',
      },
    },
    near: 'receipt washing machine',
  },
  {
    class: 'name-partly',
    ask: 'emil cv english',
    file: 'Documents/CV/EmilFalk-CV-2026-english.docx',
    topic: 'work',
    is: { text: 'Civil engineer, bridges and culverts. Speaks four languages.', days: 100 },
    others: {
      'Documents/CV/EmilFalk-CV-2026-deutsch.docx': {
        text: 'Bauingenieur, Brücken und Durchlässe. English version on request.',
      },
      'Documents/CV/NoraFalk-CV-english.docx': { text: 'Designer. Married to Emil.' },
      'Mail/Sent/0402.eml': {
        from: 'Nora Falk',
        to: 'Owen Pryce',
        subject: 'Emil',
        text: 'Could you read the CV of Emil? His English is good, the CV is long.',
      },
    },
    near: 'emil english',
  },
  {
    class: 'name-partly',
    ask: 'schedule rowing winter',
    file: 'Documents/Sport/WinterRowing_TrainingSchedule.ods',
    topic: 'sport',
    is: {
      rows: [
        ['Day', 'Hour', 'Where'],
        ['Tue', '18', 'hall'],
        ['Sat', '9', 'lake'],
      ],
      days: 340,
    },
    others: {
      'Documents/Sport/SummerRowing_Regatta.ods': {
        rows: [
          ['schedule', 'rowing'],
          ['winter', 'none'],
        ],
      },
      'Documents/Sport/winter-swimming.txt': { text: 'A schedule for the brave. Rowing is over in winter.' },
    },
    near: 'winter rowing schedule',
  },
  {
    class: 'name-partly',
    ask: 'chapter 4 thesis',
    file: 'Documents/School/thesis_chapter4_results.docx',
    topic: 'school',
    is: { text: 'The measurements of both summers agree within a tenth.', days: 950 },
    others: {
      'Documents/School/thesis_chapter3_method.docx': { text: 'The results are in chapter 4 of this thesis.' },
      'Documents/School/thesis_chapter5_discussion.docx': {
        text: 'As chapter 4 of the thesis has shown. Chapter 4 was long.',
      },
      'Documents/School/thesis_whole.pdf': { text: 'Chapter 1 to 5. Chapter 4 begins on page 44 of the thesis.' },
    },
    near: 'chapter thesis',
  },
  {
    class: 'recent',
    ask: 'payslip',
    file: 'Documents/Work/Payslips/payslip-2026-10.pdf',
    topic: 'work',
    is: { text: 'Gross, net, and what lies between.', days: 2 },
    series: { path: 'Documents/Work/Payslips/payslip-{month}.pdf', months: 20, before: '2026-10', from: 33 },
    near: 'payslip statement',
  },
  {
    class: 'recent',
    ask: 'recent trip expenses',
    file: 'Documents/Work/trip-expenses-Tartu.xlsx',
    topic: 'travel',
    is: {
      rows: [
        ['Date', 'What', 'Euro'],
        ['12.10.', 'train', '64'],
        ['13.10.', 'hotel', '118'],
      ],
      days: 8,
    },
    others: {
      'Documents/Work/trip-expenses-Graz.xlsx': {
        rows: [
          ['train', '88'],
          ['hotel', '97'],
        ],
        days: 190,
      },
      'Documents/Work/trip-expenses-Cork.xlsx': {
        rows: [
          ['flight', '240'],
          ['hotel', '133'],
        ],
        days: 420,
      },
      'Documents/Work/trip-expenses-Lyon.xlsx': {
        rows: [
          ['train', '141'],
          ['hotel', '122'],
        ],
        days: 700,
      },
      'Documents/Work/expenses-rules.pdf': { text: 'Hand in the expenses of a trip within a month.', days: 900 },
    },
    near: 'trip expenses',
  },
  {
    class: 'recent',
    ask: 'novel draft',
    file: 'Documents/Writing/novel-draft-k.odt',
    topic: 'family',
    is: { text: 'When the ferry came back nobody stood on it.', days: 5 },
    others: {
      'Documents/Writing/novel-draft-h.odt': { text: 'When the ferry came back she stood on it.', days: 300 },
      'Documents/Writing/novel-draft-i.odt': { text: 'When the ferry came back he stood on it.', days: 210 },
      'Documents/Writing/novel-draft-j.odt': { text: 'When the ferry came back they stood on it.', days: 90 },
      'Notes/writing.md': { text: 'The draft of the novel has no end.', days: 3 },
    },
    near: 'novel draft',
  },
  {
    class: 'recent',
    ask: 'latest weekly menu',
    file: 'Notes/kitchen/weekly-menu-nov.md',
    topic: 'kitchen',
    is: { text: ['Mon: soup', 'Tue: noodles', 'Wed: the rest'], days: 1 },
    series: { path: 'Notes/kitchen/weekly-menu-{n}.md', count: 16, start: 28, from: 9, step: 7 },
    near: 'weekly menu',
  },
];

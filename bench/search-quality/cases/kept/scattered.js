// KEPT AWAY: whoever works on the search must not look at these questions and files; they are for the final figure only.

/** Documents of which one remembers some words that stand nowhere together. */
export const scattered = [
  {
    class: 'scattered',
    ask: 'violin bow rehair horsehair price',
    file: 'Documents/Music/workshop-answers.odt',
    topic: 'music',
    is: {
      title: 'What the workshop says',
      text: [
        'The violin itself needs nothing but a new bridge.',
        'The bow should come in once a year.',
        'A rehair takes two days.',
        'Horsehair from Mongolia lasts longer.',
        'The price is 58 euros with the old screw.',
      ],
      days: 230,
    },
    others: {
      'Documents/Music/violin-rent.pdf': {
        text: ['Violin and bow are rented together.', 'The price is paid by month.'],
      },
      'Notes/sofa.md': { text: ['Horsehair in the seat.', 'A price on request.'] },
    },
    near: 'violin bow rehair horsehair',
  },
  {
    class: 'scattered',
    ask: 'kayak river weir portage',
    file: 'Notes/sport/tour-2.md',
    topic: 'sport',
    is: {
      text: [
        'The kayak is carried on the left side.',
        'After the mill the river becomes slow.',
        'There are two places where you cannot pass: a weir and a fallen tree.',
        'The portage is 300 metres on a field path.',
      ],
      days: 480,
    },
    others: {
      'Notes/sport/tour-1.md': { text: ['The river was high.', 'A kayak with a hole.', 'No weir on this tour.'] },
      'Documents/Travel/river-map.pdf': { text: ['Portage signs are yellow.', 'Every weir has a number.'], fill: 0 },
    },
    near: 'kayak weir portage',
  },
  {
    class: 'scattered',
    ask: 'solar inverter shading yield',
    file: 'Documents/House/roof-2.docx',
    topic: 'science',
    is: {
      text: [
        'Solar on the garage would be possible.',
        'The shading of the chimney moves over the first row until eleven.',
        'The yield of the third row is the best.',
        'The inverter must not hang in the sun.',
      ],
      days: 160,
    },
    others: {
      'Documents/House/solar-offer.pdf': { text: ['Solar panels and one inverter.', 'Ten years of warranty.'] },
      'Notes/garden/tomato-yield.md': { text: ['The yield was poor.', 'Too much shading by the hedge.'] },
    },
    near: 'solar inverter shading yield',
  },
  {
    class: 'scattered',
    ask: 'kiln glaze crack cooling',
    file: 'Notes/craft/firing-12.ipynb',
    topic: 'craft',
    is: {
      title: 'Firing twelve',
      text: [
        'The kiln reached 1220 degrees at four.',
        'Glaze number three ran down to the shelf.',
        'One crack in the large vase, from rim to foot.',
        'Cooling took the whole night.',
      ],
      days: 70,
    },
    others: {
      'Notes/craft/firing-11.ipynb': {
        title: 'Firing eleven',
        text: ['The kiln stayed below 1200.', 'Glaze too thin.'],
      },
      'Documents/House/wall.pdf': { text: ['A crack beside the door.', 'Cooling of the cellar.'], fill: 0 },
    },
    near: 'kiln glaze crack cooling',
  },
];

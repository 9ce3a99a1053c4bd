/** Documents of which one remembers some words that stand nowhere together. */
export const scattered = [
  {
    class: 'scattered',
    ask: 'telescope mirror cleaning distilled',
    file: 'Notes/astro/maintenance.md',
    topic: 'science',
    is: {
      text: [
        'Take the tube off and put the telescope on a blanket.',
        'The mirror must not be touched with bare hands.',
        'For cleaning, only cotton that was never used.',
        'Rinse with distilled water and let it drip.',
      ],
      days: 520,
    },
    others: {
      'Notes/astro/wishes.md': { text: ['A second telescope with a larger mirror.', 'A cleaning cloth.'] },
      'Documents/House/iron.pdf': { text: ['Use distilled water.', 'Cleaning the mirror in the hall.'], fill: 0 },
    },
    near: 'telescope mirror cleaning distilled',
  },
  {
    class: 'scattered',
    ask: 'hedgehog camera garden night',
    file: 'Documents/Garden/visitors.docx',
    topic: 'garden',
    is: {
      title: 'Who visits us',
      text: [
        'The camera by the shed took 212 pictures.',
        'In the garden itself there was only the cat.',
        'Every night after eleven it became lively.',
        'The hedgehog came from the side of the road.',
      ],
      days: 130,
    },
    others: {
      'Documents/Garden/hedgehog-house.pdf': {
        text: ['A hedgehog needs leaves.', 'Put the house in a quiet corner of the garden.'],
      },
      'Downloads/trailcam.html': {
        title: 'Trail cameras',
        text: ['Each camera sees at night.', 'For your garden and for the woods.'],
      },
    },
    near: 'hedgehog camera garden night',
  },
  {
    class: 'scattered',
    ask: 'visa embassy biometric fee',
    file: 'Documents/Travel/what-they-told-us.rtf',
    topic: 'travel',
    is: {
      text: [
        'The embassy only opens on Tuesdays.',
        'The visa is put into the passport while you wait.',
        'They need a biometric picture, not older than half a year.',
        'The fee is paid in cash.',
      ],
      days: 280,
    },
    others: {
      'Documents/Travel/visa-form.pdf': { text: ['Send this form to the embassy.', 'A fee is due for every visa.'] },
      'Notes/passport.md': { text: ['biometric picture: shop by the station', 'fee 37 euros'] },
    },
    near: 'visa embassy biometric fee',
  },
  {
    class: 'scattered',
    ask: 'compost worms temperature bin',
    file: 'Notes/garden/log-7.ipynb',
    topic: 'garden',
    is: {
      title: 'Week seven',
      text: [
        'The temperature in the middle rose to 41 degrees.',
        'Worms stay at the edges then.',
        'The second bin stands in the shade.',
        'More cardboard into the compost.',
      ],
      days: 90,
    },
    others: {
      'Notes/garden/log-6.ipynb': { title: 'Week six', text: ['The worms were counted in the compost.', 'Rain.'] },
      'Documents/Garden/bin-offer.pdf': { text: ['A compost bin of larch.', 'Temperature of storage: any.'] },
    },
    near: 'compost worms temperature bin',
  },
];

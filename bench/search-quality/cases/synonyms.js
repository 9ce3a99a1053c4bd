/**
 * Questions that share no word with the file that is meant, so that only its meaning can find it. They were written before the first run, and
 * their files are in the home only when they are asked.
 */
export const synonyms = [
  {
    ask: 'fixing the car',
    file: 'Documents/Papers/workshop-march.txt',
    text: 'The automobile was repaired: new brakes, and the clutch was adjusted by the mechanic.',
  },
  {
    ask: 'physician appointment',
    file: 'Notes/thursday.md',
    text: 'See the doctor at nine, bring the letter from the hospital.',
  },
  {
    ask: 'puppy training',
    file: 'Notes/bruno.md',
    text: 'The young dog learns to sit and to come when he is called.',
  },
  {
    ask: 'salary increase',
    file: 'Documents/Papers/letter-from-personnel.txt',
    text: 'From July your wage is raised by four percent. We thank you for your work.',
  },
  {
    ask: 'wedding anniversary present',
    file: 'Notes/ideas-june.txt',
    text: 'Ten years married: a gift for her, perhaps the silver earrings.',
  },
  {
    ask: 'holiday by the sea',
    file: 'Documents/Papers/two-weeks.md',
    text: 'Our vacation on the coast: beach in the morning, fish in the evening.',
  },
  {
    ask: 'how to bake bread',
    file: 'Notes/sourdough.md',
    text: 'Knead the dough, let it rise over night, then forty minutes in the hot oven make a crusty loaf.',
  },
  {
    ask: 'house for rent',
    file: 'Documents/Papers/lease.txt',
    text: 'The landlord lets the home to the tenant for a monthly payment.',
  },
  {
    ask: 'broken leg',
    file: 'Documents/Papers/skiing-accident.txt',
    text: 'Fracture of the shin bone, plaster for six weeks, crutches.',
  },
  {
    ask: 'stolen bike',
    file: 'Documents/Papers/police-report.txt',
    text: 'The bicycle was taken from the station; the thief cut the lock.',
  },
  {
    ask: 'baby names',
    file: 'Notes/for-our-daughter.txt',
    text: 'What we may call the newborn: Clara, Ida, Mathilda.',
  },
  {
    ask: 'learning a foreign language',
    file: 'Notes/course-monday.md',
    text: 'Vocabulary and grammar of Spanish, an hour of conversation each week.',
  },
].map(({ text, ...one }, at) => ({ ...one, class: 'synonyms', is: { text: [text], fill: 0, days: 100 + at * 37 } }));

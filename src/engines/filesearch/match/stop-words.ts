const words = (text: string) => new Set(text.split(/\s+/).filter(Boolean));

export type Language = 'english' | 'german';

/** Words that say nothing about the file that is meant; folded, so that they have no marks. */
export const STOP_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  english: words(`
    a an the this that these those and or but nor so if then than as of at by for with from to into onto in on about over under between after before
    during without within is are was were be been being am do does did done have has had having can could will would shall should may might must
    i me my mine we us our ours you your yours he him his she her hers it its they them their theirs who whom whose which what where when why how
    there here not no any some all each every both few more most other such only own same too very just also again once up down out off
    please im ive id whats wheres thats many much because per via regarding concerning dont didnt cant`),
  german: words(`
    der die das den dem des ein eine einen einem einer eines und oder aber denn wenn als wie so da dass von vom zu zum zur mit bei beim aus nach
    vor uber unter zwischen fur gegen ohne um durch auf an am im in ins bis seit ist sind war waren sein wird werden wurde wurden hat haben hatte
    hatten kann konnen soll sollen muss mussen ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere unseren du dich dir dein
    deine er ihn ihm sie ihr ihre ihren ihrem es sich man wer wen wem wo wann warum was welche welcher welches dieser diese dieses jener nicht kein
    keine nur noch auch schon sehr mal bitte etwas alle alles wegen trotz wahrend bis laut gegenuber viel viele damit dafur dazu davon ihrem ihrer
    unserem unserer gibt`),
};

/** What people tell a program to do; it says nothing where a stop word follows, as in "find my …". */
export const REQUESTS = words(
  'find show search look open locate get give want need looking finde such suche zeig zeige zeigen suchen',
);

/** What people did with a file. */
export const KEEPING = words(
  'put keep kept save saved store stored wrote write written made make got said called named sent left filed file files thing something ' +
    'abgelegt gespeichert geschrieben gelegt getan gemacht geschickt datei dateien',
);

/** What is asked with "how much". */
export const PAYING = words('pay paid cost costs spend spent owe bezahlt gezahlt gekostet kostet kostete ausgegeben');

/** What asks for the newest rather than the best. */
export const NEWEST = words('latest newest neueste neuesten neuester neuestes aktuellste aktuellsten');

/** The languages that a query may be in, by its own stop words; both when they do not tell. */
export function languagesOf(folded: readonly string[], hasUmlaut: boolean): readonly Language[] {
  const count = (language: Language) => folded.filter((word) => STOP_WORDS[language].has(word)).length;
  const [english, german] = [count('english'), count('german') + (hasUmlaut ? 1 : 0)];
  if (english === german) return ['english', 'german'];
  return english > german ? ['english'] : ['german'];
}

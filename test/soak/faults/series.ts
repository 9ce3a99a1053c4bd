import type { Random } from '../../harness/random.ts';
import type { Damage, Fault } from './damage.ts';
import type { Ground } from './ground.ts';
import { LibraryServer, verifyLibrary } from './server.ts';
import { CALM, HIT } from './subjects.ts';
import { Visit } from './visit.ts';

const UNHARMED: Damage = { what: 'nothing', mend: () => false };
const LONGEST_FILLER = 5000;

export interface FaultReport {
  rounds: number;
  /** How often each fault struck. */
  readonly struck: Record<string, number>;
  calls: number;
  failed: number;
  /** Restarts while something was damaged, and how many of them were refused until it was mended. */
  restarts: number;
  refused: number;
  /** Rounds after which the journal had to be repaired. */
  repaired: number;
}

/** The rounds on one ground, with one server for as long as it lives. */
export class Series {
  history: string[] = [];
  readonly report: FaultReport = { rounds: 0, struck: {}, calls: 0, failed: 0, restarts: 0, refused: 0, repaired: 0 };
  #server: LibraryServer | undefined;
  #contents = 0;
  /** Whether the server may have been started on another journal. */
  #isMisled = false;

  constructor(
    readonly ground: Ground,
    private readonly random: Random,
    private readonly program: string,
  ) {}

  async begin(): Promise<void> {
    await this.#start();
    const visit = this.#visit(UNHARMED);
    for (const subject of this.ground.subjects) await visit.changeFile(subject);
    for (const book of [HIT, CALM]) await visit.lookAtBook(book);
  }

  async round(fault: Fault): Promise<void> {
    this.history = [];
    this.#isMisled = false;
    const damage = fault.strike(this.ground, this.random);
    const affected = this.ground.subjects.filter((subject) => damage.affects?.(subject));
    const before = affected.map(({ may }) => may);
    this.report.rounds++;
    this.report.struck[fault.name] = (this.report.struck[fault.name] ?? 0) + 1;
    this.#note(damage.what);
    try {
      await this.#live(damage);
    } finally {
      if (damage.mend()) for (const [at, subject] of affected.entries()) subject.may = before[at] ?? [];
    }
    this.#note('mended');
    await this.#recover();
  }

  async end(): Promise<void> {
    await this.#server?.stop();
    this.#server = undefined;
  }

  async clear(): Promise<void> {
    await this.#server?.kill();
    this.ground.remove();
  }

  /** What happens while the damage lasts. */
  async #live(damage: Damage): Promise<void> {
    if (damage.isForServerOnly) return await this.#useAll(damage);
    if (this.random.below(3) === 0) await this.#restart(damage);
    if (this.#server) await this.#useAll(damage);
    const { code, said } = await verifyLibrary(this.ground, this.program);
    const expected = damage.verify ?? /clean/;
    if (!expected.test(said) || (code === 0) !== /: clean/.test(said))
      throw new Error(`verify says (${code}): ${said}`);
    if (this.#server && this.random.below(3) === 0) await this.#restart(damage);
    if (this.#server && this.random.below(2) === 0) await this.#useAll(damage);
  }

  async #useAll(damage: Damage): Promise<void> {
    this.#note('all tools');
    const visit = this.#visit(damage);
    const isHit = (book: string) => this.ground.subjects.filter(({ file }) => file.bookId === book);
    const affected = isHit(HIT).filter((subject) => damage.affects?.(subject));
    const others = isHit(HIT).filter((subject) => !damage.affects?.(subject));
    const chosen = [affected, others, isHit(CALM)].flatMap((from) => this.#someOf(from));
    await Promise.all(chosen.map((subject) => visit.changeFile(subject)));
    await Promise.all([visit.lookAtBook(HIT), visit.lookAtBook(CALM), visit.listBooks()]);
    await Promise.all(this.ground.subjects.map((subject) => visit.readFile(subject)));
    this.#count(visit);
  }

  /** A lesson and an asset, where there are. */
  #someOf(from: Ground['subjects']): Ground['subjects'] {
    return [true, false].flatMap((isAsset) => {
      const kind = from.filter((subject) => subject.isAsset === isAsset);
      return kind.length === 0 ? [] : [this.random.pick(kind)];
    });
  }

  /** Once the damage is gone, everything is as it was acknowledged, with the same server or a new one. */
  async #recover(): Promise<void> {
    if (this.#server && (this.#isMisled || this.random.below(3) === 0)) {
      await this.#server.stop();
      this.#server = undefined;
    }
    if (this.#server === undefined) await this.#start();
    await this.#checkAll();
    const { code, said } = await verifyLibrary(this.ground, this.program);
    if (code !== 0) {
      this.#note(`verify: ${said}`);
      const repair = await verifyLibrary(this.ground, this.program, '--repair');
      const again = await verifyLibrary(this.ground, this.program);
      if (again.code !== 0) throw new Error(`not repaired: ${repair.said}\n${again.said}`);
      this.report.repaired++;
      await this.#checkAll();
    }
  }

  async #checkAll(): Promise<void> {
    const visit = this.#visit(UNHARMED);
    for (const subject of this.ground.subjects) await this.#settle(visit, subject);
    await Promise.all([visit.lookAtBook(HIT), visit.lookAtBook(CALM), visit.listBooks()]);
    const [one] = this.#someOf(this.ground.subjects.filter(({ file }) => file.bookId === HIT));
    if (one) await visit.changeFile(one);
    this.#count(visit);
    this.#server?.assertUnsurprised();
  }

  /** A change that failed has happened or not: from now on it is known which. */
  async #settle(visit: Visit, subject: Ground['subjects'][number]): Promise<void> {
    const shown = await visit.readFile(subject);
    if (subject.may.length > 1) subject.may = [shown ?? null];
  }

  async #restart(damage: Damage): Promise<void> {
    this.report.restarts++;
    if (this.random.below(2) === 0) await this.#server?.stop();
    else await this.#server?.kill();
    this.#server = undefined;
    const refusal = await this.#tryStart();
    this.#note(refusal === undefined ? 'restarted' : `refused to start: ${refusal}`);
    this.#isMisled = damage.misleads ?? false;
    if (refusal === undefined) return;
    this.report.refused++;
    if (!damage.mayFail?.includes('start')) throw new Error('the server refuses to start');
  }

  async #start(): Promise<void> {
    const refusal = await this.#tryStart();
    if (refusal !== undefined) throw new Error(`the server does not start: ${refusal}`);
  }

  async #tryStart(): Promise<string | undefined> {
    const started = await LibraryServer.start(this.ground, this.program);
    if (typeof started === 'string') return started;
    this.#server = started;
    return undefined;
  }

  #visit(damage: Damage): Visit {
    if (this.#server === undefined) throw new Error('there is no server');
    return new Visit(this.#server, this.ground, damage, () => this.#content());
  }

  #content(): string {
    return `content-${++this.#contents}\n${'x'.repeat(this.random.below(LONGEST_FILLER))}\n`;
  }

  #note(what: string): void {
    this.history.push(what);
  }

  #count({ told }: Visit): void {
    this.report.calls += told.succeeded + told.failed;
    this.report.failed += told.failed;
  }
}

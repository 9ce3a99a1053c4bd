/** The journal cannot be used. The message says what to do and holds no path of the machine. */
export class JournalFailure extends Error {
  override readonly name: string = 'JournalFailure';
  /** Whether the same may well work a little later, without anybody doing something about it. */
  readonly retryable: boolean;

  constructor(message: string, { retryable = false, cause }: { retryable?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.retryable = retryable;
  }
}

/** The database works, but does not take these values. */
export class RefusedValues extends JournalFailure {
  override readonly name = 'RefusedValues';
}

/** The connection broke while a transaction was being committed: nobody knows whether it was. */
export class UnknownCommit extends JournalFailure {
  override readonly name = 'UnknownCommit';
}

/** The change is no longer under way: somebody has settled it, so whoever carried it out has lost it. */
export class UnknownIntent extends JournalFailure {
  override readonly name = 'UnknownIntent';

  constructor() {
    super('This change is no longer under way; somebody else has settled it.', { retryable: true });
  }
}

/** An audit chain does not hold. */
export class BrokenChain extends JournalFailure {
  override readonly name = 'BrokenChain';

  constructor() {
    super('The chain does not hold, so nothing of it is removed. Run "quartet books verify".');
  }
}

/** A call that could not be done. It is no bug: the message tells the caller what to do next. */
export class CallFailure extends Error {
  override readonly name: string = 'CallFailure';
}

/** The program was told something it cannot work with: shown on stderr at start, exit code 1. */
export class ConfigurationFailure extends Error {
  override readonly name = 'ConfigurationFailure';
}

/** The folder where programs keep their data cannot be used, and nobody has named another: a server with more toolsets goes on without this one. */
export class DataFolderFailure extends ConfigurationFailure {}

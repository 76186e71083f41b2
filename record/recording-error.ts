/**
 * A source that no recording can be made of, or a recording that cannot be used; the message is one line that says where and
 * what is wrong.
 */
export class RecordingError extends Error {
  /** Codes of sysexits.h; docs/recording.md lists them. */
  readonly exitCode: RecordingExit

  constructor(exitCode: RecordingExit, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RecordingError'
    this.exitCode = exitCode
  }
}

/**
 * EX_DATAERR: no recording, HAR or WARC, or a damaged one. EX_NOINPUT: a file is missing. EX_UNAVAILABLE: a site that gives
 * no page, or a HAR without bodies. EX_IOERR: a checksum differs. EX_TEMPFAIL: another process records to the folder.
 * EX_PROTOCOL: written by a newer version.
 */
type RecordingExit = 65 | 66 | 69 | 74 | 75 | 76

/** What was taken of a page, from the network or from an archive, before it is made a page of the lab. */
export interface CapturedPage {
  /** Its document first, the others in the order in which they were asked for. */
  readonly responses: readonly CapturedResponse[]
  readonly leftOut: readonly LeftOutResponse[]
  /** When it was taken, ISO 8601; null where that is not known. */
  readonly capturedAt: string | null
}

export interface CapturedResponse {
  readonly url: string
  /** As its server said; null where it did not. */
  readonly contentType: string | null
  /** Without transfer and content codings. */
  readonly body: Uint8Array
  /** URL of the resource that made the browser ask for it; null where that is not known. */
  readonly requestedBy: string | null
}

/** A response that the lab's page does without. */
export interface LeftOutResponse {
  readonly url: string
  readonly why: string
}

/** A source that no page can be made of; the message is one line that says where and what to do. */
export class MirrorError extends Error {
  /** sysexits.h: EX_DATAERR for a bad source, EX_NOINPUT for none, EX_UNAVAILABLE for a site that gives no page. */
  readonly exitCode: 65 | 66 | 69

  constructor(exitCode: 65 | 66 | 69, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MirrorError'
    this.exitCode = exitCode
  }
}

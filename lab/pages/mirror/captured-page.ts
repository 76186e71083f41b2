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

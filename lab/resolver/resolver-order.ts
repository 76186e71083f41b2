/** Holds what a lab's resolver answers, JSON; the argument of main.ts is its file. */
export interface ResolverOrder {
  readonly address: string
  readonly names: readonly ResolvedName[]
}

export interface ResolvedName {
  /** ASCII, lower case. */
  readonly name: string
  /** IPv4. */
  readonly address: string
  /** Protocols that its HTTPS record names, as in ALPN; absent: it has no record of another type. */
  readonly alpn?: readonly string[]
  /** Time from the question to the answer. */
  readonly waitMs: number
}

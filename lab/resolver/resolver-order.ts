/** What a lab's resolver answers, JSON; the argument of main.ts is its file. */
export interface ResolverOrder {
  readonly address: string
  readonly names: readonly ResolvedName[]
}

export interface ResolvedName {
  /** ASCII, lower case. */
  readonly name: string
  /** IPv4. It has no records of other types. */
  readonly address: string
  /** From the question to the answer. */
  readonly waitMs: number
}

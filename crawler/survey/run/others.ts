/** Further runs of the same survey, in other processes, that this run speaks for. */
export interface Others {
  /** Called with the sites that they record, and how many of these gave no answer. */
  onRecorded(listener: (sites: number, failed: number) => void): void
  /** Resolves when none of them is under way any more. */
  ended(): Promise<void>
}

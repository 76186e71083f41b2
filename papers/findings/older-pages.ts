/** Pages of docs/results whose samples are not kept: nobody can compute them again. */
interface OlderPage {
  readonly name: string
  /** Day of the last load. */
  readonly measured: string
  readonly found: string
}

export const OLDER_PAGES: readonly OlderPage[] = [
  {
    name: 'replay',
    measured: '2026-11-23',
    found: 'how near replays of recordings come to live loads; of no paper',
  },
]

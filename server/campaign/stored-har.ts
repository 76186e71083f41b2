import type { Har } from 'har-format'
import { artifactText } from '../../db/campaign/artifact-text.ts'
import { readArtifacts } from '../../db/campaign/artifacts.ts'
import type { Database } from '../../db/connection/database.ts'
import type { SizedTimings } from './har-sizes.ts'

/** What is used of `PageTimings` (model/artifacts.ts). */
interface StoredTimings extends SizedTimings {
  readonly timeOriginMs: number
  readonly navigationStartsMs?: readonly number[]
}

export interface StoredHar {
  readonly har: Har
  readonly timings: StoredTimings | null
  /** Start of the first navigation, milliseconds since 1970; null where the page gave no timings. */
  readonly navigationMs: number | null
  /** From there to the start of the navigation whose document is shown, milliseconds: 0 unless the page sent itself on. */
  readonly documentMs: number
}

/** The HAR of a sample with the start of its navigations; null where no HAR is kept. */
export async function storedHar(db: Database, sampleId: number): Promise<StoredHar | null> {
  const artifacts = await readArtifacts(db, sampleId, ['har', 'timings'])
  const text = async (kind: 'har' | 'timings'): Promise<string | null> => {
    const artifact = artifacts.find((one) => one.kind === kind)
    return artifact === undefined ? null : (await artifactText(artifact)).toString()
  }
  const har = await text('har')
  if (har === null) return null
  const timings = JSON.parse((await text('timings')) ?? 'null') as StoredTimings | null
  const startsMs = timings?.navigationStartsMs ?? []
  const documentMs = (startsMs.at(-1) ?? 0) - (startsMs[0] ?? 0)
  const navigationMs = timings === null ? null : timings.timeOriginMs - documentMs
  return { har: JSON.parse(har) as Har, timings, navigationMs, documentMs }
}
